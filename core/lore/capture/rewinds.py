"""What was said on a branch that the person left is kept as said, findable, and not in force.

A pass over what is stored, like `taking_back`: a branch may have been captured long before it was left. Which messages
are left stands in the log, so that an undo of the capture that saw it lets them hold again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lore.capture.contract import CapturedFact
from lore.capture.taking_back import IN_FORCE, is_saved_by_agent, reinstate
from lore.memory import Authority, held_by_each
from lore.model import Evidence, Fact, Status, Subject, SubjectKind
from lore.store import Store, Transaction

REWOUND, GOES_ON = "rewound", "goes on"
"""What became of a fact, as a `CapturedFact` tells."""
_ACTION = "fact.rewind"
_LEAVE = "turns.leave"


@dataclass(frozen=True, slots=True)
class Rewind:
    """The messages of a session that are left now, all of them, and those that are in force again, by their ids."""

    session: str
    left: frozenset[str]
    back: tuple[str, ...]


def apply(store: Store, transaction: Transaction, rewind: Rewind) -> Iterator[CapturedFact]:
    """Take the facts out of force that rest on nothing but what was left, and bring back what goes on."""
    _note_left(store, transaction, rewind)
    for source in rewind.back:
        for fact in store.facts.resting_on(rewind.session, source):
            if fact.status is Status.ARCHIVED and _was_rewound(store, fact):
                back = store.facts.update(transaction, fact.id, action="fact.reinstate", status=Status.ACTIVE)
                yield CapturedFact(back, _quotation(store, back, rewind.session, (source,)), GOES_ON)
    for source in sorted(rewind.left):
        for fact in store.facts.resting_on(rewind.session, source):
            if fact.status in IN_FORCE and _rests_on_these(store, fact, rewind):
                gone = store.facts.update(transaction, fact.id, action=_ACTION, status=Status.ARCHIVED)
                reinstate(store, transaction, gone)
                quotation = _quotation(store, gone, rewind.session, rewind.left)
                yield CapturedFact(gone, quotation, REWOUND, (gone.id,))


def positions_left(store: Store, session: str) -> frozenset[int]:
    """The positions of the messages of a session that the person left."""
    newest = store.audit.select(subject=session, kind=SubjectKind.LEFT, limit=1)
    return frozenset((newest[0].after or {}).get("positions", ())) if newest else frozenset()


def _note_left(store: Store, transaction: Transaction, rewind: Rewind) -> None:
    """Tell in the log what of the session is left by now, where that changed."""

    def positions(sources: Iterable[str]) -> set[int]:
        return {turn.position for source in sources if (turn := store.sessions.turn(rewind.session, source))}

    known = positions_left(store, rewind.session)
    left = (known - positions(rewind.back)) | positions(rewind.left)
    if left != known:
        before, after = ({"positions": sorted(one)} for one in (known, left))
        transaction.note(_LEAVE, Subject(SubjectKind.LEFT, rewind.session), before, after)


def _rests_on_these(store: Store, fact: Fact, rewind: Rewind) -> bool:
    """Whether nothing else stands behind a fact: no other message, no decision of a person."""
    evidence = [item for item in store.facts.evidence([fact.id])[fact.id] if not is_saved_by_agent(item)]
    if any(item.session != rewind.session or item.source_id not in rewind.left for item in evidence):
        return False
    return held_by_each(store, [fact], {fact.id: evidence})[fact.id] is not Authority.GOVERNED


def _was_rewound(store: Store, fact: Fact) -> bool:
    newest = store.audit.select(subject=fact.id, limit=1)
    return bool(newest) and newest[0].action == _ACTION


def _quotation(store: Store, fact: Fact, session: str, sources: "frozenset[str] | tuple[str, ...]") -> Evidence:
    evidence = store.facts.evidence([fact.id])[fact.id]
    return next(item for item in evidence if item.session == session and item.source_id in sources)
