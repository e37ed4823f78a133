"""What a transcript tells later of a session that is stored: who typed a message, and in which project it was held.

What rests on the session follows, as if it had been known from the first: one event of the log each, so undo has it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from lore.capture.agent_words import said_by
from lore.capture.contract import CapturedFact
from lore.capture.drafts import USERS, DraftFact, draft_facts
from lore.capture.taking_back import IN_FORCE, is_saved_by_agent
from lore.capture.told import CONFIRMED
from lore.config import Config
from lore.model import RULE_KINDS, Evidence, Fact, Layer, Origin, Role, Session, Status, Turn, taints
from lore.store import Store, Transaction

_SAID = frozenset({Origin.STATED, Origin.READ})
FOLLOWED = "moved"
"""What became of a fact that was stated before its project was known, as a `CapturedFact` tells."""
Remember = Callable[[Session, DraftFact], CapturedFact | None]


def claim(store: Store, transaction: Transaction, turn: Turn) -> Iterator[CapturedFact]:
    """Let the person have typed a message that is stored as somebody's, and with it what a model noted of it."""
    stored = store.sessions.claim(transaction, turn.session, turn.source_id)
    if stored is None:
        return
    for fact in store.facts.resting_on(turn.session, turn.source_id):
        before = store.facts.evidence([fact.id])[fact.id]
        theirs = [item for item in before if _is_of(item, stored) and said_by(store, stored, item.quote) is Role.USER]
        for item in theirs:
            transaction.update("evidence", item.id, {"role": Role.USER.value}, "evidence.claim")
        now = store.facts.evidence([fact.id])[fact.id]
        if theirs and fact.tainted and fact.origin is Origin.READ and not taints(now):
            layer = Layer.USER_PROJECT if fact.kind in RULE_KINDS and fact.project else fact.layer
            told = store.facts.update(transaction, fact.id, action="fact.confirm", tainted=False, layer=layer)
            yield CapturedFact(told, next(item for item in now if _is_of(item, stored)), CONFIRMED)


def follow(
    store: Store, transaction: Transaction, session: Session, config: Config, remember: Remember
) -> Iterator[CapturedFact]:
    """Let the facts that were stated in a session hold in its project, which was not known then.

    What a person decided, or what another session says too, stays where it is.
    """
    for turn in store.sessions.turns(session.id):
        resting = store.facts.resting_on(session.id, turn.source_id)
        here = [fact for fact in resting if _is_stranded(store, fact, session)]
        drafts = {draft.fact.text: draft for draft in draft_facts(turn, session, config)} if here else {}
        for fact in here:
            yield _followed(store, transaction, fact, session, drafts.get(fact.text), remember)


def _followed(
    store: Store, transaction: Transaction, fact: Fact, session: Session, draft: DraftFact | None, remember: Remember
) -> CapturedFact:
    """The fact in its project; where it is known there already, that one is said again, and this one ends."""
    there = [one for one in store.facts.same_text(fact.text) if one.project == session.project]
    if draft and any(one.status in IN_FORCE for one in there) and (found := remember(session, draft)):
        store.facts.update(transaction, fact.id, action="fact.archive", status=Status.ARCHIVED)
        return found
    new = draft.fact if draft else replace(fact, project=session.project)
    moved = store.facts.update(
        transaction, fact.id, action="fact.move", project=new.project, layer=new.layer, standing=new.standing
    )
    return CapturedFact(moved, store.facts.evidence([fact.id])[fact.id][0], FOLLOWED)


def _is_stranded(store: Store, fact: Fact, session: Session) -> bool:
    """Whether a fact comes from this session alone, and holds nowhere for want of a project."""
    if fact.project or fact.layer is not Layer.PROJECT or fact.origin not in _SAID or fact.approved_at:
        return False
    evidence = store.facts.evidence([fact.id])[fact.id]
    alone = all(item.session == session.id or is_saved_by_agent(item) for item in evidence)
    return alone and fact.status in IN_FORCE


def _is_of(item: Evidence, turn: Turn) -> bool:
    return (item.session, item.source_id) == (turn.session, turn.source_id) and item.role in USERS
