"""A change of a text as insertions and cuts, which can be taken back exactly."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.errors import BadInput


@dataclass(frozen=True)
class Insertion:
    """A text that is put in, and where: characters from the beginning of the text before."""

    at: int
    text: str


def with_insertions(text: str, insertions: Sequence[Insertion]) -> str:
    """The text with all of them in place; of two at one place, the first comes first."""
    parts, last = [], 0
    for each in sorted(insertions, key=lambda each: each.at):
        parts += [text[last : each.at], each.text]
        last = each.at
    return "".join(parts) + text[last:]


def without_insertions(text: str, insertions: Sequence[Insertion]) -> str | None:
    """The text as it was before them; None where they do not stand in it any more."""
    parts, last, shift = [], 0, 0
    for each in sorted(insertions, key=lambda each: each.at):
        start = each.at + shift
        if not text.startswith(each.text, start):
            return None
        parts.append(text[last:start])
        last = start + len(each.text)
        shift += len(each.text)
    return "".join(parts) + text[last:]


def decoded(content: bytes, path: str) -> str:
    """The text of a settings file. Raises BadInput where it is no UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"`{path}` is no text in UTF-8", hint="Lore writes nothing to it") from error
