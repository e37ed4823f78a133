"""MEMORY.md: what is hot in a project, as a page for agents and people; and all that is known of it, as a text.

Both are derived: Lore keeps MEMORY.md in its own folder, and writes it elsewhere only where a person asked for it.
Nothing tainted stands in them, nothing that is contradicted, and nothing that a model read before it is approved;
putting a fact there is no use of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lore import clock
from lore.config import MEMORY_BUDGET, MEMORY_STALE, in_force
from lore.files import Folder
from lore.memory import policy_in_force
from lore.model import Fact, Kind, LinkKind, Origin, Status, Tier, Usage
from lore.publish.markdown import one_item
from lore.publish.targets.conventions import list_items
from lore.publish.targets.target import Item
from lore.store import FactFilter, Store
from lore.wording import tokens_of

_NOW = frozenset({Kind.TASK, Kind.BLOCKER, Kind.EVENT})
_PROJECT = frozenset({Kind.PROJECT, Kind.DECISION})


@dataclass(frozen=True, slots=True)
class HotMemory:
    """What is in use now: deadlines and open work first, then the project and its decisions, then rules and lessons.

    Within each the strongest come first, as many as the budget holds. What stands for good is tagged `[stable]`, the
    rest with the day on which it came in; what was not used for some weeks stays in the store alone.
    """

    name: str = "memory"
    files: tuple[str, ...] = ("MEMORY.md",)
    lists: bool = True
    preamble: str = ""
    pointer: str | None = None

    def paths(self, folder: Folder, *, create: bool) -> list[str]:
        """One file at the top of the folder."""
        return [folder.resolve(name) for name in self.files]

    def applies(self, store: Store, project: str) -> list[Fact]:
        """The hot facts of a project and of the person, in their order, within the budget."""
        return self.chosen(store, readable(store, project))

    def chosen(self, store: Store, among: "Readable") -> list[Fact]:
        """The same of facts that were read before."""
        config = in_force(store)
        left, chosen = config[MEMORY_BUDGET], []
        for fact in _hot(among, config[MEMORY_STALE]):
            cost = tokens_of(_line(fact))
            if cost <= left:
                chosen.append(fact)
                left -= cost
        return chosen

    def render(self, store: Store, project: str, facts: Sequence[Fact], *, alone: bool) -> str:
        """A heading, and one line for each fact."""
        heading = f"# Memory of {one_item(project)}" if alone else "## Memory"
        return "\n".join((heading, "", *map(_line, facts), ""))

    def parse(self, body: str) -> list[Item]:
        """The items of its list."""
        return list_items(body)


def facts_by_kind(store: Store, project: str) -> str:
    """Every trusted fact in force of one project that no other contradicts, by kind, the strongest first."""
    among = readable(store, project)
    kinds = [*Kind]
    facts = among.undisputed([fact for fact in among.facts if fact.project is not None])
    facts.sort(key=lambda fact: (kinds.index(fact.kind), -among.strengths[fact.id], fact.id))
    lines = [f"# Facts of {one_item(project)}"]
    for kind, found in groupby(facts, key=lambda fact: fact.kind):
        lines += ["", f"## {kind.capitalize()}", "", *map(_line, found)]
    return "\n".join((*lines, ""))


@dataclass(frozen=True, slots=True)
class Readable:
    """The trusted facts in force of one project and of the person everywhere, read once for all its pages."""

    facts: Sequence[Fact]
    usage: Mapping[str, Usage]
    strengths: Mapping[str, float]
    now: str
    disputes: Sequence[frozenset[str]]
    """The ids of each two that contradict each other."""

    def undisputed(self, facts: Sequence[Fact]) -> list[Fact]:
        """Those that no other one of them contradicts: what others say takes none away."""
        names = {fact.id for fact in facts}
        disputed = frozenset().union(*(pair for pair in self.disputes if pair <= names))
        return [fact for fact in facts if fact.id not in disputed]


def readable(store: Store, project: str, among: Sequence[str] | None = None) -> Readable:
    """What the pages of a project are made of. among: the ids of the active facts in its scope, where they are known;
    finding them takes a look at every fact of the store."""
    if among is None:
        facts = store.facts.select(FactFilter(statuses=(Status.ACTIVE,), projects=(project, None), tainted=False))
    else:
        facts = [fact for fact in store.facts.many(among) if fact.status is Status.ACTIVE and not fact.tainted]
    facts = [fact for fact in facts if fact.origin is not Origin.READ or fact.approved_at]
    now, names, policy = clock.now(), [fact.id for fact in facts], policy_in_force(store)
    usage = store.facts.usage(names)
    values = {fact.id: policy.strength(fact, usage[fact.id], now) for fact in facts}
    return Readable(facts, usage, values, now, _disputes(store, set(names)))


def _disputes(store: Store, names: set[str]) -> list[frozenset[str]]:
    return [
        frozenset((link.source, link.target))
        for name in store.facts.contradicted()
        if name in names
        for link in store.facts.links(name)
        if link.kind is LinkKind.CONTRADICTS
    ]


def _hot(among: Readable, stale_days: float) -> list[Fact]:
    """What belongs into the hot memory, in its order, whatever it costs."""

    def is_hot(fact: Fact) -> bool:
        last = among.usage[fact.id].reinforced_at or fact.created_at
        fresh = is_stable(fact) or clock.days_between(last, among.now) <= stale_days
        return fresh and (fact.expires_at is None or fact.expires_at > among.now)

    hot = filter(is_hot, among.undisputed(among.facts))
    return sorted(hot, key=lambda fact: (_place(fact), -among.strengths[fact.id], fact.id))


def is_stable(fact: Fact) -> bool:
    """Whether a fact stands for good: approved, pinned, or knowledge that proved itself over sessions."""
    return fact.approved_at is not None or fact.pinned or fact.tier is Tier.SEMANTIC


def _place(fact: Fact) -> int:
    return 0 if fact.kind in _NOW or fact.expires_at else 1 if fact.kind in _PROJECT else 2


def _line(fact: Fact) -> str:
    return f"- {one_item(fact.text)} — `{one_item(fact.id)}`, {', '.join(_tags(fact))}"


def _tags(fact: Fact) -> Iterator[str]:
    yield "[stable]" if is_stable(fact) else f"[added {one_item(fact.created_at[:10])}]"
    if fact.expires_at:
        yield f"until {one_item(fact.expires_at[:10])}"
