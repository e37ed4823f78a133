"""What happens later does to an earlier statement: it takes it back, confirms it, or solves the problem that it names.

A pass of its own over what is stored. It starts from a new message in a user's name, or from a command that takes
edits back, and looks at the facts that rest on what was said before it, so it does not matter whether both were
captured together, one by one, or a year apart.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lore.capture.contract import CapturedFact
from lore.capture.drafts import USERS
from lore.capture.reverts import reverted_files
from lore.config import in_force, registry as settings
from lore.memory import Authority, held_by_each
from lore.model import Event, EventKind, Evidence, Fact, Kind, LinkKind, Role, Status, Turn
from lore.store import FactFilter, Store, Transaction

TAKEN_BACK, CONFIRMED, SOLVED, CLOSED = "taken back", "confirmed", "solved", "closed"
"""What became of an earlier fact, as a `CapturedFact` tells."""
IN_FORCE = (Status.ACTIVE, Status.PENDING)
_STANDING = frozenset({Kind.PREFERENCE, Kind.IDENTITY, Kind.DECISION, Kind.CORRECTION})
"""Kinds of facts that state no problem, whatever words they use."""
_CURES = frozenset({Kind.SOLUTION, Kind.LESSON})
_LONGEST_THREAD = 10
"""Complaints in a row that are followed back to the message that named the problem first."""


@dataclass(frozen=True, slots=True)
class _Later:
    """A message that acts on what was said before it."""

    store: Store
    transaction: Transaction
    turn: Turn


def react(store: Store, transaction: Transaction, turn: Turn) -> list[CapturedFact]:
    """Let a stored message act on the facts of the messages between it and the user's message before, with that.

    A person takes back what they said themselves, and tells an agent that it is right or wrong. What rests on another
    session too, or has the decision of a person behind it, stands. Words of unknown origin act on untrusted facts only,
    and what the person pasted does not act at all.
    """
    from lore.capture.authorship import typed_text
    from lore.capture.extraction.reaction import Reaction, reaction

    if turn.role not in USERS:
        return []
    typed = typed_text(turn.text)
    said_of = {role: reaction(role, typed) for role in (Role.USER, Role.ASSISTANT)}
    if all(said is Reaction.NONE for said in said_of.values()):
        return []
    later, changed = _Later(store, transaction, turn), list[CapturedFact]()
    exchange = store.sessions.exchange_before(turn.session, turn.source_id)
    for earlier in exchange:
        said = said_of[Role.USER if earlier.role in USERS else Role.ASSISTANT]
        for fact in store.facts.resting_on(earlier.session, earlier.source_id):
            if said is Reaction.REJECTED:
                changed += _retired(later, fact, earlier, "fact.take_back", TAKEN_BACK)
            elif said is Reaction.CONFIRMED:
                changed += _confirmed(later, fact, earlier)
    if said_of[Role.ASSISTANT] is Reaction.CONFIRMED:
        changed += _solved(later, exchange)
    return changed


def react_to_command(store: Store, transaction: Transaction, event: Event) -> list[CapturedFact]:
    """Let a command that takes edits back retire what the agent of its session said of those files."""
    if event.kind is not EventKind.COMMAND or not (files := reverted_files(store, event)):
        return []
    changed: list[CapturedFact] = []
    for fact in store.facts.select(FactFilter(session=event.session)):
        if not any(re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", fact.text) for name in files):
            continue
        for item in store.facts.evidence([fact.id])[fact.id]:
            turn = store.sessions.turn(event.session, item.source_id or "")
            if item.role is Role.ASSISTANT and item.session == event.session and turn is not None:
                changed += _retired(_Later(store, transaction, turn), fact, turn, "fact.take_back", TAKEN_BACK)
                break
    return changed


def _confirmed(later: _Later, fact: Fact, earlier: Turn) -> Iterator[CapturedFact]:
    """What an agent said counts as much as what a person says, once that person agrees."""
    config = in_force(later.store)
    if earlier.role in USERS or fact.confidence >= config[settings.CAPTURED]:
        return
    captured = config[settings.CAPTURED]
    fact = later.store.facts.update(later.transaction, fact.id, action="fact.confirm", confidence=captured)
    yield CapturedFact(fact, _quotation(later.store, fact, earlier), CONFIRMED)


def _solved(later: _Later, exchange: Sequence[Turn]) -> Iterator[CapturedFact]:
    """Join the problem that a person named and the agent's solution that the person now confirms: it is one fact."""
    store, transaction = later.store, later.transaction
    cures = [
        (fact, earlier)
        for earlier in exchange
        if earlier.role is Role.ASSISTANT
        for fact in store.facts.resting_on(earlier.session, earlier.source_id)
        if fact.kind in _CURES and fact.status in IN_FORCE and fact.problem is None
    ]
    if not cures:
        return
    cure, turn = cures[0]
    for problem, named in _problems(later, exchange):
        retired = list(_retired(later, problem, named, "fact.close", CLOSED))
        if retired and cure.problem is None:
            cure = store.facts.update(
                transaction, cure.id, action="fact.solve", problem=problem.text, solution=cure.text
            )
            yield CapturedFact(cure, _quotation(store, cure, turn), SOLVED)
        yield from retired


def _problems(later: _Later, exchange: Sequence[Turn]) -> Iterator[tuple[Fact, Turn]]:
    """The facts of the thread that state a problem, with the message that names each, newest first."""
    from lore.capture.authorship import typed_text
    from lore.capture.extraction.reaction import objects, states_trouble

    for _ in range(_LONGEST_THREAD):
        asked = exchange[-1] if exchange and exchange[-1].role in USERS else None
        if asked is None:
            return
        for fact in later.store.facts.resting_on(asked.session, asked.source_id):
            if fact.kind not in _STANDING and states_trouble(fact.text):
                yield fact, asked
        if not objects(typed_text(asked.text)):
            return
        exchange = later.store.sessions.exchange_before(asked.session, asked.source_id)


def _retired(later: _Later, fact: Fact, earlier: Turn, action: str, told: str) -> Iterator[CapturedFact]:
    """Archive a fact, unless more than this session or the decision of a person stands behind it."""
    store = later.store
    if fact.status not in IN_FORCE or (later.turn.role is Role.SOMEBODY and not fact.tainted):
        return
    evidence = store.facts.evidence([fact.id])[fact.id]
    if any(item.session != earlier.session for item in evidence):
        return
    if held_by_each(store, [fact], {fact.id: evidence})[fact.id] is Authority.GOVERNED:
        return
    quotation = _quotation(store, fact, earlier)
    fact = store.facts.update(later.transaction, fact.id, action=action, status=Status.ARCHIVED)
    reinstate(store, later.transaction, fact)
    yield CapturedFact(fact, quotation, told, (fact.id,))


def reinstate(store: Store, transaction: Transaction, fact: Fact) -> None:
    """Bring back what had given way to this fact only, once it is out of force."""
    for link in store.facts.links(fact.id):
        if link.kind is not LinkKind.SUPERSEDES or link.source != fact.id:
            continue
        newer = {
            other.source
            for other in store.facts.links(link.target)
            if other.kind is LinkKind.SUPERSEDES and other.target == link.target
        }
        stands = any(one.status in IN_FORCE for one in store.facts.many(sorted(newer)))
        if not stands and store.facts.get(link.target).status is Status.SUPERSEDED:
            store.facts.update(transaction, link.target, action="fact.reinstate", status=Status.ACTIVE)


def _quotation(store: Store, fact: Fact, turn: Turn) -> Evidence:
    evidence = store.facts.evidence([fact.id])[fact.id]
    return next(item for item in evidence if (item.session, item.source_id) == (turn.session, turn.source_id))
