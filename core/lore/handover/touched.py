"""Which passages changed since the book of hooks was level: written before a change is committed, by whoever commits.

A hook gives nothing of these. The file says from which number on it is complete; where it is missing, damaged or full,
nobody can say what changed, and the book is not used.
"""

import json
import os

from lore.handover import files, places
from lore.platform import FLAGS

LARGEST = 200_000
"""Bytes; of a longer file nothing is known. Some thousand passages."""


def note(folder: str, number: int, names: "list[str]", *, rules: bool) -> None:
    """Say that these passages are about to change, under a number. Called while no other writer is. Raises OSError.

    rules: whether settings or projects change as well: then it is not passages alone. Does nothing where nobody keeps
    a book.
    """
    path = places.touched(folder)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | FLAGS.nofollow | FLAGS.binary)
    except FileNotFoundError:
        return
    try:
        if os.fstat(descriptor).st_size <= LARGEST:
            line = json.dumps({"n": number, "rules": True} if rules else {"n": number, "ids": names})
            files.write_all(descriptor, f"{line}\n".encode("ascii"))
    finally:
        os.close(descriptor)


def since(folder: str, number: int) -> "set[str] | None":
    """The passages that changed after a number; None where nobody can say, or settings or projects did."""
    lines = _lines(folder)
    if lines is None or lines[0]["since"] > number:  # type: ignore[operator]
        return None
    found: set[str] = set()
    for line in lines[1:]:
        if line["n"] > number:  # type: ignore[operator]
            if "ids" not in line:
                return None
            found.update(line["ids"])  # type: ignore[arg-type]
    return found


def begin(folder: str, number: int) -> None:
    """See to it that changes after a number are noted. Called while nobody writes. Raises OSError."""
    if _lines(folder) is None:
        _write(folder, [{"since": number}])


def forget(folder: str, number: int) -> None:
    """Leave out what changed up to a number, as a book is level with it. Called while nobody writes. Raises OSError."""
    lines = _lines(folder)
    if lines is not None and len(lines) > 1:
        _write(folder, [{"since": number}, *(line for line in lines[1:] if line["n"] > number)])  # type: ignore[operator]


def _lines(folder: str) -> "list[dict[str, object]] | None":
    """The lines, the first of which says since when; None where they cannot be read, or where there are too many."""
    try:
        descriptor = os.open(places.touched(folder), os.O_RDONLY | FLAGS.nofollow | FLAGS.nonblock | FLAGS.binary)
    except OSError:
        return None
    try:
        if os.fstat(descriptor).st_size > LARGEST:
            return None
        data = os.read(descriptor, LARGEST + 1)
        found = [json.loads(line) for line in data.splitlines()]
        whole = data.endswith(b"\n") and isinstance(found[0]["since"], int)
        return found if whole and all(isinstance(line["n"], int) for line in found[1:]) else None
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None
    finally:
        os.close(descriptor)


def _write(folder: str, lines: "list[dict[str, object]]") -> None:
    path = places.touched(folder)
    files.make_folder(os.path.dirname(path))
    beside = f"{path}.{os.getpid()}.new"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | FLAGS.nofollow | FLAGS.binary, 0o600)
    try:
        files.write_all(descriptor, "".join(f"{json.dumps(line)}\n" for line in lines).encode("ascii"))
    finally:
        os.close(descriptor)
    os.replace(beside, path)
