"""What a session starts with, prepared, and the one number that says whether it is still right.

The number grows before a change of a fact, candidate, project or setting is committed, and is settled once no writer
is under way. A text carries the number that was settled before it was made. So a text is right where its number is the
settled one, and a killed writer leaves it unsettled, never wrong. Only where hooks are in use is there a number at all.
"""

import os
import time

from lore.handover import files, places

SHAPE = 1
"""Of a prepared file; one of another shape is none."""


class Number:
    """How far the changes are counted."""

    __slots__ = ("count", "settled")

    def __init__(self, count: int, settled: bool) -> None:
        self.count, self.settled = count, settled


def number(folder: str) -> "Number | None":
    """The number; None where no hook was ever in use here."""
    found = files.read(places.number(folder))
    count = found.get("number")
    if isinstance(count, int):
        return Number(count, found.get("settled") is True)
    return Number(0, False) if os.path.isdir(places.prepared(folder)) else None


def unsettle(folder: str, names: "list[str]", *, rules: bool) -> None:
    """Say that a change is about to be committed. Called while no other writer is. Raises OSError.

    names: the passages that change. rules: whether settings or projects do.
    """
    known = number(folder)
    if known is None:
        return
    from lore.handover import touched  # only who writes needs it

    count = known.count + 1 if known.settled else known.count
    try:
        if known.settled:
            files.write(places.number(folder), {"number": count, "settled": False}, durable=True)
        touched.note(folder, count, names, rules=rules)
    except OSError:
        files.remove(places.number(folder))  # a full disk lets a file go; without one nothing is settled


def settle(folder: str) -> int:
    """Say that every change was committed. Called while nobody writes. Returns the number. Raises OSError."""
    from lore.handover import touched

    known = number(folder) or Number(0, False)
    # A number that was lost must not come again: then it is the time that grows.
    count = known.count or time.time_ns()
    if not known.count:
        files.remove(places.touched(folder))  # what it says of other numbers
    touched.begin(folder, count)
    if not known.settled:
        files.write(places.number(folder), {"number": count, "settled": True})
    return count


def keep(folder: str, where: str, values: "dict[str, object]") -> None:
    """Keep what sessions in the folder `where` start with. Raises OSError."""
    files.write(_file(folder, where), {"shape": SHAPE, "where": where, "git": git_of(where), **values})


def kept(folder: str, where: str) -> "dict[str, object]":
    """What was prepared for sessions in a folder; empty where nothing was, or the folder became another project."""
    found = files.read(_file(folder, where))
    same = found.get("shape") == SHAPE and found.get("where") == where and found.get("git") == git_of(where)
    return found if same and isinstance(found.get("lines"), list) else {}


def is_right(folder: str, values: "dict[str, object]") -> bool:
    """Whether nothing changed since a text was prepared."""
    known = number(folder)
    return known is not None and known.settled and values.get("number") == known.count


def folders(folder: str) -> "list[tuple[float, str]]":
    """For which folders a text was prepared, with the seconds since then, the newest first."""
    found = []
    for name in files.names(places.prepared(folder)):
        path = os.path.join(places.prepared(folder), name)
        where = files.read(path).get("where")
        if isinstance(where, str):
            found.append((time.time() - os.stat(path).st_mtime, where))
    return sorted(found)


def forget(folder: str, where: str) -> None:
    """Remove what was prepared for a folder."""
    files.remove(_file(folder, where))


def git_of(where: str) -> str:
    """What says which project a folder is, as far as that can change behind our back: `.git` above it, and its time."""
    at = where
    while True:
        marker = os.path.join(at, ".git")
        for path in (os.path.join(marker, "config"), marker):
            try:
                return f"{path} {os.stat(path).st_mtime_ns}"
            except OSError:
                continue
        above = os.path.dirname(at)
        if above == at:
            return ""
        at = above


def _file(folder: str, where: str) -> str:
    return os.path.join(places.prepared(folder), f"{places.file_name(where)}.json")
