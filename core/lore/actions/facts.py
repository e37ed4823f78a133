"""Looking at facts: one with all that belongs to it, many, and what becomes of those of a project."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from lore.actions import visibility
from lore.actions.engine import Engine, FactOrder
from lore.actions.parameters import FactId, FactIds, Limit, ProjectKey, fact_named, facts_named
from lore.actions.registry import Touches, action
from lore.config import CONTEXT_BUDGET, in_force
from lore.errors import Damaged, NotFound
from lore.memory import (
    Doubt as Doubt,
    Explained as Explained,
    Placing,
    explained,
    is_of_fact,
    known_categories,
    open_doubts,
    strengths,
    strengths_of,
)
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
    doubts: tuple[Doubt, ...]
    """What contradicted it where it was retrieved, and nobody answered."""
    stale: str | None
    """What is gone from its repository that it names: no agent is given it."""
    uses: tuple[Mapping[str, str | None], ...]
    """Every recorded use: `session`, `kind`, `at`."""
    history: tuple[AuditEvent, ...]
    """Oldest first."""

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
    unconfirmed: int = 0
    """Facts that would be listed and that an agent is not shown, because no person has confirmed them."""


@dataclass(frozen=True, slots=True)
class OrderedFacts:
    """Facts in an order."""

    ids: tuple[str, ...]
    times: tuple[str, ...]
    """Of each, in the same order: when it was said or used last, where that orders them, else when it was stored."""


@dataclass(frozen=True, slots=True)
class SomeFacts:
    """The facts that were asked for, and why others cannot be read."""

    facts: tuple[Fact, ...]
    damaged: Mapping[str, str]
    """Fact → the reason. What is gone stands in neither."""


@action("show", Touches.READS)
def show(engine: Engine, fact: FactId) -> FactView:
    """Show one fact: what it says, what it rests on, what it replaced, how it was used and changed.

    Raises NotFound, Damaged where its row is damaged, NeedsPerson where an agent asks for what nobody confirmed.
    """
    if PassageType.CHUNK.marks(fact):
        raise NotFound(f"`{fact}` is a part of a document, not a fact", hint=f"`lore docs show {fact}` shows it")
    found = visibility.insist_on_seeing(engine, engine.store.facts.get(fact_named(engine, fact)))
    (view,) = _views(engine, [found])
    return view


@action("explain_strength", Touches.READS)
def explain_strength(engine: Engine, fact: FactId) -> Explained:
    """What the strength of a fact is made of, under the policy in force. Raises NotFound."""
    found = visibility.insist_on_seeing(engine, engine.store.facts.get(fact_named(engine, fact)))
    return explained(engine.store, found)


@action("facts", Touches.READS)
def list_facts(
    engine: Engine,
    *,
    kinds: Annotated[Sequence[Kind], "Only of these kinds."] = (),
    statuses: Annotated[Sequence[Status], "Only of these; default: active facts."] = (),
    layer: Annotated[Layer | None, "Only this layer."] = None,
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
    if not visibility.is_bounded():
        facts = engine.store.facts.select(wanted, limit=limit)
        return FactList(tuple(facts), strengths(engine.store, facts))
    every = engine.store.facts.select(wanted)
    facts = visibility.seen(engine, every)
    return FactList(tuple(facts[:limit]), strengths(engine.store, facts[:limit]), len(every) - len(facts))


@action("fact_ids", Touches.READS)
def fact_ids(engine: Engine, *, limit: Limit = None) -> tuple[str, ...]:
    """The ids of the active facts, newest first: 0.1 s per 100,000."""
    return tuple(engine.store.facts.ids(FactFilter(), limit=limit))


@action("ordered_facts", Touches.READS)
def ordered_facts(
    engine: Engine,
    order: Annotated[FactOrder, "What comes first."] = FactOrder.NEWEST,
    *,
    facts: Annotated[Sequence[str] | None, "Ids of the facts to order; default: every active fact."] = None,
    limit: Limit = None,
) -> OrderedFacts:
    """Tell the order of facts and the time each has its place by: of 100,000 newest first in 0.1 s, else in seconds."""
    rooms = engine.store.facts
    if facts is None:
        times = rooms.times(FactFilter(), limit=limit if order is FactOrder.NEWEST else None)
    else:
        named = set(facts_named(engine, facts))
        times = {name: at for name, at in rooms.times(FactFilter(statuses=())).items() if name in named}
    if order is FactOrder.USED:
        times |= {name: used.reinforced_at for name, used in rooms.usage(list(times)).items() if used.reinforced_at}
    ordered = list(times)
    if order is FactOrder.STRONGEST:
        values = strengths_of(engine.store, ordered)
        ordered = sorted(values, key=lambda name: (-values[name], name))
    elif order is FactOrder.USED:
        ordered = sorted(ordered, key=lambda name: times[name], reverse=True)
    shown = ordered[:limit]
    return OrderedFacts(tuple(shown), tuple(times[name] for name in shown))


@action("some_facts", Touches.READS)
def some_facts(engine: Engine, facts: FactIds) -> SomeFacts:
    """The facts with these ids, in this order."""
    ids = facts_named(engine, facts)
    found = visibility.seen(engine, engine.store.facts.many(ids))
    return SomeFacts(tuple(found), dict(_damaged(engine, {*ids} - {fact.id for fact in found})))


@action("fact_views", Touches.READS)
def fact_views(engine: Engine, facts: FactIds) -> tuple[FactView, ...]:
    """The same as `show` of each, in this order, without those that are gone or damaged."""
    return _views(engine, visibility.seen(engine, engine.store.facts.many(facts_named(engine, facts))))


def _views(engine: Engine, facts: Sequence[Fact]) -> tuple[FactView, ...]:
    from lore.files import stale_among  # a room that lists and searches do not enter

    rooms, names = engine.store.facts, [fact.id for fact in facts]
    evidence, usage, uses = rooms.evidence(names), rooms.usage(names), rooms.uses(names)
    values, doubts = strengths(engine.store, facts), open_doubts(engine.store, names)
    stale, views = stale_among(engine.store, facts), []
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
                {other.id: other for other in visibility.seen(engine, rooms.many(sorted(ends)))},
                tuple(doubts.get(fact.id, ())),
                stale[fact.id].why if fact.id in stale else None,
                tuple(uses[fact.id]),
                visibility.told(engine, reversed(engine.store.audit.select(subject=fact.id))),
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


_OUT = tuple(status for status in Status if status not in (Status.ACTIVE, Status.PENDING))
_MOST_PLACED = 5_000
"""Facts that are put into categories for a screen: a stemmer looks at each."""


@dataclass(frozen=True, slots=True)
class Groups:
    """The ids of facts, each in one group, newest first."""

    starts: tuple[str, ...]
    """What the next session starts with, in that order; of all projects what any of theirs does."""
    tokens: int
    """What the start costs; 0 where several projects are meant."""
    budget: int
    """What it may cost."""
    fits: tuple[str, ...]
    """Given when a prompt is about it."""
    waiting: tuple[str, ...]
    """Given to nobody before you decide."""
    agents: tuple[str, ...]
    """Said by agents, tools and files."""
    archived: tuple[str, ...]
    asked: Mapping[str, str] = field(default_factory=dict)
    """Fact → the words of another that it may contradict."""
    candidates: Mapping[str, str] = field(default_factory=dict)
    """Fact → the candidate that waits for it."""

    @property
    def in_use(self) -> int:
        return len(self.starts) + len(self.fits) + len(self.waiting) + len(self.agents)


def group_facts(engine: Engine, *, project: str | None) -> Groups:
    """Tell what becomes of each fact of a project and of those that hold everywhere; None: of every project."""
    from lore.context import session_start  # which a list does not need

    store = engine.store
    wanted = FactFilter(projects=(project, None) if project else None)
    ids = store.facts.ids
    keys = (project,) if project else (*store.projects.keys_in_use(), None)
    budget = in_force(store)[CONTEXT_BUDGET]
    briefs = [session_start(store, key, budget=budget) for key in keys]
    starts = dict.fromkeys(item.id for brief in briefs for item in brief.items)
    open_ones = [one for one in store.candidates.many(store.candidates.ids()) if not is_of_fact(one.id)]
    facts = {fact.id: fact for fact in store.facts.many([one.fact for one in open_ones])}
    waits = {one.fact: one for one in open_ones if one.fact in facts and _holds(facts[one.fact], project)}
    active = ids(wanted)
    tainted = set(ids(replace(wanted, tainted=True)))
    pending = [
        *ids(replace(wanted, statuses=(Status.PENDING,))),
        *(name for name in active if name in waits and name in tainted),
    ]
    waiting = dict.fromkeys(name for name in pending if name not in starts)
    return Groups(
        starts=tuple(starts),
        tokens=sum(brief.tokens for brief in briefs) if len(keys) == 1 else 0,
        budget=budget,
        fits=tuple(name for name in active if name not in starts and name not in tainted and name not in waiting),
        waiting=tuple(waiting),
        agents=tuple(name for name in active if name in tainted and name not in waiting and name not in starts),
        archived=tuple(ids(replace(wanted, statuses=_OUT))),
        asked=_asked(engine, {name: one.replaces for name, one in waits.items() if one.asks and one.replaces}),
        candidates={name: one.id for name, one in waits.items()},
    )


def _holds(fact: Fact, project: str | None) -> bool:
    return project is None or fact.project in (None, project)


def _asked(engine: Engine, pairs: Mapping[str, str]) -> dict[str, str]:
    others = {fact.id: str(fact.text) for fact in engine.store.facts.many(list(pairs.values()))}
    return {name: others[other] for name, other in pairs.items() if other in others}


def facts_by_kind(engine: Engine, *, project: str | None) -> dict[str, tuple[str, ...]]:
    """Kind → the ids of the facts in use that are of it, newest first."""
    wanted = FactFilter(projects=(project, None) if project else None)
    found = {kind.value: tuple(engine.store.facts.ids(replace(wanted, kinds=(kind,)))) for kind in Kind}
    return {name: ids for name, ids in found.items() if ids}


def facts_about(engine: Engine, *, project: str | None) -> dict[str, tuple[str, ...]]:
    """Category → the ids of the facts in use that fall into it, newest first; none where there are very many."""
    store = engine.store
    wanted = FactFilter(projects=(project, None) if project else None)
    if store.facts.count(wanted) > _MOST_PLACED:
        return {}
    known = known_categories(store)
    placing, parted = Placing(known), {one.name: list[str]() for one in known}
    for fact in store.facts.select(wanted):
        if (name := placing.of(fact)) is not None:
            parted[name].append(fact.id)
    return {name: tuple(found) for name, found in parted.items() if found}


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact as a list shows it."""

    fact: Fact
    sessions: int
    """In which it was said."""
    at: str
    """When it was said last."""


def fact_lines(engine: Engine, facts: list[str]) -> tuple[FactLine, ...]:
    """The facts with these ids, in this order, with when and how often each was said; what is gone is left out."""
    rooms = engine.store.facts
    found = rooms.many(facts)
    evidence = rooms.evidence([fact.id for fact in found])
    return tuple(
        FactLine(
            fact,
            len({one.session for one in evidence[fact.id] if one.session}),
            max((one.at or "" for one in evidence[fact.id]), default="") or fact.created_at,
        )
        for fact in found
    )
