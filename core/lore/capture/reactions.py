"""What a later message does to an earlier statement: it takes it back, or confirms it.

A pass of its own over what is stored. It starts from a new message in a user's name and looks at the facts that rest on
what was said right before it, so it does not matter whether both were captured together, one by one, or a year apart.
"""

from collections.abc import Iterator

from lore.capture.contract import CapturedFact
from lore.capture.drafts import USERS
from lore.config import in_force, registry as settings
from lore.memory import Authority, held_by_each
from lore.model import Evidence, Fact, LinkKind, Role, Status, Turn
from lore.store import Change, Store

TAKEN_BACK, CONFIRMED = "taken back", "confirmed"
"""What became of an earlier fact, as a `CapturedFact` tells."""
_IN_FORCE = (Status.ACTIVE, Status.PENDING)


def react(store: Store, change: Change, turn: Turn) -> list[CapturedFact]:
    """Let a stored message act on the facts of the messages between it and the user's message before, with that.

    A person takes back what they said themselves, and tells an agent that it is right or wrong. What rests on another
    session too, or has the decision of a person behind it, stands. Words of unknown origin act on untrusted facts only.
    """
    from lore.capture.authorship import typed_text
    from lore.capture.extraction.reaction import Reaction, reaction

    if turn.role not in USERS:
        return []
    typed = typed_text(turn.text)
    said_of = {role: reaction(role, typed) for role in (Role.USER, Role.ASSISTANT)}
    if all(said is Reaction.NONE for said in said_of.values()):
        return []
    config, changed = in_force(store), list[CapturedFact]()
    for earlier in store.sessions.exchange_before(turn.session, turn.source_id):
        said = said_of.get(Role.USER if earlier.role in USERS else earlier.role)
        for fact in store.facts.resting_on(earlier.session, earlier.source_id):
            if said is Reaction.REJECTED:
                changed += _taken_back(store, change, fact, earlier, turn)
            elif said is Reaction.CONFIRMED and fact.confidence < config[settings.CAPTURED]:
                fact = store.facts.update(change, fact.id, action="fact.confirm", confidence=config[settings.CAPTURED])
                changed.append(CapturedFact(fact, _quotation(store, fact, earlier), CONFIRMED))
    return changed


def _taken_back(store: Store, change: Change, fact: Fact, earlier: Turn, later: Turn) -> Iterator[CapturedFact]:
    if fact.status not in _IN_FORCE or (later.role is not Role.USER and not fact.tainted):
        return
    evidence = store.facts.evidence([fact.id])[fact.id]
    if any(item.session != earlier.session for item in evidence):
        return
    if held_by_each(store, [fact], {fact.id: evidence})[fact.id] is Authority.GOVERNED:
        return
    quotation = _quotation(store, fact, earlier)
    fact = store.facts.update(change, fact.id, action="fact.take_back", status=Status.ARCHIVED)
    _reinstate(store, change, fact)
    yield CapturedFact(fact, quotation, TAKEN_BACK, (fact.id,))


def _reinstate(store: Store, change: Change, fact: Fact) -> None:
    """Bring back what had given way to this fact only."""
    for link in store.facts.links(fact.id):
        if link.kind is not LinkKind.SUPERSEDES or link.source != fact.id:
            continue
        newer = {
            other.source
            for other in store.facts.links(link.target)
            if other.kind is LinkKind.SUPERSEDES and other.target == link.target
        }
        stands = any(one.status in _IN_FORCE for one in store.facts.many(sorted(newer)))
        if not stands and store.facts.get(link.target).status is Status.SUPERSEDED:
            store.facts.update(change, link.target, action="fact.reinstate", status=Status.ACTIVE)


def _quotation(store: Store, fact: Fact, turn: Turn) -> Evidence:
    evidence = store.facts.evidence([fact.id])[fact.id]
    return next(item for item in evidence if (item.session, item.source_id) == (turn.session, turn.source_id))
