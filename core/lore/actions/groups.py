"""What becomes of the facts of a project: which the next session starts with, which it finds, which wait."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from lore.actions.engine import Engine
from lore.config import CONTEXT_BUDGET, in_force
from lore.context import session_start
from lore.memory import Placing, is_of_fact, known_categories
from lore.model import Fact, Kind, Status
from lore.store import FactFilter

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
