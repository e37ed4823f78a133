"""Which parts of a message the person did not write: plans and answers of agents, reviews, logs, code.

People type short messages and paste long ones, with what they ask above or below. So a short message is typed, but for
code, what a program printed, and a letter below what they ask; of a longer one only a plain first or last paragraph is.
`tests/capture` prints how often this is right.
"""

import re
from collections.abc import Sequence

from lore.capture.authorship.blocks import Block, blocks
from lore.capture.authorship.documents import hold_document
from lore.capture.authorship.lines import lines_of
from lore.capture.authorship.review import review_parts
from lore.capture.authorship.terminal import terminal_parts
from lore.language import Part, quoted_parts

SHORT, SHORT_IF_PLAIN = 600, 1_200
"""Characters up to which a message is typed: any one, and one without a mark of layout."""
PARAGRAPH = 500
"""Characters up to which the first or the last paragraph of a longer message is typed."""
_SALUTATION = re.compile(r"\s*[^\W\d_][^\n,.:;!?]{0,40},\s*")
"""What a letter begins with, as a paragraph: "Hi all,"."""
_BLANK = re.compile(r"\n[ \t]*\n")
_NO_BREAK = re.compile(r"[^\n]")
_MARKED = re.compile(
    r"^[ \t]{0,40}(?:[-*+•▪◦●⏺] |#{1,6} |\||\d{1,3}[.)] )|\*\*[^*\n]|[—–→⇒←↔⟶]"
    r"|[\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]",
    re.MULTILINE,
)
"""What a plain text has none of: marks of layout, of typesetting, symbols."""


def somebodys_parts(text: str) -> list[Part]:
    """The parts of a message in a user's name that are somebody's: quoted, or pasted without a mark of quotation."""
    lines = lines_of(text)
    certain = _joined(text, [*terminal_parts(lines), *review_parts(lines)])
    return [*quoted_parts(text), *certain, *pasted_parts(text, certain)]


def typed_text(text: str) -> str:
    """What of a message the person typed: the same text with spaces in place of all that is somebody's."""
    kept: list[str] = []
    place = 0
    for start, end in sorted(somebodys_parts(text)):
        kept += [text[place:start], _NO_BREAK.sub(" ", text[max(place, start) : end])]
        place = max(place, end)
    return "".join([*kept, text[place:]])


def pasted_parts(text: str, certain: Sequence[Part] = ()) -> list[Part]:
    """The blocks of a message that look like an agent's or a program's, in order.

    certain: the parts that are known to be: what stands beside one in its paragraph is judged by itself.
    """
    cuts = {start for start, _ in certain} | {end + 1 for _, end in certain}
    found = list(blocks(text, cuts))
    beside = not certain and hold_document(found)  # beside a terminal or a review, what is certain is left out already
    size = sum(len(block.text) for block in found)
    short = not beside and (size <= SHORT or (size <= SHORT_IF_PLAIN and all(map(_is_plain, found))))
    typed = found if short else [block for block in found[:1] + found[1:][-1:] if _is_own(block, beside)]
    letter = next((block.start for block in found[1:] if _SALUTATION.fullmatch(block.text)), len(text))
    kept = {block.start for block in typed if block.start < letter and not (block.is_code or block.printed)}
    return [(block.start, block.end) for block in found if block.start not in kept]


def _is_own(block: Block, beside: bool) -> bool:
    """Whether the first or the last paragraph of a long message is typed; beside a document it has to look so: to
    begin without a capital letter."""
    return len(block.text) <= PARAGRAPH and _is_plain(block) and (not beside or block.text.lstrip()[:1].islower())


def _is_plain(block: Block) -> bool:
    return not (block.is_code or block.printed or _MARKED.search(block.text))


def _joined(text: str, parts: Sequence[Part]) -> list[Part]:
    """The same parts, those within one paragraph as one with what stands between them."""
    found: list[Part] = []
    for start, end in sorted(parts):
        if found and _BLANK.search(text, found[-1][1], start) is None:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
