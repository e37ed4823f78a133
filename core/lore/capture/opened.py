"""What is open while a capture reads: its sessions, and the files that they are read from."""

import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path

from lore.capture.known import Known
from lore.capture.readers.lines import Head
from lore.model import Event, Project, Session, Turn

_FINGERPRINTED = 1024
"""First bytes of a file that tell whether it is still the same one."""


@dataclass(slots=True)
class OpenSession:
    """A session while its files are read."""

    session: Session
    known: Known
    stored: Session | None
    project: Project | None = None
    last: Turn | None = None
    claimed: list[Turn] = field(default_factory=list)
    """Messages that are stored as somebody's, and of which the person now says that they are their own."""
    is_empty: bool = False
    """Whether nothing of it is seen in the store, new as it is or withdrawn by an undo."""
    narrated: set[str] = field(default_factory=set)
    """Ids of the messages an agent wrote while it worked on: a tool call followed."""
    speaking: str | None = None
    """Id of the newest message, where the agent wrote it."""
    turns: list[Turn] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def fingerprint(head: Head, size: int, *, own: bool) -> str:
    """Hash of the beginning of a file that has, or had, this size, and of whose words it holds."""
    beginning = head.data[: min(size, _FINGERPRINTED)]
    return hashlib.sha256(beginning if own else b"somebody's\0" + beginning).hexdigest()[:16]


def can_be_looked_at(path: Path) -> bool:
    """Whether a named file or folder is there and may be listed; what is in it is another matter."""
    try:
        if path.is_dir():
            os.scandir(path).close()
        else:
            path.stat()
    except OSError:
        return False
    return True
