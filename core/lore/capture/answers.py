"""The answer to "why?": the reason that a person gives in the next message belongs to the rule they stated before.

A pass over what is stored, like `reactions`: it does not matter whether both messages were captured together.
"""

import re

from lore.capture.contract import CapturedFact
from lore.capture.extraction.sentences import sentences
from lore.capture.reasons import RULES, reason_given
from lore.model import Clean, Evidence, Role, Status, Turn
from lore.store import Store, Transaction

EXPLAINED = "explained"
"""What became of the rule, as a `CapturedFact` tells."""
_WHY = re.compile(
    r"\b(?:why|what for|how come|(?:what|which) (?:is|was|are)?\s?(?:the|your) reasons?)\b", re.IGNORECASE
)
ASKED = 400
"""Characters at the end of a message in which its question stands."""


def explain(store: Store, transaction: Transaction, turn: Turn) -> list[CapturedFact]:
    """Give the one rule of the person's message before its reason, where an agent asked why and this answers.

    Only the person's words explain the person's rule, and a reason that is there stays.
    """
    reason = reason_given(turn.text) if turn.role is Role.USER else None
    if reason is None:
        return []
    before = store.sessions.exchange_before(turn.session, turn.source_id)
    if len(before) < 2 or before[0].role is not Role.ASSISTANT or not _asks_why(before[0].text):
        return []
    stated = store.facts.resting_on(turn.session, before[-1].source_id)
    rules = [one for one in stated if one.kind in RULES and one.status is Status.ACTIVE and not one.tainted]
    if before[-1].role is not Role.USER or len(rules) != 1 or rules[0].because is not None:
        return []
    agent = store.sessions.get(turn.session).agent
    evidence = Evidence(Clean(reason.text), turn.session, turn.source_id, turn.role, agent, turn.at)
    store.facts.add_evidence(transaction, rules[0].id, evidence)
    fact = store.facts.update(transaction, rules[0].id, action="fact.explain", because=Clean(reason.because))
    return [CapturedFact(fact, evidence, EXPLAINED)]


def _asks_why(text: str) -> bool:
    """Whether the last sentence of a message asks for a reason."""
    last = [sentence.text for sentence in sentences(text[-ASKED:])][-1:]
    return any(one.endswith("?") and _WHY.search(one) for one in last)
