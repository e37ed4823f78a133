"""One face for all formats of settings: put parts in, take out what is ours, say whether it stands."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lore.adapters.install import json_edit, toml_edit
from lore.adapters.install.json_edit import Edited
from lore.adapters.install.json_text import Insertion, decoded, without_insertions
from lore.adapters.install.parts import BY_SETUP, HOOK_MODULE, HOOK_PROGRAM, Part, PartKind
from lore.errors import BadInput
from lore.files import blocks

BLOCK = "setup"
"""The name of the managed block of instructions."""
_MARKS = (HOOK_PROGRAM, HOOK_MODULE, BY_SETUP)
"""One of them stands in every file that is wholly ours."""


@dataclass(frozen=True)
class Written:
    """What was put into one file, and what it takes to take it back exactly."""

    format: str
    parts: tuple[Part, ...]
    steps: tuple[tuple[Insertion, ...], ...]
    before: str | None
    """The hash of the file before; None where it was made."""
    after: str
    """The hash of the file after."""
    folders: int = 0
    """How many folders were made for it, the innermost first."""

    def as_json(self) -> dict[str, object]:
        return {
            "format": self.format,
            "parts": [part.as_json() for part in self.parts],
            "steps": [[[each.at, each.text] for each in step] for step in self.steps],
            "before": self.before,
            "after": self.after,
            "folders": self.folders,
        }

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> "Written":
        return cls(
            value["format"],
            tuple(Part.of_json(part) for part in value["parts"]),
            tuple(tuple(Insertion(at, text) for at, text in step) for step in value["steps"]),
            value["before"],
            value["after"],
            int(value["folders"]),
        )


def digest(content: bytes) -> str:
    """What tells one content of a file from another."""
    return hashlib.sha256(content).hexdigest()[:16]


def put_in(content: bytes | None, form: str, parts: Sequence[Part], path: str) -> tuple[bytes, Written]:
    """A file with parts put in, and what it takes to take them back. Raises BadInput where that cannot be done."""
    if form == "markdown":
        body = str(parts[0].value)
        after, edited = blocks.with_block(content, BLOCK, body, path, by="lore setup"), Edited("", (), tuple(parts))
    elif parts[0].kind is PartKind.TEXT:
        if content is not None and not _is_ours(content, path):
            raise BadInput(f"`{path}` is there, and Lore did not write it", hint="move it away, or leave it as it is")
        after, edited = str(parts[0].value).encode("utf-8"), Edited("", (), tuple(parts))
    else:
        edit = toml_edit if form == "toml" else json_edit
        edited = edit.put_in(decoded(content or b"", path), parts, path)
        after = edited.text.encode("utf-8")
    return after, Written(
        form, edited.parts, edited.steps, digest(content) if content is not None else None, digest(after)
    )


def take_out(content: bytes, written: Written, path: str) -> bytes | None:
    """The file without what is ours: as it was before, where nobody changed it since. None where it is to go.

    Raises BadInput where a file that is all ours was changed by somebody.
    """
    if digest(content) == written.after:
        if written.before is None:
            return None
        exact = _taken_back(decoded(content, path), written)
        if exact is not None and digest(exact.encode("utf-8")) == written.before:
            return exact.encode("utf-8")
    if written.format == "markdown":
        block = blocks.find(content, BLOCK, path)
        return content if block is None else blocks.without(content, block)
    if written.parts[0].kind is PartKind.TEXT:
        raise BadInput(f"`{path}` was changed since Lore wrote it", hint="delete it yourself, if it may go")
    rest = _without(decoded(content, path), written.format, written.parts, path)
    return None if written.before is None and _says_nothing(rest, written, path) else rest.encode("utf-8")


def stands_in(content: bytes | None, form: str, parts: Sequence[Part], path: str) -> bool:
    """Whether a file holds these parts, and nothing else of ours at their places."""
    if content is None:
        return False
    if form == "markdown":
        block = blocks.find(content, BLOCK, path)
        return bool(block is not None and block.body == str(parts[0].value))
    if parts[0].kind is PartKind.TEXT:
        return content == str(parts[0].value).encode("utf-8")
    text = decoded(content, path)
    return toml_edit.stand_in(text, parts, path) if form == "toml" else json_edit.stand_in(text, parts, path)


def holds_ours(content: bytes | None, form: str, parts: Sequence[Part], path: str) -> bool:
    """Whether a file holds anything of ours at the places of these parts."""
    if content is None:
        return False
    if form == "markdown":
        return blocks.find(content, BLOCK, path) is not None
    if parts[0].kind is PartKind.TEXT:
        return _is_ours(content, path)
    text = decoded(content, path)
    return _without(text, form, parts, path) != text


def _is_ours(content: bytes, path: str) -> bool:
    return any(mark in decoded(content, path) for mark in _MARKS)


def _without(text: str, form: str, parts: Sequence[Part], path: str) -> str:
    return toml_edit.take_out(text, parts, path) if form == "toml" else json_edit.take_out(text, parts, path)


def _taken_back(text: str, written: Written) -> str | None:
    found: str | None = text
    for step in reversed(written.steps):
        found = without_insertions(found, step) if found is not None else None
    return found


def _says_nothing(text: str, written: Written, path: str) -> bool:
    """Whether a file that was made for us holds nothing that somebody else put there."""
    if not text.strip():
        return True
    if written.format == "toml":
        return toml_edit.value_at(text, (), path) == {}
    found = json_edit.value_at(text, (), path)
    ours = {part.at[0] for part in written.parts}
    return isinstance(found, dict) and all(key in ours and not _is_kept(found[key], written) for key in found)


def _is_kept(value: object, written: Written) -> bool:
    """Whether a value is more than what set-up itself wrote beside its entries."""
    defaults = [part.value for part in written.parts if part.kind is PartKind.DEFAULT]
    return value not in (*defaults, {}, [])
