"""Cuts a message into sentences, each with its place in the text and in the layout: paragraph, list, heading, table."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from lore.language.quoted import FENCED


class Form(StrEnum):
    """What a line is."""

    PARAGRAPH = "paragraph"
    BULLET = "bullet"
    NUMBER = "number"
    HEADING = "heading"
    TABLE = "table"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and where it stands. `text` is the message's, from `start` to `end`, word for word."""

    text: str
    start: int
    end: int
    form: Form = Form.PARAGRAPH
    nth: int = 0
    """Its number in its line."""
    of: int = 1
    """Sentences of its line."""
    heading: str = ""
    """The heading it stands under."""
    lead: str = ""
    """The line that announced the list it stands in."""
    depth: int = 0
    """Columns that a list entry is indented by."""


_BULLET = re.compile(r"(?P<indent>\s*)(?:[-*+•‣▪◦]|(?P<number>\d{1,3}|[a-zA-Z])[.)、])[ \t]+(?:\[[ xX]\]\s+)?")
_NUMBER = re.compile(r"(?P<indent>\s*)(?P<number>\d{1,3})[、．]")
_HEADING = re.compile(r"\s*#{1,6}\s+")
_BOLD_LINE = re.compile(r"\s*\*\*[^*]{1,80}\*\*:?\s*$")
_QUOTED = re.compile(r"\s*>\s?")
_TABLE = re.compile(r"\s*\|.*\|")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig|mr|mrs|dr|st|z\.b|bzw|w/o?|eg|ie)|\b[a-z])\.$", re.IGNORECASE
)
_LONGEST_ABBREVIATION = 8
_ENUMERATOR = re.compile(r"(?:^|[:,;.]\s+)\(?\d{1,2}\.$")
"""The number of an entry of a list that is written in one line."""
_LOWER = re.compile(r"\s+[a-z]")
_END = re.compile(
    r"(?:(?<![.!?…])[.!?…]++[\"'”’)\]*_`]*+(?=\s|$))|[。！？；]++[”’」』)]*+"  # possessive: linear in any input
)
_MARKS = " \t\r*_>|#•–—-"
_ANNOUNCES = (":", "：")
_ENDS_LINE, _CLOSING = ".!?…:;。！？：；", "\"'”’)]*_`"
"""What ends a sentence or announces a list at the end of a line, and marks that may follow it."""
_WRAPPED = 50
"""Characters of a line that an editor may have wrapped."""
_OPENS = re.compile(
    r"(?:also|then|but|so|please|plus|next|ok(?:ay)?|i|we|you|let['’]?s|don['’]?t|can|could|why|what|how)\b"
)
"""Words in small letters that begin another sentence of somebody who types no capitals."""


def straight(text: str) -> str:
    """The text with the apostrophes of a typewriter, which the rules know; every character keeps its place."""
    return text.replace("’", "'")


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences outside code fences, without the marks of lists, headings and emphasis around them."""
    plain = FENCED.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    start, heading, lead = 0, "", ""
    for line in _whole_lines(plain):
        form, indent, depth = _form(line)
        listed = form in (Form.BULLET, Form.NUMBER)
        under = "" if form is Form.HEADING else heading
        found = list(_cut(line[indent:], start + indent))
        for nth, (words, begins) in enumerate(found):
            yield Sentence(
                words, begins, begins + len(words), form, nth, len(found), under, lead if listed else "", depth
            )
        if form is Form.HEADING:
            heading = line[indent:].strip(_MARKS + ":")
        if found and form in (Form.PARAGRAPH, Form.HEADING):
            announces = form is Form.HEADING or line.rstrip().rstrip("*_").endswith(_ANNOUNCES)
            lead = found[-1][0] if announces else ""
        start += len(line) + 1


def whole_sentences(text: str, start: int, end: int) -> str:
    """The sentences of a message that its part from `start` to `end` is from, over line breaks; a list entry with the
    line that announces it, or the heading it stands under."""
    found = list(sentences(text))
    touched = [place for place, one in enumerate(found) if one.start < end and start < one.end]
    if not touched:
        return text[start:end]
    first, last = touched[0], touched[-1]
    while first and _runs_on(text, found[first - 1], found[first]):
        first -= 1
    while last + 1 < len(found) and _runs_on(text, found[last], found[last + 1]):
        last += 1
    whole = text[min(start, found[first].start) : max(end, found[last].end)]
    above = found[first].lead or found[first].heading
    listed = found[first].form in (Form.BULLET, Form.NUMBER)
    return f"{above.strip(_MARKS + ':')}: {whole}" if listed and above else whole


def _runs_on(text: str, one: Sentence, other: Sentence) -> bool:
    """Whether a sentence goes on in the next line of its paragraph or list entry."""
    between = text[one.end : other.start]
    is_broken = between.count("\n") == 1 and not between.strip(_MARKS + "\n")
    return is_broken and other.form is Form.PARAGRAPH and _END.search(one.text, max(0, len(one.text) - 4)) is None


def _whole_lines(text: str) -> Iterator[str]:
    """The lines, those that an editor wrapped as one: an entry of a list with what is indented below it, a long line
    that ends within a sentence with the one that goes on in small letters."""
    lines = iter(text.split("\n"))
    whole = last = next(lines)
    for line in lines:
        if _wraps(whole, last, line):
            whole += "\n" + line
        else:
            yield whole
            whole = line
        last = line
    yield whole


def _wraps(whole: str, last: str, line: str) -> bool:
    """Whether a line goes on with what the last one of a paragraph or an entry began."""
    ends = last.rstrip().rstrip(_CLOSING)[-1:]
    if not line.strip() or not ends or ends in _ENDS_LINE or _form(line)[0] is not Form.PARAGRAPH:
        return False
    form, _, depth = _form(whole)
    indent = len(line) - len(line.lstrip())
    if form in (Form.BULLET, Form.NUMBER):
        return indent > depth
    goes_on = line.lstrip()[:1].islower() and _OPENS.match(line.lstrip()) is None
    return form is Form.PARAGRAPH and goes_on and len(last.rstrip()) >= _WRAPPED


def _form(line: str) -> tuple[Form, int, int]:
    """What a line is, how many characters of it are layout, and how far a list entry is indented."""
    quoted = _QUOTED.match(line)
    shift = quoted.end() if quoted else 0
    body = line[shift:]
    if match := _HEADING.match(body):
        return Form.HEADING, shift + match.end(), 0
    if _TABLE.match(body):
        return Form.TABLE, shift, 0
    if match := _BULLET.match(body) or _NUMBER.match(body):
        form = Form.NUMBER if match["number"] else Form.BULLET
        return form, shift + match.end(), len(match["indent"])
    if _BOLD_LINE.match(body):
        return Form.HEADING, shift, 0
    return Form.QUOTE if quoted else Form.PARAGRAPH, shift, 0


def _cut(line: str, offset: int) -> Iterator[tuple[str, int]]:
    """The sentences of a line and where each begins in the message."""
    start = 0
    ends = [match.end() for match in _END.finditer(line) if not _goes_on(line, match)]
    for end in [*ends, len(line)]:
        if line.count("`", start, end) % 2 and end < len(line):
            continue  # the mark stands inside code
        words = line[start:end].strip(_MARKS)
        if words:
            yield words, offset + line.index(words, start)
        start = end


def _goes_on(line: str, match: re.Match[str]) -> bool:
    """Whether the sentence does not end at the mark: it ends a word, a number, or what is quoted in a sentence."""
    if match.group() == ".":
        before = line[max(0, match.start() - _LONGEST_ABBREVIATION) : match.start() + 1]
        return (_ABBREVIATION.search(before) or _ENUMERATOR.search(before)) is not None
    return len(match.group()) > 1 and _LOWER.match(line, match.end()) is not None
