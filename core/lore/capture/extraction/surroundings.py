"""What a message is like as a whole: how long, how it is laid out, what its sentences do."""

import math
import re
from collections.abc import Sequence

from lore.capture.extraction.sentences import Form, Sentence
from lore.capture.extraction.wording import COUNTED, HEADINGS, WORDINGS

_SHAPES = (
    "message words", "message is short", "message is long", "fences", "log lines", "code lines", "foreign letters",
    "list entries", "headings", "table rows", "message is a plan", "message starts low", "message ends asking",
)  # fmt: skip
MESSAGE = (*_SHAPES, *(f"share: {name}" for name in COUNTED), *(f"any: {name}" for name in COUNTED))
LAYOUT = (
    "code spans", "identifiers", "characters", "under 3 words", "over 40 words", "bullet", "numbered", "is heading",
    "in table", "in quote", "second", "number in line", "sentences in line", "indent", "announced", "under heading",
    "starts low", "ends with colon", "ends with stop", "letters", "East Asian", "label",
    *HEADINGS,
)  # fmt: skip
_LONG_LINE = 400
"""Characters of a line that say whether it is code or a log."""
_LONG_MESSAGE = 2_800
_PLAN = re.compile(r"\s*(?:implement|execute|here is) the (?:following|attached) plan", re.IGNORECASE)
_ASKS = re.compile(r"[?？]\s*$")
_EAST_ASIAN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_LABEL = re.compile(r"\**([A-Z][\w /`'-]{1,40}?)\**:\**\s")
_FORMS = (Form.BULLET, Form.NUMBER, Form.HEADING, Form.TABLE, Form.QUOTE)


class Surroundings:
    """A message with its sentences; its numbers are computed once for all of them."""

    def __init__(self, text: str, found: Sequence[Sentence]) -> None:
        self.text = text
        self.found = found
        self.message: Sequence[float] = [*self._shape(), *self._counts()]
        """One number for each of `MESSAGE`."""

    def wordings(self, place: int) -> Sequence[bool]:
        """Which of `WORDINGS` a sentence has. place: its number in the message, from 0."""
        text = self.found[place].text
        return [pattern.search(text) is not None for pattern in WORDINGS.values()]

    def layout(self, place: int) -> Sequence[float]:
        """One number for each of `LAYOUT`."""
        sentence = self.found[place]
        text, words = sentence.text, len(sentence.text.split())
        above = f"{sentence.heading} {sentence.lead}".strip()
        label = _LABEL.match(self.text, max(0, sentence.start - 2), sentence.end)
        return [
            min(4, len(WORDINGS["has code"].findall(text))),
            min(4, len(WORDINGS["has an identifier"].findall(text))),
            math.log1p(len(text)),
            words < 3,
            words > 40,
            *(sentence.form is form for form in _FORMS),
            place == 1,
            min(3, sentence.nth),
            min(4, sentence.of),
            min(2.0, sentence.depth / 2),
            bool(sentence.lead),
            bool(sentence.heading),
            text[:1].islower(),
            text.endswith((":", "：")),
            text.endswith("."),
            sum(letter.isalpha() or letter == " " for letter in text) / max(1, len(text)),
            _EAST_ASIAN.search(text) is not None,
            label is not None,
            *(bool(above and pattern.search(above)) for pattern in HEADINGS.values()),
        ]

    def _shape(self) -> Sequence[float]:
        text, count = self.text, max(1, len(self.found))
        words = max(1, len(text.split()))
        lines = [line[:_LONG_LINE] for line in text.split("\n")]
        letters = [letter for letter in text if letter.isalpha()]
        forms = [sentence.form for sentence in self.found]
        return [
            math.log1p(words),
            words < 8,
            len(text) >= _LONG_MESSAGE,
            min(3, text.count("```") // 2),
            _share(WORDINGS["is a log line"], lines),
            _share(WORDINGS["is a line of code"], lines),
            sum(ord(letter) > 127 for letter in letters) / max(1, len(letters)),
            sum(form in (Form.BULLET, Form.NUMBER) for form in forms) / count,
            forms.count(Form.HEADING) / count,
            forms.count(Form.TABLE) / count,
            _PLAN.match(text) is not None,
            text[:1].islower(),
            _ASKS.search(text) is not None,
        ]

    def _counts(self) -> Sequence[float]:
        texts = [sentence.text[:_LONG_LINE] for sentence in self.found]
        shares = [_share(WORDINGS[name], texts) for name in COUNTED]
        return [*shares, *(float(share > 0) for share in shares)]


def _share(pattern: re.Pattern[str], lines: Sequence[str]) -> float:
    return sum(pattern.search(line) is not None for line in lines) / max(1, len(lines))
