"""Rules that a person stated in so many words, so that they need not be said twice before they are proposed.

Strong words alone prove nothing: in real prompts "never" mostly describes ("is created but never used"). What counts is
the form: an order, or what we should do, that reaches beyond the task at hand, typed and not pasted.
"""

import re

from lore.memory import LIGHT_STEMS, parse
from lore.model import Evidence, Fact, Kind, Role
from lore.store import Store

RULES = frozenset({Kind.CORRECTION, Kind.CONVENTION, Kind.PREFERENCE})
LONGEST_PROMPT = 700
"""Characters of a message that somebody typed; longer ones are mostly plans and logs that were pasted."""
LONGEST_RULE = 240
SUBJECTS = 2
"""Words that name something: "we should always show it" cannot be understood later."""
_ORDER = r"(?:(?:ok(?:ay)?|so|and|also|but|please|pls|hey|no)[,:]? +)*"
_STATED = re.compile(
    rf"^{_ORDER}(?:always|never)\s+\w"
    r"|\b(?:you|we|agents?|they|it|there|i)\s+(?:should|must|need to|have to|want to)\s+(?:always|never)\b"
    r"|\bwe\s+(?:always|never|only)\s+(?:use|do|put|want|write|commit|push|add|call|name|test|deploy|merge|ship|allow)\b"
    r"|\bfrom now on\b|\bgoing forward\b|\bunder no circumstances\b|\bat all times\b|\bno exceptions?\b"
    r"|\bas a (?:general )?rule\b|\bby convention\b|\bmake it a (?:rule|habit)\b"
    r"|\bin (?:the )?future,? (?:please|always|never|use|do)\b"
    r"|\b(?:don['’]?t|do not) ever\b|\bremember to always\b"
    r"|\b(?:every|each|any) time (?:you|we)\b|\bwhenever (?:you|we)\b"
    r"|\bbefore (?:making|every|each|any|you)\b.*\b(?:don['’]?t forget|make sure|always|must)\b"
    r"|\b(?:should|must|use|prefer|avoid)\b.*\b(?:wherever (?:we|you|possible)|everywhere|throughout)\b"
    r"|\bour (?:convention|rule|policy|standard) is\b",
    re.I | re.S,
)
_HEDGED = re.compile(
    r"\?\s*$|\b(?:seems?|somehow|maybe|perhaps|possibly|considering|wonder(?:ing)?|i think|not sure|might)\b", re.I
)
_PASTED = re.compile(r"^\s*(?:[-*|#>`•✅❌]|\d+[.)]\s)|\*\*|\|")


def states_rule(store: Store, fact: Fact, evidence: list[Evidence]) -> bool:
    """Whether a person typed a lasting rule. Never from a tool, a file or an agent."""
    if fact.kind not in RULES or fact.tainted:
        return False
    return any(item.role is Role.USER and worded_as_rule(item.quote) and _typed(store, item) for item in evidence)


def worded_as_rule(quote: str) -> bool:
    """Whether these words state a rule for later work rather than describe, ask or order something now."""
    statement = parse(quote)
    subjects = (statement.content | statement.condition) - LIGHT_STEMS
    if len(quote) > LONGEST_RULE or _PASTED.search(quote) or len(subjects) < SUBJECTS:
        return False
    return _STATED.search(quote.strip()) is not None and _HEDGED.search(quote) is None


def _typed(store: Store, item: Evidence) -> bool:
    """Whether the message was short enough to have been typed; what was saved by hand has none."""
    if item.session is None or item.source_id is None:
        return True
    turn = store.sessions.turn(item.session, item.source_id)
    return turn is None or len(turn.text) <= LONGEST_PROMPT
