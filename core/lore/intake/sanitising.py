"""Takes out of a text what can act on a terminal or hide from a reader, and leaves what real languages and emoji need.

What goes: terminal escapes, control characters, bidirectional overrides, and all that `hidden` finds: invisible
characters, tags, selectors and joiners where no script uses them, noncharacters, lone surrogates; storms of combining
marks are cut.
"""

import re
import unicodedata
from collections.abc import Iterator

from lore.intake.hidden import replacement, shows_all, suspects

MAX_MARKS = 8
"""Combining marks on one base character; written languages stay below five."""

_MAX_STRING = 4096

# The last introducer, not a parser state, decides where a string sequence ends: the class leaves out every introducer,
# so a text full of unfinished sequences is still read once.
_ESCAPE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]"
    rf"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9b-\x9f\n]{{0,{_MAX_STRING}}}(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]{0,4}[0-~]"
)
_MARK_RUN = re.compile(rf"[^\w\x00-\u02ff]{{{MAX_MARKS + 1},}}")


def sanitise(text: str) -> str:
    """The text without anything that acts on a terminal or hides; legitimate text comes back unchanged. Idempotent."""
    while True:
        safe = _fewer_marks(_shown(text))
        if safe == text:
            return safe
        text = safe  # what was apart may be together now: a joiner without its letter, a storm in two halves


def hidden_characters(text: str) -> int:
    """How many characters of a text a reader cannot see or a terminal would act on."""
    return sum(end - start for start, end, new in _found(text) if new not in ("\n", text[start:end]))


def _shown(text: str) -> str:
    if shows_all(text):
        return text
    pieces: list[str] = []
    done = 0
    for start, end, new in _found(text):
        pieces += (text[done:start], new)
        done = end
    return "".join(pieces) + text[done:]


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    """Each place that may act or hide: its start and end, and what is to stand there."""
    characters = "" if shows_all(text) else suspects(text)
    if not characters:
        return
    suspect = re.compile(f"[{re.escape(characters)}]")
    position = 0
    while match := suspect.search(text, position):
        start = match.start()
        escape = _ESCAPE.match(text, start)
        position, new = (escape.end(), "") if escape else replacement(text, start)
        yield start, position, new


def _fewer_marks(text: str) -> str:
    return text if text.isascii() else _MARK_RUN.sub(_calmed, text)


def _calmed(run: re.Match[str]) -> str:
    kept, marks = [], 0
    for character in run.group():
        category = unicodedata.category(character)
        if category.startswith("M"):
            marks += 1
        elif category != "Cf":  # a joiner between marks begins no new letter
            marks = 0
        if marks <= MAX_MARKS or category == "Cf":
            kept.append(character)
    return "".join(kept)
