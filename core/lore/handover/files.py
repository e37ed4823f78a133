"""Small files that hooks and the engine share: readable by their owner only, never half written."""

import os

from lore.handover import jsons
from lore.platform import FLAGS, light

LARGEST = 1_000_000
"""Bytes of a file that is read: none of ours comes near."""


def make_folder(path: str) -> None:
    """Make a folder, and those above it that are missing, for this user alone. Raises OSError."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    if above != path:
        make_folder(above)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):
            raise


def write(path: str, values: "dict[str, object]", *, durable: bool = False) -> None:
    """Keep values in a file; the last writer stays. durable: they are on the disk on return. Raises OSError."""
    make_folder(os.path.dirname(path))
    beside = f"{path}.{os.getpid()}.new"
    data = jsons.dumps(values).encode()
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | FLAGS.nofollow | FLAGS.binary, 0o600)
    try:
        try:
            write_all(descriptor, data)
            if durable:
                light.sync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(beside, path)
    except OSError:
        remove(beside)
        raise


def read(path: str) -> "dict[str, object]":
    """The values of a file; empty where it is missing, damaged, a link, too large, or no file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | FLAGS.nofollow | FLAGS.nonblock | FLAGS.binary)
    except OSError:
        return {}
    try:
        found = jsons.loads(os.read(descriptor, LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    finally:
        os.close(descriptor)
    return found if isinstance(found, dict) else {}


def remove(path: str) -> None:
    """Remove a file, if it is there. Raises OSError where that cannot be done."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def names(folder: str) -> "list[str]":
    """The names in a folder, sorted; none where it cannot be listed."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
