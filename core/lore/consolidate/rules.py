"""Rules and decisions that a person stated in so many words, so that they need not be said twice to be proposed."""

from collections.abc import Sequence

from lore.model import Evidence, Fact, Kind, Layer, Role
from lore.store import Store

STATED = frozenset({Kind.CORRECTION, Kind.CONVENTION, Kind.PREFERENCE, Kind.DECISION})
LONGEST_PROMPT = 700
"""Characters of a message that somebody typed; longer ones are mostly plans and logs that were pasted."""


def is_statement(fact: Fact, confidence: float) -> bool:
    """Whether a fact is a rule or a decision that capture was sure enough of."""
    if fact.kind is not Kind.DECISION and fact.layer is not Layer.USER_PROJECT:
        return False
    return not fact.tainted and fact.kind in STATED and fact.confidence >= confidence


def stated(store: Store, fact: Fact, evidence: Sequence[Evidence], confidence: float) -> str | None:
    """Why a fact that proves nothing by being said often may be proposed; None where it may not.

    Capture judged it: its kind says that it lasts, its confidence that it is one; here counts that a person typed it.
    """
    if not is_statement(fact, confidence):
        return None
    typed = [item for item in evidence if item.role is Role.USER and _typed(store, item)]
    if not typed:
        return None
    day = max(item.at or fact.created_at for item in typed)[:10]
    sessions = len({item.session for item in typed if item.session})
    if sessions > 1:
        return f"said in {sessions} sessions, the last on {day}"
    return f"stated once, as a {'decision' if fact.kind is Kind.DECISION else 'rule'}, on {day}"


def _typed(store: Store, item: Evidence) -> bool:
    """Whether the message was short enough to have been typed; what was saved by hand has none."""
    if item.session is None or item.source_id is None:
        return True
    turn = store.sessions.turn(item.session, item.source_id)
    return turn is None or len(turn.text) <= LONGEST_PROMPT
