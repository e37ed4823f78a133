"""What went wrong in hooks: they say nothing where they run, so `lore doctor`, `lore log` and the status line do."""

import os

from lore.handover import files, jsons, places
from lore.handover.jsons import stamp
from lore.platform import FLAGS

MOST = 64_000
"""Bytes that are kept; then the older half goes."""


def note(folder: str, agent: str, event: str, what: str) -> None:
    """Keep a fault. where even that cannot be written, the event's line says it, or nobody does."""
    line = jsons.dumps({"at": stamp(), "agent": agent[:40], "event": event[:60], "what": what[:300]}) + "\n"
    path = places.faults(folder)
    try:
        files.make_folder(os.path.dirname(path))
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | FLAGS.nofollow | FLAGS.binary, 0o600)
    except OSError:
        return
    try:
        if os.fstat(descriptor).st_size > MOST:
            _halve(path)
        os.write(descriptor, line.encode("ascii"))
    except OSError:
        return
    finally:
        os.close(descriptor)


def noted(folder: str) -> "list[dict[str, object]]":
    """The faults that were kept, oldest first; a line that cannot be read is none."""
    try:
        with open(places.faults(folder), "rb") as file:
            lines = file.read(2 * MOST).splitlines()
    except OSError:
        return []
    found = [_parsed(line) for line in lines]
    return [one for one in found if one]


def forget(folder: str) -> int:
    """Remove them. Returns their number."""
    count = len(noted(folder))
    files.remove(places.faults(folder))
    return count


def _parsed(line: bytes) -> "dict[str, object]":
    try:
        found = jsons.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _halve(path: str) -> None:
    with open(path, "rb") as file:
        lines = file.read(2 * MOST).splitlines(keepends=True)
    beside = f"{path}.{os.getpid()}.new"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | FLAGS.binary, 0o600)
    try:
        files.write_all(descriptor, b"".join(lines[len(lines) // 2 :]))
    finally:
        os.close(descriptor)
    os.replace(beside, path)
