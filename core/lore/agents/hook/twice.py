"""Where hooks are set up twice, as by a plugin and by set-up, each event comes twice: the first that comes counts."""

import os
import time
from zlib import crc32

from lore.agents.hook.event import Event
from lore.handover import files, places
from lore.platform import FLAGS, light

TWICE_S = 2.0
"""Within so many seconds the same event is one: both are started at once, and nobody types the same again so soon."""
ONCE = ("session-start", "prompt", "subagent-start")
"""The events that are answered with a text. Of any other the reader of the spool knows both by their key."""
TRIES, PAUSE_S = 25, 0.002


def is_second(folder: str, event: Event) -> bool:
    """Whether another hook has this event already. Says no where that cannot be told: rather twice than never."""
    if event.meaning not in ONCE:
        return False
    said = "\0".join([*(event.text(field) for field in ("source", "turn", "prompt", "subagent")), _named(event.cwd)])
    mark = f"{event.meaning} {crc32(said.encode('utf-8', 'replace')):08x}"
    path = places.heard(folder, event.agent, event.session)
    try:
        files.make_folder(os.path.dirname(path))
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | FLAGS.nofollow | FLAGS.binary, 0o600)
    except OSError:
        return False
    try:
        return _is_second(descriptor, mark)
    except OSError:
        return False
    finally:
        os.close(descriptor)


def _named(folder: str) -> str:
    """When the remote of a folder may have changed last: who starts after that is answered anew."""
    try:
        return str(os.stat(os.path.join(folder, ".git", "config")).st_mtime_ns)
    except (OSError, ValueError):  # there is none here
        return ""


def _is_second(descriptor: int, mark: str) -> bool:
    for _ in range(TRIES):
        if light.lock(descriptor):
            break
        time.sleep(PAUSE_S)
    last, _, at = os.read(descriptor, 100).decode("ascii", "replace").partition("@")
    now = time.time()
    if last == mark and at.replace(".", "", 1).isdecimal() and 0 <= now - float(at) < TWICE_S:
        return True
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    files.write_all(descriptor, f"{mark}@{now:.3f}".encode("ascii"))
    return False
