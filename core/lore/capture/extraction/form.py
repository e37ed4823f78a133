"""The form of a sentence and of its message: length, place, layout, marks. Nothing of what the words mean."""

import math
import re
from collections.abc import Sequence

from lore.capture.extraction.sentences import Form, Sentence

_MARKS = tuple(
    re.compile(pattern)
    for pattern in (
        r"`[^`]+`",
        r"\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b|\b\w+_\w+\b|\w+\(\)",
        r"(?:^|[\s`\"'(@])(?:~|\.{1,2})?/?[\w.@-]+/[\w./@*<>{}-]+|\b[\w-]+\.[a-z]{1,5}\b",
        r"\b\d+\b",
        r"https?://",
        r"(?:^|[\s`(])--?[a-z][\w-]+|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b",
        r":\d+\b|#\d+|\bL\d+|\b[0-9a-f]{7,40}\b",
        r"→|->|=>|⇒",
        r"—|–| - ",
        r":\s",
        r"[(（]",
        r"\s=\s|==",
        r"\*\*",
        r"[☀-➿🌀-🫿]",
        r"\b[A-Z]{3,}\b(?!_)",
        r"[\"“][^\"”]{3,}[\"”]",
        r",",
        r";",
        r"[{}\[\]<>|]",
        r"@\w",
        r"!",
    )
)
_CODE, _PICTURE = _MARKS[0], _MARKS[13]
_MOST = 3
"""Of one mark in a sentence: more say no more."""
_CODE_LINE = re.compile(r"[{};]\s*$")
_FORMS = (Form.BULLET, Form.NUMBER, Form.HEADING, Form.TABLE, Form.QUOTE)
_LONG_MESSAGE = 2_800


class MessageForm:
    """A message with its sentences. Its own numbers are computed once for all of them."""

    def __init__(self, text: str, sentences: Sequence[Sentence]) -> None:
        self.found = sentences
        self._message = _of_message(text, sentences)

    def numbers(self, place: int) -> list[float]:
        """The form of one sentence and of the message. place: of the sentence, from 0."""
        return [*_of_sentence(self.found[place], place, len(self.found)), *self._message]


def _of_sentence(sentence: Sentence, place: int, count: int) -> list[float]:
    text, words = sentence.text, len(sentence.text.split())
    letters = max(1, len(text))
    return [
        math.log1p(words),
        math.log1p(words) ** 2 / 4,
        *(float(words < few) for few in (4, 6)),
        *(float(words > many) for many in (30, 45)),
        float(place == 0),
        float(place == count - 1),
        float(count == 1),
        math.log1p(place),
        math.log1p(count),
        (place + 0.5) / max(1, count),
        *(float(sentence.form is form) for form in _FORMS),
        min(3.0, sentence.nth),
        min(4.0, sentence.of),
        min(2.0, sentence.depth / 2),
        float(bool(sentence.heading)),
        float(bool(sentence.lead)),
        *(float(text.endswith(end)) for end in (("?", "？"), (":", "："), (".", "。"), ("…", ".."), "!")),
        float(text[:1].islower()),
        float(text[:1] in '`"*([{<'),
        sum(letter.isalpha() or letter == " " for letter in text) / letters,
        sum(ord(letter) > 127 for letter in text) / letters,
        *(float(min(_MOST, len(mark.findall(text)))) for mark in _MARKS),
    ]


def _of_message(text: str, sentences: Sequence[Sentence]) -> list[float]:
    count, words, lines = max(1, len(sentences)), max(1, len(text.split())), text.split("\n")
    forms = [sentence.form for sentence in sentences]
    return [
        math.log1p(words),
        *(float(words < few) for few in (8, 30)),
        float(words > 400),
        min(3.0, text.count("```") // 2),
        math.log1p(len(lines)),
        *(forms.count(form) / count for form in _FORMS),
        sum(sentence.text.endswith("?") for sentence in sentences) / count,
        float(text.rstrip().endswith("?")),
        float(text[:1].islower()),
        float(_PICTURE.search(text) is not None),
        sum(len(_CODE.findall(sentence.text)) for sentence in sentences) / count / 2,
        sum(_CODE_LINE.search(line[-80:]) is not None for line in lines) / len(lines),
        float(len(text) >= _LONG_MESSAGE),
    ]
