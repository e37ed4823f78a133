"""A managed block: the part of a file that belongs to Lore, between two comments.

The first comment carries the version of the format, a hash of what is between them, and what it takes to remove the
block without a trace: how many bytes were put before it, and whether the file was made for it. Everything works on
bytes; what is outside the block is never looked at, let alone changed.
"""

import hashlib
import re
from dataclasses import dataclass

from lore.errors import BadInput

VERSION = 1
_BEGIN = re.compile(
    rb"<!-- lore:begin (?P<name>[a-z]+) v(?P<version>\d+) (?P<hash>[0-9a-f]{16}) (?P<glue>\d)(?P<new> new)?"
    rb"[^\n]*?-->\r?\n"
)
_END = b"<!-- lore:end %s -->"


@dataclass(frozen=True, slots=True)
class Block:
    """A block as it stands in a file."""

    start: int
    """Offset of its first byte, the line breaks that were put before it included."""
    end: int
    body: str
    """What is between the comments, with `\\n` as line break."""
    made_file: bool
    """Whether the file was made for it."""
    edited: bool
    """Whether somebody changed the body since it was written."""


def find(content: bytes, name: str, path: str) -> Block | None:
    """The block of this name, or None. Raises BadInput where its comments are damaged or of a newer Lore."""
    openings = [match for match in _BEGIN.finditer(content) if match["name"] == name.encode()]
    closing = _END % name.encode()
    if not openings and closing not in content:
        return None
    end = content.find(closing, openings[0].end()) if len(openings) == 1 else -1
    if end < 0 or content.count(closing) != 1:
        marks = [match.start() for match in (*openings, *re.finditer(re.escape(closing), content))]
        lines = ", ".join(str(content.count(b"\n", 0, mark) + 1) for mark in sorted(marks))
        raise BadInput(
            f"the comments around the managed block of `{path}` are damaged: they stand on line {lines}",
            hint="delete all but one whole block, or what is left of it, then run `lore publish` again",
        )
    opening = openings[0]
    if int(opening["version"]) > VERSION:
        raise BadInput(f"the managed block of `{path}` was written by a newer Lore", hint="upgrade Lore")
    body = content[opening.end() : end].decode("utf-8", "replace").replace("\r\n", "\n")
    return Block(
        start=_start(content, opening.start(), int(opening["glue"])),
        end=_after_line_break(content, end + len(closing)),
        body=body,
        made_file=opening["new"] is not None,
        edited=digest(body) != opening["hash"].decode(),
    )


def without(content: bytes, block: Block, *, preamble: bytes = b"") -> bytes | None:
    """The file as it was before the block; None where the file was made for it and holds nothing else.

    preamble: what was put before the block when the file was made; it goes with it as long as it is as it was.
    """
    before, after = content[: block.start], content[block.end :]
    # Text that was added below the block must not run into a last line that had no line break.
    joint = _breaks(content) if before and after and not before.endswith(b"\n") else b""
    rest = before + joint + after
    return None if block.made_file and rest in (b"", preamble) else rest


def with_block(
    content: bytes | None, name: str, body: str, path: str, *, by: str = "lore publish", preamble: bytes = b""
) -> bytes:
    """The file with this body (it ends with a line break) in its block: where the old one was, or at the end.

    by: the command that the opening comment names. preamble: what comes before the block where the file is made.
    """
    if content is not None and b"\0" in content:
        raise BadInput(f"`{path}` is not a UTF-8 text", hint="convert it, or publish elsewhere")
    old = find(content, name, path) if content is not None else None
    if content is not None and old is not None:
        before, after = content[: old.start], content[old.end :]
        glue = _glue(content, old)
        rendered = _rendered(name, body, glue, made_file=old.made_file, line_break=_breaks(content), by=by)
        return before + glue + rendered + after
    existing = preamble if content is None else content
    line_break = _breaks(existing)
    missing = 0 if not existing else 1 if existing.endswith(b"\n") else 2
    glue = line_break * missing
    return existing + glue + _rendered(name, body, glue, made_file=content is None, line_break=line_break, by=by)


def digest(body: str) -> str:
    """Hash of a body, 16 hexadecimal digits; the kind of line break does not count."""
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _rendered(name: str, body: str, glue: bytes, *, made_file: bool, line_break: bytes, by: str) -> bytes:
    new = " new" if made_file else ""
    opening = f"<!-- lore:begin {name} v{VERSION} {digest(body)} {len(glue)}{new} · written by `{by}` -->\n"
    text = opening + body + f"<!-- lore:end {name} -->\n"
    return text.encode("utf-8", "surrogatepass").replace(b"\n", line_break)


def _breaks(content: bytes) -> bytes:
    """The line break that the file uses."""
    return b"\r\n" if content.count(b"\r\n") * 2 > content.count(b"\n") else b"\n"


def _glue(content: bytes, block: Block) -> bytes:
    return content[block.start : content.index(b"<!-- lore:begin", block.start)]


def _start(content: bytes, opening: int, glue: int) -> int:
    """Where the line breaks begin that were put before the block; as many of them as are still there."""
    start = opening
    while start > opening - glue and start > 0 and content[start - 1 : start] in (b"\n", b"\r"):
        start -= 1
    return start


def _after_line_break(content: bytes, position: int) -> int:
    for line_break in (b"\r\n", b"\n"):
        if content.startswith(line_break, position):
            return position + len(line_break)
    return position
