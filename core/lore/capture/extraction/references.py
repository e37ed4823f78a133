"""What "it", "this" or "they" at the head of a statement stands for, so that the statement reads on its own.

The subject of the sentence before takes the pronoun's place where it is clear; otherwise that sentence stays in front.
"""

import re
from dataclasses import dataclass

from lore.capture.extraction.words import PRESENT
from lore.text import as_sentence

_LONGEST_CONTEXT = 200
"""Characters of a sentence that may stand in front of a statement."""
_AUXILIARY = (
    r"is|are|isn'?t|aren'?t|was|were|has|have|had|does|do|did|doesn'?t|don'?t|didn'?t|should|shouldn'?t|must|mustn'?t"
    r"|can|can'?t|cannot|could|couldn'?t|will|won'?t|would|wouldn'?t|may|might|needs?|stops|makes|lets|fixes|adds|means"
    r"|live|run|use|need|go|come|belong|stay|keep|contain|store|handle"
)
_VERB = rf"(?:{_AUXILIARY}|{PRESENT})"
_POINTS = re.compile(
    rf"(?P<pronoun>it|this|that|they|these|those)(?P<be>['’](?:s|re))?"
    rf"(?(be)|(?= (?:(?:only|never|always|also|just|still|now|all|both) )?{_VERB}\b))(?= )",
    re.IGNORECASE,
)
_LEADS_IN = re.compile(
    r"(?:(?:that|this|it|which) (?:also )?(?:means|implies)(?: that)?|that['’]?s why)"
    r" (?=(?:the|our|we|all|every|each|no|only|a|an|any|`)\b|`)",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:it|this|that)(?:['’]s| is| was| would be| will be) (?:also |really |very |not |\w+ly )?(?:a known|important"
    r"|better|best|ok|okay|fine|good|bad|possible|impossible|required|necessary|worth|clear|time|easier|safer|enough)\b",
    re.IGNORECASE,
)
"""The pronoun stands for what follows, or for nothing."""
_NAME = r"`[^`\n]{1,60}`|[a-z]+[A-Z_]\w*|[A-Z]\w*(?:[._-]\w+|[A-Z]\w*)+"
_SUBJECT = re.compile(
    rf"(?P<subject>(?i:the|our|my|your|all|every|each|both) (?:[\w`'’./-]+ ){{0,3}}?[\w`'’./-]+|{_NAME}) {_VERB}\b"
)
_ASKED = re.compile(
    r"(?:is|are|was|were|does|do|did|should|must|can|could|will|would|may)"
    rf" (?P<subject>(?:the|our|my|your|all|every|each) [\w`'’./-]+|{_NAME})(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A statement, and whether it can be understood without what was said before it."""

    text: str
    complete: bool = True


def resolved(text: str, previous: str, asked: str) -> Resolved:
    """The statement with its first pronoun resolved.

    previous: the sentence before it in its message, or "". asked: the last sentence of the message before, or "".
    """
    lead_in = _LEADS_IN.match(text)
    if lead_in:
        return Resolved(as_sentence(text[lead_in.end() :]))
    found = _POINTS.match(text)
    if found is None or _EMPTY.match(text):
        return Resolved(text)
    plural = found["pronoun"].lower() in ("they", "these", "those")
    subject = _subject(_SUBJECT, previous, plural) or (_subject(_ASKED, asked, plural) if not previous else None)
    if subject:
        be = "" if not found["be"] else " are" if plural else " is"
        return Resolved(as_sentence(f"{subject}{be}{text[found.end() :]}"))
    if previous and len(previous) <= _LONGEST_CONTEXT and not previous.endswith("?"):
        return Resolved(f"{as_sentence(previous)} {text}")
    return Resolved(text, complete=False)


def _subject(pattern: re.Pattern[str], sentence: str, plural: bool) -> str | None:
    """What a sentence speaks of, where it agrees in number."""
    found = pattern.match(sentence)
    if found is None:
        return None
    subject = found["subject"]
    many = subject.endswith("s") and not subject.endswith(("ss", "us", "is")) and "`" not in subject
    return subject if many == plural else None
