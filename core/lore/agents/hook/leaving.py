"""Leaving work to a process of its own: extraction and embedding never run in a hook."""

import os
import sys

from lore.handover import lines, signs
from lore.platform import light

RESTS_S = 60.0
"""So long the events of a turn may wait, as more of them come: a session in full swing is read once a minute."""


def let_somebody_drain(folder: str, *, at_once: bool) -> None:
    """Start a process that reads the spool into the store, unless one is at it, or nothing waits. Raises OSError.

    at_once: whether to do so however short a time the events wait.
    """
    if _somebody_drains(folder) or not lines.waits(folder, 0 if at_once else RESTS_S):
        return
    arguments = [sys.executable, "-P", "-m", "lore", "hooks", "drain", "--quietly"]
    light.start_detached(arguments, {**_own_environment(), "LORE_HOME": folder, signs.BY_HOOK: "1"}, folder)


def _somebody_drains(folder: str) -> bool:
    descriptor = lines.lock_of_drain(folder)
    if descriptor is None:
        return True
    os.close(descriptor)
    return False


def _own_environment() -> "dict[str, str]":
    """The environment of this process without what the agent put there for its own programs."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("CLAUDE", "CODEX", "GEMINI"))}
