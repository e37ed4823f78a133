"""Which files a capture is to read."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lore.capture.contract import Source
from lore.capture.readers import READERS, recognised
from lore.capture.readers.lines import Transcript
from lore.errors import BadInput, LoreError, NotFound
from lore.opening import is_regular, leaves, unreadable

_ENDINGS = frozenset({".jsonl", ".json", ".md", ".txt", ".log", ".ndjson"})
_LINES = frozenset({".jsonl", ".ndjson"})
"""Endings of files that hold little else than transcripts: one that nobody recognises is told."""
_NO_SESSIONS = frozenset({"history.jsonl", "session_index.jsonl", "journal.jsonl"})
"""What agents keep beside their sessions in the same form."""
_NO_TRANSCRIPTS = frozenset({".git", "node_modules", "__pycache__", ".venv", "venv", "site-packages"})


def sources(paths: Sequence[Path], warn: Callable[[LoreError], None]) -> Iterator[Source]:
    """The files at these paths; of a folder every transcript in it, however deep, in the order of names.

    What cannot be looked at is passed to `warn`.
    """
    for path in paths:
        try:
            if path.is_dir():
                yield from _in_folder(path, warn)
            else:
                yield Source(path, path.stat().st_size)
        except FileNotFoundError:
            warn(NotFound(f"{path}: there is no such file"))
        except OSError as error:
            warn(unreadable(path, error))


def _in_folder(folder: Path, warn: Callable[[LoreError], None]) -> Iterator[Source]:
    found = False
    for name in walk(folder, warn):
        try:
            size = name.stat().st_size
            if size and recognised(Transcript(name)) is not None:
                found = True
                yield Source(name, size)
            elif size and name.suffix.lower() in _LINES and name.name not in _NO_SESSIONS:
                warn(BadInput(f"{name}: not a transcript of a known format"))
        except OSError as error:
            warn(unreadable(name, error))
    if not found:
        known = ", ".join(reader.name for reader in READERS)
        warn(BadInput(f"{folder}: the folder holds no transcript (known formats: {known})"))


def walk(folder: Path, warn: Callable[[LoreError], None]) -> Iterator[Path]:
    """The files in a folder that may be transcripts by their names, however deep, in order; nothing outside of it."""
    outside = 0

    def tell(error: OSError) -> None:
        warn(unreadable(error.filename, error))

    for here, folders, names in os.walk(folder, onerror=tell):
        folders[:] = sorted(name for name in folders if name not in _NO_TRANSCRIPTS)
        for name in sorted(names):
            path = Path(here, name)
            if not may_be_transcript(path) or not is_regular(path):
                continue
            if leaves(path, folder):
                outside += 1
            else:
                yield path
    if outside:
        warn(BadInput(f"{folder}: links that lead out of it were not followed ({outside:,})"))


def may_be_transcript(path: Path) -> bool:
    """Whether a file is worth looking into, by its name."""
    return path.suffix.lower() in _ENDINGS


def is_among_programs(path: Path, named: Path) -> bool:
    """Whether a path lies where programs keep theirs, as seen from the folder that a person named.

    Where that folder itself lies says nothing: what a person names is read.
    """
    return not _NO_TRANSCRIPTS.isdisjoint(path.relative_to(named).parts)
