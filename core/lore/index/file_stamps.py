"""Whether the files of the derived indexes are as Lore left them: their sizes and times, noted after each change.

Columns of numbers cannot tell that one of them is wrong. A file that something else wrote to can: a program that
synchronises or restores folders, a repair of the file system, a person.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from lore import small_files
from lore.errors import IndexDamaged

_PLACE = ""
"""In the note, the number of the folder itself on its disk."""
NOTE = "sealed.json"
"""Absent during a change and after an interrupted one; the files survive both."""


def lift(folder: Path) -> None:
    """Say that the files of a folder are about to change. For the holder of the index lock."""
    (folder / NOTE).unlink(missing_ok=True)


def put(folder: Path) -> None:
    """Note how the files of a folder are now, and that only their owner may read them. For the holder of the lock."""
    for path in folder.rglob("*"):
        if path.is_file():  # Tantivy's have the permissions of the umask
            path.chmod(0o600)
    small_files.write(folder / NOTE, {**_files(folder), _PLACE: [folder.stat().st_ino]})


def is_intact(folder: Path) -> bool:
    """Whether the files are as they were noted, or nothing was noted.

    False also while the holder of the index lock changes them.
    """
    try:
        noted = small_files.values(folder / NOTE)
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return {name: noted[name] for name in noted if name != _PLACE} == _files(folder)


def is_copied(folder: Path) -> bool:
    """Whether the folder was copied from elsewhere, or restored, whole: then the times of its files say nothing."""
    try:
        noted = small_files.values(folder / NOTE)
        place = noted.pop(_PLACE, None)
        sizes = {name: state[0] for name, state in noted.items()}
    except (OSError, ValueError, AttributeError, TypeError, IndexError):
        return False
    here = {name: state[0] for name, state in _files(folder).items()}
    return place not in (None, [folder.stat().st_ino]) and sizes == here


def check(folder: Path) -> None:
    """Raises IndexDamaged where something else has written to the files. For the holder of the index lock."""
    if not is_intact(folder):
        raise IndexDamaged(f"`{folder}` was changed by something else", hint="`lore reindex` builds it again")


def _files(folder: Path) -> dict[str, list[int]]:
    """Size in bytes and time of the last change in nanoseconds, by path."""
    found = {}
    for path in _below(folder):
        with suppress(FileNotFoundError):  # removed this very moment by the holder of the lock
            state = path.stat()
            found[str(path.relative_to(folder))] = [state.st_size, state.st_mtime_ns]
    return found


def _below(folder: Path) -> Iterator[Path]:
    with suppress(FileNotFoundError):  # a whole folder was
        for path in folder.rglob("*"):
            if path.suffix not in (".lock", ".new") and path.name != NOTE and path.is_file():
                yield path
