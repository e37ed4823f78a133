"""Filters as conditions of SQL."""

from collections.abc import Iterable, Iterator

from lore.store.filters import FactFilter, SessionFilter
from lore.store.sqlite.door import spellings
from lore.store.sqlite.reading import marks

Where = tuple[str, list[object]]
"""A condition with its parameters."""


def facts_where(wanted: FactFilter | None) -> Where:
    """The condition on a row of `facts`; without a filter that of the default one."""
    wanted = wanted or FactFilter()
    clauses = Clauses()
    clauses.any_of("kind", wanted.kinds)
    clauses.any_of("status", wanted.statuses)
    clauses.any_of("layer", wanted.layers)
    clauses.any_of("tier", wanted.tiers)
    clauses.any_of("project", _spelt(wanted.projects or ()))
    clauses.flag("tainted = 1", wanted.tainted)
    clauses.flag("pinned = 1", wanted.pinned)
    clauses.flag("approved_at IS NOT NULL", wanted.approved)
    for tag in wanted.tags:
        spelt = spellings(tag)
        clauses.add(f"EXISTS (SELECT 1 FROM json_each(facts.tags) WHERE value IN ({marks(spelt)}))", *spelt)
    clauses.quoted("agent", wanted.agents)
    clauses.quoted("session", () if wanted.session is None else (wanted.session,))
    clauses.between("created_at", wanted.after, wanted.before)
    return clauses.where()


def sessions_where(wanted: SessionFilter | None) -> Where:
    """The condition on a row of `sessions`."""
    wanted = wanted or SessionFilter()
    clauses = Clauses()
    clauses.any_of("project", () if wanted.project is None else spellings(wanted.project))
    clauses.any_of("agent", () if wanted.agent is None else spellings(wanted.agent))
    clauses.between("started_at", wanted.after, wanted.before)
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
        """None among the values stands for a column that holds nothing."""
        wanted = list(values)
        named = [value for value in wanted if value is not None]
        options = [f"{column} IN ({marks(named)})"] if named else []
        if None in wanted:
            options.append(f"{column} IS NULL")
        if options:
            self.add(f"({' OR '.join(options)})", *named)

    def flag(self, condition: str, wanted: bool | None) -> None:
        if wanted is not None:
            self.add(condition if wanted else f"NOT ({condition})")

    def quoted(self, column: str, names: Iterable[str]) -> None:
        """A quotation of the fact holds one of these names."""
        spelt = list(_spelt(names))
        if spelt:
            of_fact = f"evidence.fact = facts.id AND {column} IN ({marks(spelt)})"
            self.add(f"EXISTS (SELECT 1 FROM evidence WHERE {of_fact})", *spelt)

    def between(self, column: str, first: str | None, end: str | None) -> None:
        """From `first` on, and before `end`."""
        if first is not None:
            self.add(f"{column} >= ?", first)
        if end is not None:
            self.add(f"{column} < ?", end)

    def where(self) -> Where:
        return " AND ".join(self._conditions) or "1", self._values


def _spelt(names: Iterable[str | None]) -> Iterator[str | None]:
    for name in names:
        yield from (None,) if name is None else spellings(name)
