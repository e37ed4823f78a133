"""What may become a card of the review queue: a whole sentence that holds for good, said by whom it is put down to.

Whoever proposes something asks here: a consolidation, a model that reads, an agent. What a person proposes by hand is
never refused.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from lore.memory.sentences import (
    is_about_one_thing,
    is_for_now,
    is_fragment,
    is_guess,
    is_of_the_day,
    is_question,
    points,
)
from lore.model import Evidence, Fact, Kind, Role
from lore.text import one_line

LONGEST = 240
"""Characters of a card: one statement."""
_PASTED = re.compile(
    r"\n[ \t]*(?:[-*+•>|]|\d+[.)]|```|$)|```|[│├└┌]|^\s*[|>#$\[{<]|^\s*(?:at |Traceback|error:|warning:)|[{;:]\s*$"
    r"|^\s*https?://\S+\s*$|(?:\.\.\.|…)\s*$|\[secret:",
    re.IGNORECASE,
)


class NoCard(StrEnum):
    """Why something is not put before a person."""

    LENGTH = "longer than one statement"
    FRAGMENT = "no whole sentence"
    QUESTION = "a question"
    GUESS = "a guess"
    PASTED = "pasted"
    ONE_THING = "about one ticket, branch, commit or pull request"
    POINTS = "not to be understood alone"
    FOR_NOW = "said of a while that ends"
    ERRAND = "an order of the day"
    UNSAID = "not said by a person"


def why_no_card(text: str, fact: Fact, evidence: Sequence[Evidence]) -> NoCard | None:
    """Why a fact in these words is not put before a person; None where it may be.

    What nobody confirmed is put down to nobody: only of a person's fact a person's words must be among its evidence.
    """
    if not fact.tainted and not any(item.role is Role.USER for item in evidence):
        return NoCard.UNSAID
    return fault_in(text)


def fault_in(text: str) -> NoCard | None:
    """What the words themselves speak against."""
    line = one_line(text)
    if len(line) > LONGEST:
        return NoCard.LENGTH
    if _PASTED.search(text.strip()):
        return NoCard.PASTED
    if is_question(line):
        return NoCard.QUESTION
    if is_guess(line):
        return NoCard.GUESS
    if is_about_one_thing(line):
        return NoCard.ONE_THING
    if is_fragment(line):
        return NoCard.FRAGMENT
    if points(line):
        return NoCard.POINTS
    if is_for_now(line):
        return NoCard.FOR_NOW
    return NoCard.ERRAND if is_of_the_day(line) else None


def is_wanted(fact: Fact) -> bool:
    """Whether a fact is of a sort that becomes a card by itself: a rule, a correction, a decision with its reason."""
    if fact.tainted or fact.approved_at is not None or fact.kind is Kind.IDENTITY:
        return False  # who a person is makes no convention
    return fact.standing or fact.kind is Kind.CORRECTION or (fact.kind is Kind.DECISION and fact.because is not None)
