"""Looking at facts: one with all that belongs to it, or many."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import FactId, FactIds, Limit, ProjectKey, fact_named, facts_named
from lore.actions.registry import Touches, action
from lore.errors import Damaged, NotFound
from lore.memory import Course as Course, Explained as Explained, course_of, explained, said_once, strengths
from lore.model import AuditEvent, Evidence, Fact, Kind, Layer, Link, PassageType, Status, Usage
from lore.store import FactFilter


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with everything that belongs to it."""

    fact: Fact
    strength: float
    usage: Usage
    evidence: tuple[Evidence, ...]
    links: tuple[Link, ...]
    others: Mapping[str, Fact]
    """The facts at the other ends of the links, as far as they can be read."""
    uses: tuple[Mapping[str, str | None], ...]
    """Every recorded use: `session`, `kind`, `at`."""
    history: tuple[AuditEvent, ...]
    """Oldest first."""

    @property
    def said_once(self) -> str | None:
        """What to say of a rule that you stated in one session alone: "said once, on 2026-03-12"; None of any other."""
        return said_once(self.fact, self.usage)

    @property
    def linked(self) -> tuple[tuple[Link, Fact], ...]:
        """Each link with the fact at its other end."""
        ends = ((link, link.target if link.source == self.fact.id else link.source) for link in self.links)
        return tuple((link, self.others[end]) for link, end in ends if end in self.others)


@dataclass(frozen=True, slots=True)
class FactList:
    """Facts, each with its strength."""

    facts: tuple[Fact, ...]
    strengths: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SomeFacts:
    """The facts that were asked for, and why others cannot be read."""

    facts: tuple[Fact, ...]
    damaged: Mapping[str, str]
    """Fact → the reason. What is gone stands in neither."""


@action("show", Touches.READS)
def show(engine: Engine, fact: FactId) -> FactView:
    """Show one fact: what it says, what it rests on, what it replaced, how it was used and changed.

    Raises NotFound, Damaged where its row is damaged.
    """
    if PassageType.CHUNK.marks(fact):
        raise NotFound(f"`{fact}` is a part of a document, no fact", hint=f"`lore docs show {fact}` shows it")
    (view,) = _views(engine, [engine.store.facts.get(fact_named(engine, fact))])
    return view


@action("explain_strength", Touches.READS)
def explain_strength(engine: Engine, fact: FactId) -> Explained:
    """What the strength of a fact is made of, under the policy in force. Raises NotFound."""
    return explained(engine.store, engine.store.facts.get(fact_named(engine, fact)))


@action("strength_course", Touches.READS)
def strength_course(engine: Engine, fact: FactId) -> Course:
    """Show how the strength of a fact went in the last weeks, and how it goes on. Raises NotFound."""
    return course_of(engine.store, engine.store.facts.get(fact_named(engine, fact)))


@action("facts", Touches.READS)
def list_facts(
    engine: Engine,
    *,
    kinds: Annotated[Sequence[Kind], "Only of these kinds."] = (),
    statuses: Annotated[Sequence[Status], "Only of these; default: active facts."] = (),
    layer: Annotated[Layer | None, "Only of this layer."] = None,
    project: ProjectKey = None,
    tags: Annotated[Sequence[str], "Only with all of these tags."] = (),
    tainted: Annotated[bool | None, "Only what no person has confirmed, or only the rest."] = None,
    pinned: Annotated[bool | None, "Only what is pinned, or only the rest."] = None,
    approved: Annotated[bool | None, "Only conventions, or only the rest."] = None,
    limit: Limit = None,
) -> FactList:
    """List facts, newest first."""
    wanted = FactFilter(
        kinds=tuple(kinds),
        statuses=tuple(statuses) or (Status.ACTIVE,),
        layers=(layer,) if layer else (),
        projects=(project,) if project else None,
        tags=tuple(tags),
        tainted=tainted,
        pinned=pinned,
        approved=approved,
    )
    facts = engine.store.facts.select(wanted, limit=limit)
    return FactList(tuple(facts), strengths(engine.store, facts))


@action("fact_ids", Touches.READS)
def fact_ids(engine: Engine, *, limit: Limit = None) -> tuple[str, ...]:
    """The ids of the active facts, newest first: 0.1 s per 100,000."""
    return tuple(engine.store.facts.ids(FactFilter(), limit=limit))


@action("some_facts", Touches.READS)
def some_facts(engine: Engine, facts: FactIds) -> SomeFacts:
    """The facts with these ids, in this order."""
    ids = facts_named(engine, facts)
    found = engine.store.facts.many(ids)
    return SomeFacts(tuple(found), dict(_damaged(engine, {*ids} - {fact.id for fact in found})))


@action("fact_views", Touches.READS)
def fact_views(engine: Engine, facts: FactIds) -> tuple[FactView, ...]:
    """The same as `show` of each, in this order, without those that are gone or damaged."""
    return _views(engine, engine.store.facts.many(facts_named(engine, facts)))


def _views(engine: Engine, facts: Sequence[Fact]) -> tuple[FactView, ...]:
    rooms, names = engine.store.facts, [fact.id for fact in facts]
    evidence, usage, uses = rooms.evidence(names), rooms.usage(names), rooms.uses(names)
    values = strengths(engine.store, facts)
    views = []
    for fact in facts:
        links = rooms.links(fact.id)
        ends = {link.target if link.source == fact.id else link.source for link in links}
        views.append(
            FactView(
                fact,
                values[fact.id],
                usage[fact.id],
                tuple(evidence[fact.id]),
                tuple(links),
                {other.id: other for other in rooms.many(sorted(ends))},
                tuple(uses[fact.id]),
                tuple(reversed(engine.store.audit.select(subject=fact.id))),
            )
        )
    return tuple(views)


def _damaged(engine: Engine, ids: Iterable[str]) -> Iterable[tuple[str, str]]:
    for name in sorted(ids):
        try:
            engine.store.facts.get(name)
        except Damaged as error:
            yield name, error.message
        except NotFound:
            continue
