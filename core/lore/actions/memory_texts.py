"""The words of Anthropic's memory tool (`memory_20250818`), to the letter: models are trained on them."""

import re
from collections.abc import Iterable, Mapping, Sequence

from lore.errors import BadInput, NotFound

ROOT = "/memories"
NUMBER_WIDTH = 6
AROUND = 2
"""Lines that are shown before and after a change."""
DEEP = 2
"""Levels of a folder that are listed."""
LONGEST_PATH = 200
_PART = re.compile(r"[^\W_][\w .,+@()-]{0,99}")
"""A part of a path: nothing that a shell, a URL or a file system reads as anything else than a name."""


def parts_of(path: str) -> tuple[str, ...]:
    """The parts of a path below the root; none for the root. Raises BadInput for what leaves it or is no plain name."""
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise BadInput(f"Path must start with /memories, got: {path}")
    parts = tuple(part for part in path[len(ROOT) :].split("/") if part)
    if any(part in (".", "..") for part in parts) or "\\" in path or "%" in path:
        raise BadInput(f"Path {path} would escape /memories directory")
    if len(path) > LONGEST_PATH or any(_PART.fullmatch(part) is None or part != part.strip() for part in parts):
        raise BadInput(f"Unsupported path: {path}", hint="name files in letters, digits, `-`, `_` and `.`")
    return parts


def missing(path: str) -> NotFound:
    """There is no such file, for a command that reads or edits one."""
    return NotFound(f"The path {path} does not exist. Please provide a valid path.")


def gone(path: str) -> NotFound:
    """There is no such file, for a command that moves or deletes one."""
    return NotFound(f"The path {path} does not exist")


def numbered(lines: Sequence[str], first: int = 1) -> str:
    """Lines with their numbers."""
    return "\n".join(f"{number:>{NUMBER_WIDTH}}\t{line}" for number, line in enumerate(lines, first))


def shown(path: str, text: str, view_range: Sequence[int] | None) -> str:
    """A file, or some lines of it: from 1, to the last one where the second number is -1."""
    lines = text.split("\n")
    start, end = 0, len(lines)
    if view_range and len(view_range) == 2:
        start, end = max(1, view_range[0]) - 1, len(lines) if view_range[1] == -1 else max(0, view_range[1])
    return f"Here's the content of {path} with line numbers:\n{numbered(lines[start:end], start + 1)}"


def listed(path: str, sizes: Mapping[tuple[str, ...], int], below: tuple[str, ...]) -> str:
    """A folder. sizes: the bytes of each file, by the parts of its path; below: the parts of the folder's."""
    entries: dict[tuple[str, ...], int] = {}
    whole = 0
    for parts, size in sizes.items():
        if parts[: len(below)] != below or len(parts) == len(below):
            continue
        rest = parts[len(below) :]
        whole += size
        for depth in range(1, min(DEEP, len(rest)) + 1):
            entries[rest[:depth]] = entries.get(rest[:depth], 0) + size
    folders = {parts[len(below) :][:depth] for parts in sizes for depth in range(1, len(parts) - len(below))}
    lines = [f"{size_of(whole)}\t{path}"]
    for rest in sorted(entries):
        lines.append(f"{size_of(entries[rest])}\t{path}/{'/'.join(rest)}{'/' if rest in folders else ''}")
    head = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
    return "\n".join([head, *lines])


def size_of(count: int) -> str:
    """Bytes as the tool writes them: `0B`, `18B`, `4K`, `1.5K`."""
    units, value = "BKMG", float(count)
    place = 0
    while value >= 1024 and place < len(units) - 1:
        value, place = value / 1024, place + 1
    return f"{int(value)}{units[place]}" if value == int(value) else f"{value:.1f}{units[place]}"


def replaced(path: str, text: str, old: str, new: str) -> tuple[str, str]:
    """The text with one place of it replaced, and what is said of it. Raises BadInput where it is not one place."""
    count = text.count(old) if old else 0
    if count == 0:
        raise BadInput(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")
    if count > 1:
        lines = ", ".join(str(number) for number in _lines_of(text, old))
        raise BadInput(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}. "
            "Please ensure it is unique"
        )
    at = text[: text.index(old)].count("\n")
    changed = text.replace(old, new)
    lines_now = changed.split("\n")
    first = max(0, at - AROUND)
    snippet = numbered(lines_now[first : at + AROUND + 1], first + 1)
    return (
        changed,
        f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}",
    )


def inserted(text: str, line: int, added: str) -> str:
    """The text with lines put in after the line of this number. Raises BadInput for a line that is not there."""
    lines = text.split("\n") if text else []
    if not 0 <= line <= len(lines):
        raise BadInput(f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}].")
    return "\n".join([*lines[:line], added.rstrip("\n"), *lines[line:]])


def _lines_of(text: str, part: str) -> Iterable[int]:
    start = text.find(part)
    while start >= 0:
        yield text[:start].count("\n") + 1
        start = text.find(part, start + 1)
