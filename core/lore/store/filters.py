"""What a listing may be narrowed by, and the SQL that does it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lore.model import Kind, Layer, Status, Tier
from lore.store.sqlite.door import spellings

Where = tuple[str, list[object]]


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Empty tuples and None do not narrow. A None among `projects` stands for facts of no project."""

    kinds: tuple[Kind, ...] = ()
    statuses: tuple[Status, ...] = (Status.ACTIVE,)
    layers: tuple[Layer, ...] = ()
    projects: tuple[str | None, ...] | None = None
    tiers: tuple[Tier, ...] = ()
    tags: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    tainted: bool | None = None
    pinned: bool | None = None
    approved: bool | None = None
    session: str | None = None
    before: str | None = None
    after: str | None = None

    def where(self) -> Where:
        """A condition on a row of `facts`, with its parameters."""
        clauses = Clauses()
        clauses.any_of("kind", self.kinds)
        clauses.any_of("status", self.statuses)
        clauses.any_of("layer", self.layers)
        clauses.any_of("tier", self.tiers)
        if self.projects is not None:
            clauses.any_of("project", _spelt(self.projects))
        clauses.flag("tainted = 1", self.tainted)
        clauses.flag("pinned = 1", self.pinned)
        clauses.flag("approved_at IS NOT NULL", self.approved)
        for tag in self.tags:
            clauses.add("EXISTS (SELECT 1 FROM json_each(facts.tags) WHERE value = ?)", tag)
        if self.agents:
            agents = [name for agent in self.agents for name in spellings(agent)]
            marks = ", ".join("?" * len(agents))
            clauses.add(
                f"EXISTS (SELECT 1 FROM evidence WHERE evidence.fact = facts.id AND agent IN ({marks}))", *agents
            )
        if self.session is not None:
            clauses.add(
                "EXISTS (SELECT 1 FROM evidence WHERE evidence.fact = facts.id AND session IN (?, ?))",
                self.session,
                spellings(self.session)[-1],
            )
        if self.before is not None:
            clauses.add("created_at < ?", self.before)
        if self.after is not None:
            clauses.add("created_at >= ?", self.after)
        return clauses.where()


@dataclass(frozen=True, slots=True)
class SessionFilter:
    """Empty and None do not narrow. Times are compared with the start of the session."""

    project: str | None = None
    agent: str | None = None
    before: str | None = None
    after: str | None = None

    def where(self) -> Where:
        """A condition on a row of `sessions`, with its parameters."""
        clauses = Clauses()
        if self.project is not None:
            clauses.any_of("project", spellings(self.project))
        if self.agent is not None:
            clauses.add("agent = ?", self.agent)
        if self.before is not None:
            clauses.add("started_at < ?", self.before)
        if self.after is not None:
            clauses.add("started_at >= ?", self.after)
        return clauses.where()


class Clauses:
    """Collects conditions that must all hold."""

    def __init__(self) -> None:
        self._conditions: list[str] = []
        self._values: list[object] = []

    def add(self, condition: str, *values: object) -> None:
        self._conditions.append(condition)
        self._values.extend(values)

    def any_of(self, column: str, values: Iterable[str | None]) -> None:
        wanted = list(values)
        named = [value for value in wanted if value is not None]
        options = [f"{column} IN ({', '.join('?' * len(named))})"] if named else []
        if None in wanted:
            options.append(f"{column} IS NULL")
        if options:
            self.add(f"({' OR '.join(options)})", *named)

    def flag(self, condition: str, wanted: bool | None) -> None:
        if wanted is not None:
            self.add(condition if wanted else f"NOT ({condition})")

    def where(self) -> Where:
        return " AND ".join(self._conditions) or "1", self._values


def _spelt(names: Iterable[str | None]) -> Iterator[str | None]:
    for name in names:
        yield from (None,) if name is None else spellings(name)
