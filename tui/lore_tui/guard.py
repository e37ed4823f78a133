"""What stands between a key and a decision: a held key decides once, and what is risky is pressed twice."""

import time
from collections.abc import Callable
from dataclasses import dataclass

REPEAT_S = 0.15
"""A held key repeats 30 times a second after 250 to 660 ms; people press no faster than 150 ms on purpose."""


@dataclass
class RepeatGuard:
    """Lets a decision pass only when the keyboard was quiet before it; what it stops starts the wait again."""

    clock: Callable[[], float] = time.monotonic
    _latest: float | None = None
    _quiet_s: float = float("inf")

    def key_pressed(self) -> None:
        """Tell it of every key, of any kind, before it acts."""
        now = self.clock()
        if self._latest is not None:
            self._quiet_s = now - self._latest
        self._latest = now

    def passes(self) -> bool:
        """Whether the latest key may decide."""
        return self._quiet_s >= REPEAT_S


@dataclass
class DoublePress:
    """Remembers what was asked for once. Anything else that is done in between makes it forget."""

    _armed: object = None

    def confirms(self, what: object) -> bool:
        """True the second time in a row it is asked for the same."""
        if self._armed == what:
            self._armed = None
            return True
        self._armed = what
        return False

    def forget(self) -> None:
        self._armed = None
