"""Leaving work to a process of its own: capture and embedding never run in a hook."""

import os
import sys

from lore.handover import lines, places, signs
from lore.platform import light


def let_somebody_drain(folder: str, *, at_once: bool = False) -> None:
    """Start a process that reads the spool into the store, unless one is at it, or nothing waits. Raises OSError.

    at_once: also where nothing waits: to open the store is what is wanted. Whoever is at it looks once more after it
    let go (`lore.capture.draining`), so that no line is left between the two.
    """
    if _somebody_drains(folder) or not (at_once or lines.waiting(folder)):
        return
    by = signs.FROM_SHELL if signs.of_shell() else "1"
    arguments = [sys.executable, *light.ISOLATED, "-m", "lore", "hooks", "drain", "--quietly"]
    light.start_detached(arguments, {**_own_environment(), "LORE_HOME": folder, signs.BY_HOOK: by}, folder)


def somebody_reads(folder: str, agent: str, session: str) -> bool:
    """Whether events of other sessions are being read into the store, or wait for it."""
    own = places.file_name(agent, session)
    return _somebody_drains(folder) or any(not os.path.basename(one).startswith(own) for one in lines.waiting(folder))


def _somebody_drains(folder: str) -> bool:
    descriptor = lines.lock_of_drain(folder)
    if descriptor is None:
        return True
    os.close(descriptor)
    return False


def _own_environment() -> "dict[str, str]":
    """The environment of this process without what says that an agent runs it: it runs by itself."""
    return {name: value for name, value in os.environ.items() if name not in {**signs.AGENT_SIGNS, **signs.SHELL_SIGNS}}
