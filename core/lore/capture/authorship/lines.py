"""The lines of a message outside of its fences, each with its place."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.language import FENCED

_MOST_LABELS, _LABEL = 4, 160
"""Lines of a label, and characters of each."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end."""

    start: int
    end: int
    text: str
    """Empty where a fence stands: what is in it reaches nothing outside."""


def lines_of(text: str) -> list[Line]:
    """The lines in order; the first one of a fence keeps its words."""
    fences = [match.span() for match in FENCED.finditer(text)]
    found: list[Line] = []
    start, fence = 0, 0
    for line in text.split("\n"):
        while fence < len(fences) and fences[fence][1] <= start:
            fence += 1
        inside = fence < len(fences) and fences[fence][0] < start
        found.append(Line(start, start + len(line), "" if inside else line))
        start += len(line) + 1
    return found


def reach_down(lines: Sequence[Line], sign: int) -> int:
    """The last line of what the last sign of a paste announces: its paragraph, the first one below that says anything
    where this one is a label, and all further ones but the last of the message: that may say what is thought of it."""
    end = paragraph_end(lines, sign)
    starts = [place for place in range(end + 1, len(lines)) if _begins(lines, place)]
    at, label = sign, _is_label(lines, sign)
    while label and starts:
        at = starts.pop(0)
        end, label = paragraph_end(lines, at), _is_label(lines, at)
    return starts[-1] - 1 if len(starts) > 1 else end


def reach_up(lines: Sequence[Line], sign: int) -> int:
    """The first line of what the first sign ends, where it is a footer: all above it but the first paragraph."""
    starts = [place for place in range(sign + 1) if _begins(lines, place)]
    return starts[1] if len(starts) > 2 else paragraph_start(lines, sign)


def paragraph_start(lines: Sequence[Line], place: int) -> int:
    """The first line of the paragraph that a line stands in."""
    while place and lines[place - 1].text.strip():
        place -= 1
    return place


def paragraph_end(lines: Sequence[Line], place: int) -> int:
    """The last line of the paragraph that a line stands in."""
    while place + 1 < len(lines) and lines[place + 1].text.strip():
        place += 1
    return place


def _begins(lines: Sequence[Line], place: int) -> bool:
    return bool(lines[place].text.strip()) and not (place and lines[place - 1].text.strip())


def _is_label(lines: Sequence[Line], start: int) -> bool:
    """Whether a paragraph says nothing itself from a line on: a few lines, none of which ends like a sentence."""
    told = [line.text.strip() for line in lines[start : paragraph_end(lines, start) + 1]]
    return len(told) <= _MOST_LABELS and not any(line.endswith((".", "!", "?")) or len(line) > _LABEL for line in told)
