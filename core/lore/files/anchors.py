"""What a fact rests on in its repository: files, symbols and commands, and whether they are there.

The repository is input: no program is started in it, no link is followed, and the look is bounded.
"""

import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from lore.model import Fact
from lore.opening import read_whole

MOST_FILES, MOST_BYTES, LARGEST, SECONDS = 20_000, 32_000_000, 1_000_000, 2.0
"""How much of a repository is looked through: what was not reached in it is not said to be gone."""
MOST = 12
"""Anchors of one fact."""
_SKIPPED = frozenset({"node_modules", "__pycache__", "venv", "site-packages", "dist", "build", "target", "vendor"})
_TEXTS = frozenset(
    [
        ".py",
        ".pyi",
        ".ts",
        ".tsx",
        ".js",
        ".jsx",
        ".mjs",
        ".cjs",
        ".vue",
        ".svelte",
        ".go",
        ".rs",
        ".java",
        ".kt",
        ".swift",
        ".rb",
        ".php",
        ".c",
        ".cc",
        ".cpp",
        ".h",
        ".hpp",
        ".cs",
        ".sh",
        ".sql",
        ".html",
        ".css",
        ".scss",
        ".json",
        ".yaml",
        ".yml",
        ".toml",
        ".ini",
        ".cfg",
        ".proto",
        ".gradle",
        ".tf",
        ".ex",
        ".exs",
        ".clj",
        ".scala",
        ".dart",
        ".lua",
        ".r",
        ".jl",
        ".zig",
    ]
)
"""Endings of files in which symbols are looked for. Text for people is none: it may tell of what is gone."""
_CODE = re.compile(r"`([^`\s]{3,80})`")
_SYMBOL = re.compile(r"(?:[A-Za-z_]\w*[.:]+)*([A-Za-z_]\w{2,60})(?:\(\))?")
_COINED = re.compile(r"[a-z0-9][A-Z]|\w_\w|\(\)$")
_RUN = re.compile(r"\b(?P<tool>make|just|npm run|pnpm run|yarn run|bun run|pnpm|yarn) (?P<name>[a-z][\w:-]{1,40})\b")
_TARGET = re.compile(r"^(?P<name>[A-Za-z][\w.-]*(?: +[A-Za-z][\w.-]*)*)\s*(?:\s[^:=\n]*)?:(?!=)", re.M)
_BUILT_IN = frozenset(
    [
        "add",
        "install",
        "remove",
        "run",
        "test",
        "exec",
        "init",
        "create",
        "dlx",
        "update",
        "upgrade",
        "up",
        "audit",
        "why",
        "link",
        "publish",
        "sure",
        "it",
        "the",
        "a",
    ]
)
"""Words after a package manager that are its own commands, or no command at all."""


class AnchorKind(StrEnum):
    FILE = "file"
    SYMBOL = "symbol"
    COMMAND = "command"


@dataclass(frozen=True, slots=True, order=True)
class Anchor:
    """Something that a fact names and that may go."""

    kind: AnchorKind
    name: str
    """A path from the root of the repository, or its end; an identifier; a command such as `make lint`."""


def anchors_of(fact: Fact) -> tuple[Anchor, ...]:
    """The files, symbols and commands that a fact names, each once."""
    found = [Anchor(AnchorKind.FILE, name.removeprefix("./")) for name in fact.files if _is_inside(name)]
    files = {PurePosixPath(one.name).name for one in found}
    for code in _CODE.findall(fact.text):
        named = _SYMBOL.fullmatch(code)
        if named and _COINED.search(code) and code not in files:
            found.append(Anchor(AnchorKind.SYMBOL, named.group(1)))
    for run in _RUN.finditer(fact.text):
        if run["name"] not in _BUILT_IN:
            found.append(Anchor(AnchorKind.COMMAND, run.group()))
    return tuple(dict.fromkeys(found))[:MOST]


def there(root: Path, anchors: Iterable[Anchor], most_files: int = MOST_FILES) -> dict[Anchor, bool]:
    """Which of these are in a repository. What could not be looked for within the bounds is left out.

    root: its folder, which may be anybody's. most_files: how many are looked at.
    """
    wanted = set(anchors)
    found = {one: _runs(root, one.name) for one in wanted if one.kind is AnchorKind.COMMAND}
    sought = {one for one in wanted if one.kind is not AnchorKind.COMMAND}
    seen: set[Anchor] = set()
    is_whole = _look(root, sought, seen, most_files)
    for one in sought:
        if one in seen or is_whole:
            found[one] = one in seen
    return {one: is_there for one, is_there in found.items() if is_there is not None}


def _look(root: Path, sought: set[Anchor], seen: set[Anchor], most_files: int) -> bool:
    """Add to `seen` what is there. Returns whether the whole repository was looked through."""
    until, size = time.monotonic() + SECONDS, 0
    ends = [one for one in sought if one.kind is AnchorKind.FILE]
    for number, path in enumerate(_files(root)):
        if sought <= seen:
            return True
        if number >= most_files or size > MOST_BYTES or time.monotonic() > until:
            return False
        name = f"/{path.relative_to(root).as_posix()}"
        seen.update(one for one in ends if name.endswith(f"/{one.name}"))
        missing = [one for one in sought if one.kind is AnchorKind.SYMBOL and one not in seen]
        if missing and path.suffix.lower() in _TEXTS:
            with suppress(OSError):  # what cannot be read holds no symbol that anybody could use
                text = read_whole(path, LARGEST, links=False)
                size += len(text)
                seen.update(one for one in missing if re.search(rb"\b%b\b" % re.escape(one.name.encode()), text))
    return True


def _files(root: Path) -> Iterator[Path]:
    """The files below a folder, in order; links and hidden folders are passed over."""
    for folder, folders, names in os.walk(root, followlinks=False):
        folders[:] = sorted(one for one in folders if one not in _SKIPPED and not _is_hidden(one))
        for name in sorted(names):
            path = Path(folder, name)
            if not path.is_symlink():
                yield path


def _is_hidden(folder: str) -> bool:
    return folder.startswith(".") and folder not in (".github", ".gitlab", ".claude", ".cursor")


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and not name.startswith("~") and ".." not in path.parts and bool(path.suffix)


def _runs(root: Path, command: str) -> bool | None:
    """Whether a command can be run in a repository; None where nothing there says which ones can."""
    tool, _, name = command.rpartition(" ")
    if tool in ("make", "just"):
        files = ("Makefile", "makefile", "GNUmakefile") if tool == "make" else ("justfile", "Justfile")
        known = [_targets(text) for one in files if (text := _text(root / one)) is not None]
    else:
        known = [_scripts(text) for text in (_text(root / "package.json"),) if text is not None]
    return any(name in names for names in known) if known else None


def _text(path: Path) -> str | None:
    try:
        return read_whole(path, LARGEST, links=False).decode("utf-8", "replace")
    except OSError:  # it is not there, or no file
        return None


def _targets(text: str) -> Sequence[str]:
    return [name for found in _TARGET.finditer(text) for name in found["name"].split()]


def _scripts(text: str) -> Sequence[str]:
    try:
        values = json.loads(text)
    except ValueError:  # damaged: it names no script that anybody could run
        return ()
    scripts = values.get("scripts") if isinstance(values, Mapping) else None
    return tuple(scripts) if isinstance(scripts, Mapping) else ()
