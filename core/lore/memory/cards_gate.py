"""What may become a card of the review queue by itself: one statement, said by whom it is put down to.

Whoever proposes something asks here, but for a model that reads: a consolidation, an agent. What a person proposes by
hand is never refused.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from lore.model import Evidence, Fact, Kind, Role
from lore.text import one_line

LONGEST = 240
"""Characters of a card: one statement."""
_PASTED = re.compile(
    r"\n[ \t]*(?:[-*+•>|]|\d+[.)]|```|$)|```|[│├└┌]|^\s*[|>#$\[{<]|^\s*(?:at |Traceback|error:|warning:)|[{;:]\s*$"
    r"|^\s*https?://\S+\s*$|(?:\.\.\.|…)\s*$|\[secret:",
    re.IGNORECASE,
)
_ASKED = re.compile(r"[?？][\s\"'”’)]*$")


class NoCard(StrEnum):
    """Why something is not put before a person."""

    LENGTH = "longer than one statement"
    QUESTION = "a question"
    PASTED = "pasted"
    UNSAID = "not said by a person"


def why_no_card(text: str, fact: Fact, evidence: Sequence[Evidence]) -> NoCard | None:
    """Why a fact in these words is not put before a person; None where it may be.

    What nobody confirmed is put down to nobody: only of a person's fact a person's words must be among its evidence.
    """
    if not fact.tainted and not any(item.role is Role.USER for item in evidence):
        return NoCard.UNSAID
    if len(one_line(text)) > LONGEST:
        return NoCard.LENGTH
    if _PASTED.search(text.strip()):
        return NoCard.PASTED
    return NoCard.QUESTION if _ASKED.search(text) else None


def is_wanted(fact: Fact) -> bool:
    """Whether a fact is of a sort that becomes a card by itself: a rule, a correction, a decision with its reason."""
    if fact.tainted or fact.approved_at is not None or fact.kind is Kind.IDENTITY:
        return False  # who a person is makes no convention
    return fact.standing or fact.kind is Kind.CORRECTION or (fact.kind is Kind.DECISION and fact.because is not None)
