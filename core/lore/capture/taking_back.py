"""A message of the person that says nothing but taking back ends what rests on the message of theirs before it.

A pass over what is stored: it does not matter whether both were captured together, one by one, or a year apart.
"""

from collections.abc import Iterator

from lore.capture.contract import CapturedFact
from lore.memory import Authority, held_by_each
from lore.model import Evidence, Fact, LinkKind, Role, Status, Turn
from lore.store import Store, Transaction

TAKEN_BACK = "taken back"
"""What became of an earlier fact, as a `CapturedFact` tells."""
IN_FORCE = (Status.ACTIVE, Status.PENDING)
LONGEST = 160
"""Characters of a message that only takes back."""


def take_back(store: Store, transaction: Transaction, turn: Turn) -> Iterator[CapturedFact]:
    """Withdraw the facts that rest on the person's message before this one, where this one only takes back.

    What another session says too, or what has the decision of a person behind it, stands.
    """
    if not takes_back(turn):
        return
    exchange = store.sessions.exchange_before(turn.session, turn.source_id)
    for earlier in (one for one in exchange if one.role is Role.USER):
        for fact in store.facts.resting_on(earlier.session, earlier.source_id):
            if fact.status in IN_FORCE and _rests_on_session(store, fact, turn.session):
                gone = store.facts.update(transaction, fact.id, action="fact.take_back", status=Status.ARCHIVED)
                reinstate(store, transaction, gone)
                yield CapturedFact(gone, _quotation(store, gone, earlier), TAKEN_BACK, (gone.id,))


def takes_back(turn: Turn) -> bool:
    """Whether the person says nothing else with a message."""
    if turn.role is not Role.USER or len(turn.text) > LONGEST:
        return False
    from lore.capture.authorship import typed_text  # compiles patterns
    from lore.language import is_quoted, only_takes_back, quoted_parts

    is_theirs = is_quoted(turn.text.strip(), turn.text, quoted_parts(turn.text)) or turn.text.strip()[:1] in "`>"
    return not is_theirs and only_takes_back(typed_text(turn.text))


def is_saved_by_agent(item: Evidence) -> bool:
    """Whether it is the word of an agent that saved a fact, in no session."""
    return item.session is None and item.agent is not None


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


def _rests_on_session(store: Store, fact: Fact, session: str) -> bool:
    """Whether nothing but this session and what an agent saved stands behind a fact: no decision of a person."""
    evidence = store.facts.evidence([fact.id])[fact.id]
    if any(item.session != session and not is_saved_by_agent(item) for item in evidence):
        return False
    return held_by_each(store, [fact], {fact.id: evidence})[fact.id] is not Authority.GOVERNED


def _quotation(store: Store, fact: Fact, turn: Turn) -> Evidence:
    evidence = store.facts.evidence([fact.id])[fact.id]
    return next(item for item in evidence if (item.session, item.source_id) == (turn.session, turn.source_id))
