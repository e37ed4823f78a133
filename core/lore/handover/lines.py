"""Events of hooks on their way into the store: one line each, on the disk before the hook is done.

A file for each session, 0600 in a folder of 0700. Texts stand in it as they came: to mask one loads 200 ms, which no
hook has, so the reader masks them before anything else is done with them. Whoever reads takes whole files away.
"""

import os
import time

from lore.handover import files, jsons, places, signs
from lore.platform import FLAGS, light

TRIES, PAUSE_S = 20, 0.002
"""How often a hook tries to get the lock of its file, which others have for microseconds."""
BEGINS_S = 30.0
"""So long a process that was started to read the lines may take until it has the lock."""
TAKEN = ".taken.jsonl"


def append(folder: str, name: str, values: "dict[str, object]") -> None:
    """Add a line to the file of a session, in the data folder or, where that is full or closed, beside it.

    Raises OSError where neither place takes it.
    """
    data = (jsons.dumps({"n": f"{time.time_ns()}-{os.getpid()}", **values}) + "\n").encode("ascii")
    try:
        _append(places.spool(folder), name, data)
    except OSError:
        _append(_own_spare(folder), name, data)


def waiting(folder: str) -> "list[str]":
    """The files with lines, of both places; a link is none of ours."""
    return [path for path in _all(folder) if os.path.isfile(path) and not os.path.islink(path)]


def take(folder: str) -> "list[str]":
    """The files with lines, which from now on nobody adds to; those that a hook is adding to right now stay."""
    taken = []
    for path in waiting(folder):
        if path.endswith(TAKEN):
            taken.append(path)
        elif (moved := _taken(path)) is not None:
            taken.append(moved)
    return taken


def lock_of_drain(folder: str, tries: int = 1) -> "int | None":
    """Be the one who reads the lines: an open file, to close at the end; None where somebody else is at it.

    tries: how often, with a pause between: a hook that only asks has the lock for an instant.
    """
    path = places.drain_lock(folder)
    files.make_folder(os.path.dirname(path))
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | FLAGS.nofollow | FLAGS.binary, 0o600)
    for left in range(tries, 0, -1):
        if light.lock(descriptor):
            return descriptor
        if left > 1:
            time.sleep(PAUSE_S)
    os.close(descriptor)
    return None


def handed_on(folder: str, held: int, *, hands: bool = light.HANDS_LOCKS) -> str:
    """What tells a process that is started now to read the lines that it has their lock, which this one holds; empty
    where one was started a moment ago, and cannot have been handed it. hands: whether locks can be. Raises OSError."""
    if hands:
        return str(light.place_in_program(held))
    if begins(folder):
        return ""
    files.write(places.drain_begins(folder), {"pid": os.getpid()})
    return signs.BY_FILE


def begins(folder: str) -> bool:
    """Whether a process that could not be handed the lock was started a moment ago."""
    try:
        return 0 <= time.time() - os.stat(places.drain_begins(folder)).st_mtime < BEGINS_S
    except FileNotFoundError:
        return False


def say_that_it_ends(folder: str, *, ends: bool) -> None:
    """Say of the process that has the lock whether it reads no more. Raises OSError."""
    os.truncate(places.drain_lock(folder), int(ends))


def ends(folder: str) -> bool:
    """Whether the process that has the lock, or had it last, reads no more."""
    return os.stat(places.drain_lock(folder)).st_size > 0


def lock_handed(folder: str) -> "int | None":
    """The lock that a hook handed to this process, as its environment says; else as whoever begins by itself gets it.

    It is looked whether this is that very file, and locked: nobody else's open file is touched.
    """
    told = os.environ.pop(signs.HANDED, "")
    if told.isdecimal():
        descriptor = int(told)
        try:
            if _is_at(descriptor, places.drain_lock(folder)) and light.lock(descriptor):
                os.set_inheritable(descriptor, False)
                return descriptor
        except OSError:  # it is not open here
            pass
    held = lock_of_drain(folder, TRIES)
    if told == signs.BY_FILE:
        files.remove(places.drain_begins(folder))
    return held


def oldest(folder: str) -> float:
    """Seconds since something was added to the file that waits longest; 0 where none does."""
    added = []
    for path in waiting(folder):
        try:
            added.append(os.stat(path).st_mtime)
        except FileNotFoundError:  # it was just taken
            continue
    return max(0.0, time.time() - min(added)) if added else 0.0


def _all(folder: str) -> "list[str]":
    found = []
    for place in places.spools(folder):
        found += [os.path.join(place, name) for name in files.names(place) if name.endswith(".jsonl")]
    return found


def _own_spare(folder: str) -> str:
    """The spare folder. Raises OSError where somebody else may look into it."""
    spare = places.spare(folder)
    files.make_folder(spare)
    if not light.is_mine(spare):
        raise PermissionError(f"{spare} is open to others")
    return spare


def _append(folder: str, name: str, data: bytes) -> None:
    files.make_folder(folder)
    descriptor = _opened(folder, name)
    try:
        size = os.fstat(descriptor).st_size
        try:
            # The empty line ends what a killed hook may have left half written.
            files.write_all(descriptor, b"\n" + data if size else data)
            light.sync(descriptor)
        except OSError:
            os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)


def _opened(folder: str, name: str) -> int:
    """The file of the session, locked; one of this process alone where somebody keeps the lock."""
    path = os.path.join(folder, f"{name}.jsonl")
    for _ in range(TRIES):
        descriptor = _open(path)
        if not light.lock(descriptor):
            time.sleep(PAUSE_S)
        elif _is_at(descriptor, path):  # else its lines were taken between opening and locking
            return descriptor
        os.close(descriptor)
    descriptor = _open(os.path.join(folder, f"{name}.{os.getpid()}.jsonl"))
    light.lock(descriptor)
    return descriptor


def _open(path: str) -> int:
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | FLAGS.nofollow | FLAGS.binary, 0o600)


def _taken(path: str) -> "str | None":
    try:
        descriptor = os.open(path, os.O_RDWR | FLAGS.nofollow | FLAGS.binary)
    except FileNotFoundError:
        return None
    try:
        if not light.lock(descriptor) or not _is_at(descriptor, path):
            return None
        moved = f"{path.removesuffix('.jsonl')}.{time.time_ns()}{TAKEN}"
        os.rename(path, moved)
        return moved
    finally:
        os.close(descriptor)


def _is_at(descriptor: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False
