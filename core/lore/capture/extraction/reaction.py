"""How a person takes what was said: the start of the next message confirms it, or takes it back."""

import re
from enum import StrEnum

from lore.capture.extraction.sentences import straight
from lore.model import Role


class Reaction(StrEnum):
    """What the next message of a person says of the one before it."""

    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    NONE = "none"


_OPENING = 200
"""Characters in which a reaction stands."""
_YES = re.compile(
    r"(?:yes|yep|yeah|correct|exactly|right|agreed|perfect|great|good|nice|ok(?:ay)?|sounds good|makes sense|lgtm"
    r"|that'?s (?:right|correct|true|it)|go (?:ahead|for it))\b(?![^.!\n]{0,60}\b(?:but|except|however|wrong|not)\b)",
    re.IGNORECASE,
)
_WRONG = re.compile(
    r"(?:(?:no|nope|nah|hmm|sorry|wait)\b[\s,.!]*)?(?:(?:that|this|it|which)(?:'?s| is| was)|you(?:'re| are))"
    r" (?:\w+ )?(?:wrong|incorrect|mistaken|false|not (?:right|correct|true|how|what))\b"
    r"|(?:wrong|incorrect)\b|(?:revert|undo|roll ?back) (?:that|this|it|these|the last|your)\b",
    re.IGNORECASE,
)
_NEVER_MIND = re.compile(
    r"(?:never ?mind|scratch that|forget (?:it|that|about (?:it|that)|what i (?:said|wrote))"
    r"|ignore (?:that|my last|what i)"
    r"|(?:actually|wait|sorry|oops)[\s,.]+(?:no\b|scratch|never ?mind|ignore|forget|i was wrong|that was wrong))",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w']+")
_POINTING = frozenset(
    {
        "about",
        "above",
        "again",
        "all",
        "earlier",
        "i",
        "it",
        "just",
        "last",
        "line",
        "message",
        "my",
        "now",
        "of",
        "one",
    }
    | {"part", "please", "said", "sentence", "so", "sorry", "that", "the", "then", "thing", "this", "what", "wrote"}
    | {"yes", "no", "ok", "okay", "actually", "wait", "oops", "hmm"}
)
"""Words that only point at what is taken back."""


def reaction(role: Role, after: str) -> Reaction:
    """How a message of `role` is taken in `after`, the next message of a person.

    An agent is told that it is right or wrong; a person takes back what they said themselves.
    """
    opening = straight(after[:_OPENING]).lstrip()
    if role is Role.USER:
        return Reaction.REJECTED if _NEVER_MIND.match(opening) else Reaction.NONE
    if _WRONG.match(opening):
        return Reaction.REJECTED
    return Reaction.CONFIRMED if _YES.match(opening) else Reaction.NONE


def only_takes_back(sentence: str) -> bool:
    """Whether a sentence says nothing but that something said before does not hold: "Never mind, scratch that." """
    text, place, found = straight(sentence), 0, False
    while place < len(text):
        if step := _NEVER_MIND.match(text, place) or _WRONG.match(text, place):
            found = True
        else:
            step = _WORD.match(text, place)
            if step and step.group().lower() not in _POINTING:
                return False
        place = step.end() if step else place + 1
    return found
