"""Which files a capture is to read."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lore.capture.readers import READERS, recognised
from lore.capture.readers.lines import COMPRESSED, Transcript, extent
from lore.errors import BadInput, LoreError, NotFound
from lore.opening import is_regular, leaves, unreadable

_ENDINGS = frozenset({".jsonl", ".json", ".md", ".txt", ".log", ".ndjson"})
_DATABASES = ("opencode*.db", "openclaw-agent.sqlite")
"""A database beside a transcript is opened only by a name that an agent gives it."""
_LINES = frozenset({".jsonl", ".ndjson"})
"""Endings of files that hold little else than transcripts: one that nobody recognises is told."""
_NO_SESSIONS = frozenset({"history.jsonl", "session_index.jsonl", "journal.jsonl"})
"""What agents keep beside their sessions in the same form."""
_NO_TRANSCRIPTS = frozenset({".git", "node_modules", "__pycache__", ".venv", "venv", "site-packages"})
NAMED = 3
"""Files that were not opened that are named; more are counted."""


class Source(NamedTuple):
    """A file to read."""

    path: Path
    size: int
    """Bytes."""
    extent: int
    """What tells that it went on since."""


def sources(
    paths: Sequence[Path], warn: Callable[[LoreError], None], may_open: Callable[[Path], bool]
) -> Iterator[Source]:
    """The files at these paths; of a folder every transcript in it, however deep, in the order of names.

    What cannot be looked at is passed to `warn`. may_open: asked for each file of a folder.
    """
    for path in paths:
        try:
            if path.is_dir():
                yield from _in_folder(path, warn, may_open)
            else:
                yield Source(path, path.stat().st_size, extent(path))
        except FileNotFoundError:
            warn(NotFound(f"{path}: there is no such file"))
        except OSError as error:
            warn(unreadable(path, error))


def _in_folder(folder: Path, warn: Callable[[LoreError], None], may_open: Callable[[Path], bool]) -> Iterator[Source]:
    found, passed_over, unopened = False, 0, list[str]()
    for name in walk(folder, warn):
        try:
            if not may_open(name):
                passed_over += 1
                if _holds_lines(name) and name.name not in _NO_SESSIONS:
                    unopened.append(name.name)
                continue
            size = name.stat().st_size
            if size and recognised(Transcript(name)) is not None:
                found = True
                yield Source(name, size, extent(name))
            elif size and _holds_lines(name) and name.name not in _NO_SESSIONS:
                warn(BadInput(f"{name}: not a transcript of a known format"))
        except OSError as error:
            warn(unreadable(name, error))
    if not found and passed_over:
        told = f"{folder}: no session of the agent that keeps this folder is here, so nothing was opened"
        warn(BadInput(f"{told} ({passed_over:,}); a file is read, as somebody's, where you name the file"))
    elif unopened:
        more = f" and {len(unopened) - NAMED:,} more" if len(unopened) > NAMED else ""
        told = (
            f"{folder}: not opened, for no session of this agent has such a name: {', '.join(unopened[:NAMED])}{more}"
        )
        warn(BadInput(f"{told}; a file is read, as somebody's, where you name the file"))
    elif not found:
        known = ", ".join(reader.name for reader in READERS)
        warn(BadInput(f"{folder}: the folder holds no transcript (known formats: {known})"))


def walk(folder: Path, warn: Callable[[LoreError], None]) -> Iterator[Path]:
    """The files in a folder that may be transcripts by their names, however deep, in order; nothing outside of it."""
    outside = 0
    for path in named_in(folder, warn):
        if is_inside(path, folder):
            yield path
        else:
            outside += is_regular(path)
    if outside:
        warn(BadInput(f"{folder}: links that lead out of it were not followed ({outside:,})"))


def named_in(folder: Path, warn: Callable[[LoreError], None]) -> Iterator[Path]:
    """What in a folder is worth looking into by its name, in order; not where programs keep theirs."""

    def tell(error: OSError) -> None:
        warn(unreadable(error.filename, error))

    for here, folders, names in os.walk(folder, onerror=tell):
        folders[:] = sorted(name for name in folders if name not in _NO_TRANSCRIPTS)
        yield from (Path(here, name) for name in sorted(names) if _may_be_one(Path(name)))


def _holds_lines(name: Path) -> bool:
    return name.suffix.lower() in _LINES or name.name.endswith(COMPRESSED)


def _may_be_one(name: Path) -> bool:
    return name.suffix.lower() in _ENDINGS or any(map(name.match, _DATABASES)) or name.name.endswith(COMPRESSED)


def is_inside(path: Path, folder: Path) -> bool:
    """Whether it is a regular file, and no link that leads out of the folder."""
    return is_regular(path) and not leaves(path, folder)
