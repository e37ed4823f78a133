"""What git tracks, read from its index. Git itself is not run: a repository may name programs for it to start.

The format is that of git's `index-format.txt`, versions 2 to 4, with the shared part of a split index.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lore.errors import BadInput
from lore.opening import is_regular, read_whole
from lore.projects import Repository, settings

LARGEST = 500_000_000
"""Bytes; an index of a million files takes a fifth of it."""
_HEADER, _FIXED, _FLAGS = 12, 40, 2
"""Bytes before the first entry; of an entry before its hash; and between the hash and the name."""
_EXTENDED, _REPOSITORY, _KIND = 0x4000, 0o160000, 0o170000
_NO_PARTS = frozenset({"", ".", "..", ".git"})
_HASHES = {"sha1": 20, "sha256": 32}


@dataclass(frozen=True, slots=True)
class Tracked:
    """Paths below the top folder, with slashes."""

    files: frozenset[str] = frozenset()
    repositories: frozenset[str] = frozenset()
    """Submodules."""


def tracked(repository: Repository) -> Tracked:
    """What the index of a working tree lists; nothing where there is none yet. Raises BadInput, OSError."""
    path = repository.git / "index"
    if not is_regular(path):
        return Tracked()
    formats = [value for section, _, key, value in settings(repository.common / "config") if key == "objectformat"]
    hash_size = _HASHES.get(formats[-1].lower() if formats else "sha1", 20)
    try:
        entries = list(_entries(read_whole(path, LARGEST), repository.git, hash_size))
    except (IndexError, ValueError) as error:
        raise BadInput(f"`{path}` is damaged: {error}", hint="`git status` says more") from error
    files = frozenset(name for name, mode in entries if mode & _KIND != _REPOSITORY and _is_inside(name))
    return Tracked(files, frozenset(name for name, mode in entries if mode & _KIND == _REPOSITORY))


def _is_inside(name: str) -> bool:
    """Whether a name leads to a file of the working tree; git writes no others, but anybody can."""
    return _NO_PARTS.isdisjoint(name.split("/"))


def _entries(data: bytes, folder: Path, hash_size: int) -> Iterator[tuple[str, int]]:
    """The name and the mode of every entry. Raises ValueError, IndexError where they end too early."""
    version = int.from_bytes(data[4:8], "big")
    if data[:4] != b"DIRC" or not 2 <= version <= 4:
        raise ValueError("it is not an index of version 2 to 4")
    position, name = _HEADER, b""
    for _ in range(int.from_bytes(data[8:12], "big")):
        start = position
        flags_at = start + _FIXED + hash_size
        mode = int.from_bytes(data[start + 24 : start + 28], "big")
        flags = data[flags_at] << 8 | data[flags_at + 1]
        position = flags_at + _FLAGS + (2 if flags & _EXTENDED else 0)
        kept = 0
        if version == 4:
            dropped, position = _number(data, position)
            kept = max(len(name) - dropped, 0)
        end = data.index(b"\0", position)
        name = name[:kept] + data[position:end]
        # Entries of the older versions end with one to eight NULs, at a multiple of eight.
        position = end + 1 if version == 4 else end + 8 - (end - start) % 8
        yield name.decode("utf-8", "surrogateescape"), mode
    shared = _shared_index(data, position, hash_size)
    if shared:
        yield from _entries(read_whole(folder / f"sharedindex.{shared}", LARGEST), folder, hash_size)


def _number(data: bytes, position: int) -> tuple[int, int]:
    """A number of variable length, and the position behind it."""
    value = data[position] & 0x7F
    while data[position] & 0x80:
        position += 1
        value = (value + 1) << 7 | data[position] & 0x7F
    return value, position + 1


def _shared_index(data: bytes, position: int, hash_size: int) -> str | None:
    """The name of the part that a split index shares with others, from its extension `link`."""
    while position + 8 <= len(data) - hash_size:
        size = int.from_bytes(data[position + 4 : position + 8], "big")
        if data[position : position + 4] == b"link":
            named = data[position + 8 : position + 8 + hash_size]
            return named.hex() if any(named) else None
        position += 8 + size
    return None
