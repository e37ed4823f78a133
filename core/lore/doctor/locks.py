"""The check of the locks between processes: one that is held for long keeps everybody else waiting."""

import os
import time
from pathlib import Path

from lore.config import LOCK_MINUTES
from lore.doctor.check import Finding, ok, warn
from lore.doctor.inspection import Inspection
from lore.doctor.wording import named
from lore.platform import HERE
from lore.text import counted

_HELD = Path("/proc/locks")
"""Where Linux tells who holds a lock: `1: FLOCK ADVISORY WRITE PID MAJOR:MINOR:INODE 0 EOF`."""
_MAY_TAKE_HOURS = frozenset({"switch.lock", "reader.lock"})
"""Held while everything is embedded anew, and while sessions are read: both tell how far they are."""


def locks(inspection: Inspection) -> Finding:
    """No process holds a lock for longer than its work takes."""
    most = inspection.config[LOCK_MINUTES] if inspection.opens() else LOCK_MINUTES.default
    held = {
        path: minutes
        for path in sorted(inspection.folder.rglob("*.lock"))
        if path.is_file() and path.name not in _MAY_TAKE_HOURS
        if (minutes := (time.time() - path.stat().st_mtime) / 60) > most and _is_held(path)
    }
    if not held:
        return ok(f"none held for more than {LOCK_MINUTES.shown(most)}")
    told = named(
        [f"`{path.name}` for {counted(round(minutes), 'minute')}{_by(path)}" for path, minutes in held.items()]
    )
    return warn(f"held: {told}", "check whether that process still works, and end it if it does not")


def _is_held(path: Path) -> bool:
    """Whether another process has the lock now. A file that is gone, or is somebody else's, is no lock of ours."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except (FileNotFoundError, PermissionError):
        return False
    try:
        return not HERE.lock(descriptor, wait=False)
    finally:
        os.close(descriptor)


def _by(path: Path) -> str:
    """Which process holds it, where the system tells."""
    if not _HELD.is_file():
        return ""
    inode = str(path.stat().st_ino)
    for line in _HELD.read_text(encoding="utf-8", errors="replace").splitlines():
        words = line.replace("->", "").split()
        if len(words) > 5 and words[5].rpartition(":")[2] == inode:
            return f", by process {words[4]}"
    return ""
