"""A model that a person agreed to reads each session when it is over: one process for each store, which gives way.

It is started where something came in: when hooks were read, at a set-up, after a capture, at night. It waits until a
session is silent, reads what waits one session after the other, and ends; each session is a run that undo takes back.
"""

import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from lore import clock
from lore.actions.background import is_allowed
from lore.actions.engine import Engine
from lore.errors import Busy, LoreError
from lore.handover import files, places, signs
from lore.paths import home as home_here, reader_lock
from lore.platform import HERE, light
from lore.presence import agent_here

if TYPE_CHECKING:
    from lore.distill import Unread, Way
    from lore.store import Store

LONGEST_S = 3_600.0
"""Then the process ends at the next session; whoever stops or sleeps next starts another."""
LOOKS_S, LISTENS_S = 30.0, 1.0
"""While it waits for silence it looks so often whether anything changed, and whether a session ended."""
LOOKED_AT_S = 1.0
"""How long its lock may be held by who only asks whether it is held."""
REMEMBERED = timedelta(days=2)
"""How long it is kept that a session ended."""
ENDS_S = 5.0
"""How long a process that is told to stop may take: it ends the program that it asks, and writes nothing more."""


class _Stopped(BaseException):
    """Somebody ended it. No error: nothing may take it for one."""


def start_reader(store: "Store") -> bool:
    """Start the process that reads what waits, where a person agreed, something waits, and none is at it.

    Never from an agent's shell: the next hook of its program starts it, or the night. It gets what was kept when the
    person agreed, nothing else of this environment. Where that is not as it was, it waits, and `reader_state` tells.
    """
    from lore.distill import is_read_now, settled

    agreed = settled(store) if is_allowed() and not is_in_agents_shell() else None
    if agreed is None or agreed.way is None or is_read_now(store.folder):
        return False
    place = places.reader(str(store.folder))
    if fault := agreed.fault:
        files.write(place, {"problem": fault, "waits": True})
        return False
    if files.read(place).get("waits"):
        files.write(place, {})  # what kept another one from it does not hold here
    if agreed.route is None or _next(store) is None:
        return False
    arguments = [sys.executable, *light.ISOLATED, "-m", "lore", "distill", "--quietly"]
    environment = {**agreed.route.environment(), "LORE_HOME": str(store.folder)}
    light.start_detached(arguments, environment, str(store.folder))
    return True


def is_in_agents_shell() -> bool:
    """Whether an agent typed what runs here, or fired the hook that started it from its shell."""
    return agent_here() is not None or os.environ.get(signs.BY_HOOK) == signs.FROM_SHELL


def keep_reading(home: Path | None = None) -> int:
    """Read what waits, and what falls silent meanwhile, until nothing does. Returns how many sessions were read.

    Nothing is done where another process is at it. It ends at SIGTERM, at any moment: what was read until then stays.
    """
    end, read = time.monotonic() + LONGEST_S, 0
    home = home or home_here()
    if is_in_agents_shell():
        return 0
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        while True:
            read += _alone(home, end)
            with Engine(home=home, backs_up=False) as engine:  # what came while the lock was let go
                if time.monotonic() >= end or _next(engine.store) is None:
                    return read
    except (Busy, _Stopped):
        return read
    finally:
        signal.signal(signal.SIGTERM, before)


def stop_reader(home: Path) -> bool:
    """End the process that reads. Returns whether there was one, and it ended."""
    from lore.distill import is_read_now

    told = files.read(places.reader(str(home)))
    number, since = told.get("pid"), told.get("since")
    if not is_read_now(home) or not isinstance(number, int) or not since or HERE.started(number) != since:
        return False  # nobody reads, or whose number that was ended, and another process has it now
    HERE.ask_to_end(number)
    end = time.monotonic() + ENDS_S
    while is_read_now(home) and time.monotonic() < end:
        time.sleep(0.05)
    return not is_read_now(home)


def _stop(*_: object) -> None:
    raise _Stopped


def _alone(home: Path, end: float) -> int:
    """Read while this is the only process that does. Raises Busy."""
    from lore.store import file_lock

    read, problem = 0, ""
    own: dict[str, object] = {"pid": os.getpid(), "since": HERE.started(os.getpid())}
    with file_lock(reader_lock(home), budget_s=LOOKED_AT_S):
        files.write(places.reader(str(home)), own)
        try:
            while time.monotonic() < end and (wait := _one_more(home, read, own)) is not None:
                read += wait < 0
                _wait(home, min(max(wait, 0.0), LOOKS_S))
            with Engine(home=home, backs_up=False) as engine:
                problem = _problem(engine.store)
        except LoreError as error:
            problem = error.message
        finally:
            files.write(places.reader(str(home)), {"problem": problem} if problem else {})
    return read


def _wait(home: Path, seconds: float) -> None:
    """Wait so long, or until a session says that it ended."""
    end, before = time.monotonic() + seconds, files.read(places.ended(str(home)))
    while (left := end - time.monotonic()) > 0 and files.read(places.ended(str(home))) == before:
        time.sleep(min(left, LISTENS_S))


def note_ended(home: Path, sessions: Sequence[str]) -> None:
    """Keep it that these sessions ended: they are read at once."""
    place, now = places.ended(str(home)), clock.now()
    lately = clock.shifted(-REMEMBERED)
    kept = {name: at for name, at in files.read(place).items() if isinstance(at, str) and at > lately}
    if sessions:
        files.write(place, {**kept, **dict.fromkeys(sessions, now)})


def _one_more(home: Path, read: int, own: Mapping[str, object]) -> float | None:
    """Read the session that is next. own: what names this process.

    Returns a number below 0 where one was read, else in how many seconds there may be one; None for none, for now.
    """
    from lore.distill import reader_state

    with Engine(home=home, backs_up=False) as engine:
        found = _next(engine.store)
        if found is None:
            return None
        way, one, wait = found
        whole = read + len(reader_state(engine.store).waiting)
        files.write(places.reader(str(home)), {**own, "done": read, "whole": whole})
        return wait if wait > 0 else _read(engine.store, way, one)


def _read(store: "Store", way: "Way", one: "Unread") -> float:
    from lore.distill import distill, pass_over, waiting

    found = waiting(store, project=None, session=one.session.id)
    if not found:
        pass_over(store, one.session.id)
        return 0.0
    return -1.0 if distill(store, way, found).read else 0.0


def _next(store: "Store") -> "tuple[Way, Unread, float] | None":
    """The reader, what it reads next, and in how many seconds; None where there is nothing, or it may not."""
    from lore.config import DISTILL_SILENCE, in_force
    from lore.distill import reader_state

    state = reader_state(store)
    if state.agreement.way is None or state.agreement.fault:
        return None
    if not state.waiting or state.is_paused or state.is_spent:
        return None
    seconds = in_force(store)[DISTILL_SILENCE] * 60
    asked = [one for one in state.waiting if not one.waits]
    if not asked:
        return None
    silent = (one for one in asked if one.silent_in(seconds) <= 0)
    first = next(silent, None) or min(asked, key=lambda one: one.silent_in(seconds))
    return state.agreement.way, first, max(0.0, first.silent_in(seconds))


def _problem(store: "Store") -> str:
    from lore.distill import reader_state

    return reader_state(store).problem
