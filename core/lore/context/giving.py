"""What a session was given: noted once, so that no prompt of it is given the same again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lore.context.items import Brief, BriefItem, Section, of_fact, of_message
from lore.memory import may_be_outdated, what_stands
from lore.model import RULE_KINDS, Kind
from lore.store import Store

if TYPE_CHECKING:
    from lore.capture import GivenByHook


def note(store: Store, session: str, brief: Brief) -> None:
    """Note that a session was given these items, and which of them its words contradict.

    It is no use of a fact: what Lore hands out proves nothing.
    """
    store.accesses.give([item.id for item in brief.items], session)
    store.accesses.doubt([item.id for item in brief.items if item.doubt and item.section is Section.RECALLED], session)


def note_given(store: Store, given: "GivenByHook") -> None:
    """Note what a hook gave, at the time that it gave it, and which of it may be outdated, as recalling marks it.

    A hook has no time to compare a prompt with what it gives; whoever reads the spool does.
    """
    if given.withheld:
        store.accesses.withhold(given.ids, given.session, given.at)
        return
    store.accesses.give(given.ids, given.session, given.at)
    if given.asked:
        doubts = may_be_outdated(store, store.facts.many(given.ids), given.asked)
        store.accesses.doubt([name for name in given.ids if name in doubts], given.session, given.at)


def was_given(store: Store, session: str, project: str | None) -> Brief:
    """What a session was given, in that order, as it reads now; nothing where nobody noted it."""
    return Brief(described(store, store.accesses.given(session), project))


def described(store: Store, names: Sequence[str], project: str | None) -> tuple[BriefItem, ...]:
    """Facts and messages as the items they were given as, in that order; what is gone is left out."""
    facts = {fact.id: fact for fact in store.facts.many(names)}
    evidence = store.facts.evidence(list(facts))
    messages = store.passages.many([name for name in names if name not in facts])
    whys = {one.id: one.why for one in what_stands(store, project) if not one.is_decision}
    items: list[BriefItem] = []
    for name in names:
        if name in facts:
            fact = facts[name]
            items.append(of_fact(fact, evidence[name], _section(fact.kind), whys.get(name, "")))
        elif name in messages:
            items.append(of_message(messages[name]))
    return tuple(items)


def _section(kind: Kind) -> Section:
    if kind in RULE_KINDS:
        return Section.RULE
    return Section.DECISION if kind is Kind.DECISION else Section.RECALLED
