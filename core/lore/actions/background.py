"""After some saves Lore consolidates by itself: in a process of its own, which gives way to others and ends by itself.

Whoever closes a store that they wrote to notes whether it is due; the command line starts the process when all else is
done. Nothing is started where `LORE_BACKGROUND` says `off`, nor by a program that uses the engine as a library.
"""

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from lore.config import AFTER_HOURS, AFTER_SAVES, in_force
from lore.platform import light

if TYPE_CHECKING:
    from lore.store import Store

RESTS = 20.0
"""So many times as long as the last consolidation took, none is begun by itself."""
_DAY_HOURS = 24.0
_OFF = ("off", "0", "false", "no")
_waiting: list[str] = []


def is_allowed() -> bool:
    """Whether this process may start another one."""
    return os.environ.get("LORE_BACKGROUND", "").strip().lower() not in _OFF


def is_due(store: "Store") -> bool:
    """Whether enough was saved since the last consolidation, or that was long ago and anything was."""
    from lore import clock
    from lore.consolidate import KIND

    config = in_force(store)
    last = store.runs.latest(KIND)
    saves = store.statistics.facts_since(last.started_at if last else "")
    if not config[AFTER_SAVES] or not saves:
        return False
    if last is None:
        return saves >= config[AFTER_SAVES]
    idle = clock.days_between(last.started_at, clock.now())
    took = clock.days_between(last.started_at, last.finished_at or last.started_at)
    enough = saves >= config[AFTER_SAVES] and idle >= RESTS * took
    return enough or idle * _DAY_HOURS >= config[AFTER_HOURS]


def note_if_due(store: "Store") -> None:
    """Remember that a consolidation of this store is due, until `start_noted`."""
    if is_allowed() and is_due(store) and str(store.folder) not in _waiting:
        _waiting.append(str(store.folder))


def start_noted() -> list[str]:
    """Start what is due, one process for each store. Returns the folders of these stores."""
    started = list(_waiting)
    _waiting.clear()
    for folder in started:
        arguments = [sys.executable, *light.ISOLATED, "-m", "lore", "consolidate", "--quietly"]
        with suppress(OSError):  # the next command tries again
            light.start_detached(arguments, {**os.environ, "LORE_HOME": folder}, folder)
    return started
