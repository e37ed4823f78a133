"""What a session was given: each item with why, what all of it cost, and what reading its sources would have cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.context.items import Brief, BriefItem, Section, of_fact, of_message
from lore.memory import may_be_outdated, what_stands
from lore.model import RULE_KINDS, Kind
from lore.store import GIVEN, TAKEN_UP, WITHHELD, Store
from lore.wording import tokens_of

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


NEWEST = 20
"""Sessions whose receipts are added up."""


@dataclass(frozen=True, slots=True)
class ReceiptItem:
    """One thing that a session was given."""

    item: BriefItem
    why: str
    """`at the start: you approved it on 2026-03-12`, `with a prompt`."""
    at: str
    taken_up: bool
    """Whether the session made use of it: its words or its files appear in what followed."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a session was given, or would have been."""

    session: str
    items: tuple[ReceiptItem, ...]
    withheld: bool
    """Whether it was one of the sessions without memory, which the others are compared with."""
    message_tokens: int
    """What the messages have that the items rest on."""
    session_tokens: int
    """What the sessions of these messages have: who does not know where to look reads all of it."""
    is_captured: bool = False
    """Whether messages of the session are stored: then it was given nothing where nothing was noted."""

    @property
    def tokens(self) -> int:
        """What the items cost."""
        return sum(one.item.tokens for one in self.items)

    @property
    def was_heard_of(self) -> bool:
        """Whether it is known what the session was given, be it nothing."""
        return bool(self.items) or self.is_captured


def receipt_of(store: Store, session: str, project: str | None) -> Receipt:
    """The receipt of a session, as the items read now; empty where nothing was noted of it."""
    noted = store.accesses.noted(GIVEN, session=session)
    withheld = [] if noted else store.accesses.noted(WITHHELD, session=session)
    times = {name: at for name, _, at in noted or withheld}
    used = {name for name, _, _ in store.accesses.noted(TAKEN_UP, session=session)}
    items = described(store, list(times), project)
    told = [ReceiptItem(item, _why(item), times[item.id], item.id in used) for item in items]
    messages, sessions = cost_of_sources(store, items)
    is_captured = store.sessions.find(session) is not None
    return Receipt(session, tuple(told), bool(withheld), messages, sessions, is_captured)


@dataclass(frozen=True, slots=True)
class Spent:
    """What sessions were given cost, against what its sources have."""

    sessions: int
    """That were given anything; only the newest are counted."""
    tokens: int
    """What they were given."""
    message_tokens: int
    """The messages that this rests on: who knows where to look reads these."""
    session_tokens: int
    """The sessions of these messages, for each session that was given something: who does not know reads these."""


def spent_on(store: Store, *, newest: int = NEWEST) -> Spent:
    """The receipts of the newest sessions together, as their items read now."""
    sessions = list(dict.fromkeys(session for _, session, _ in reversed(store.accesses.noted(GIVEN))))[:newest]
    receipts = [receipt_of(store, session, None) for session in sessions]
    return Spent(
        len(receipts),
        sum(one.tokens for one in receipts),
        sum(one.message_tokens for one in receipts),
        sum(one.session_tokens for one in receipts),
    )


def _why(item: BriefItem) -> str:
    if item.section is Section.RECALLED:
        return "with a prompt"
    return f"at the start: {item.standing}" if item.standing else "at the start"


def cost_of_sources(store: Store, items: tuple[BriefItem, ...]) -> tuple[int, int]:
    """The tokens of the messages that items rest on, and of all messages of their sessions."""
    said = {(quote.session, quote.source_id) for item in items for quote in item.evidence if quote.session}
    messages = whole = 0
    for session in sorted({name for name, _ in said if name}):
        for turn in store.sessions.turns(session):
            cost = tokens_of(turn.text)
            whole += cost
            messages += cost if (session, turn.source_id) in said else 0
    return messages, whole
