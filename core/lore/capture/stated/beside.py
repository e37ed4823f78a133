"""What stands beside a sentence and says that it is another's, or not meant: its label, lines above, the next one."""

import re
from collections.abc import Sequence

from lore.capture.quoted import FENCED, Part
from lore.capture.sentences import Form, Sentence, straight
from lore.capture.stated.marks import Mark, languages

_LONGEST_LABEL = 6
"""Words before a colon that name whose words or what follows."""
_PROMPT = re.compile(r"^\W{0,3}[\w@.-]{1,20}[>»]\s")
_TAGGED = re.compile(r"<([a-z][\w-]{1,40})(?:\s[^<>\n]{0,200})?>(?:.|\n){0,4000}?</\1>", re.IGNORECASE)
_BLANK = re.compile(r"\n[ \t]*\n")
_SHOWN = re.compile(rf"{FENCED.pattern}|^[ \t]*>", FENCED.flags)
"""What a line may announce that is no sentence: code, or a quotation that is marked."""


def tagged_parts(text: str) -> list[Part]:
    """The parts of a message between tags, which programs write."""
    return [match.span() for match in _TAGGED.finditer(text)]


def is_labelled(seen: str, mark: Mark) -> bool:
    """Whether a name, or a word of what it is, stands before what bears the mark: "Bob: always …", "Bad: always …"."""
    if _PROMPT.match(seen):
        return True
    label, colon, rest = seen.partition(": ")
    is_label = colon and len(label.split()) <= _LONGEST_LABEL and any(one.search(rest) for one in mark.patterns)
    return bool(is_label) and not is_own(label)


def is_own(label: str) -> bool:
    """Whether the words before a colon announce rules of the person's own: "Rules for tests", "one more thing"."""
    said = straight(label).strip().rstrip(":").strip()
    if any(one.not_own.search(said) or any(other.search(said) for other in one.others) for one in languages()):
        return False
    return any(one.own.match(said) for one in languages())


def announcing(found: Sequence[Sentence]) -> list[int]:
    """The places of the sentences that say that the next one, or the paragraph below, is not the person's own."""
    return [place for place, one in enumerate(found) if _announces(straight(one.text))]


def is_shown(text: str, found: Sequence[Sentence], place: int, announced: Sequence[int]) -> bool:
    """Whether a sentence is code, or shown to be asked about, changed or told of: one of `announced` reaches it."""
    here = found[place]
    before = text[text.rfind("\n", 0, here.start) + 1 : here.start]
    if here.form is Form.PARAGRAPH and not before.strip() and (len(before) >= 4 or "\t" in before):
        return True
    if here.lead.endswith((":", "：")) and not is_own(here.lead):
        return True
    return any(_reaches(text, found[one], found[one + 1], here) for one in announced if one < place)


def is_taken_back(found: Sequence[Sentence], place: int) -> bool:
    """Whether the next sentence says that this one was not meant, or is wrong."""
    if place + 1 == len(found):
        return False
    said = straight(found[place + 1].text)
    return is_joke(said) or any(one.after.search(said) for one in languages())


def is_joke(said: str) -> bool:
    return any(pattern.search(said) for one in languages() for pattern in one.jokes)


def is_reported(said: str) -> bool:
    """Whether a sentence tells what somebody else says."""
    return any(pattern.search(said) for one in languages() for pattern in one.others)


def _announces(said: str) -> bool:
    if said.endswith((":", "：")):
        return not is_own(said)
    return any(pattern.search(said) for language in languages() for pattern in language.announcing)


def _reaches(text: str, one: Sentence, other: Sentence, here: Sentence) -> bool:
    """Whether what a sentence announces lasts to another one: the next sentence, or the paragraph below its line."""
    if "\n" not in text[one.end : other.start]:
        return other is here
    is_below = _BLANK.search(text, other.start, here.start) is None
    return is_below and _SHOWN.search(text, one.end, here.start) is None
