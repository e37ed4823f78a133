"""What stands between a key and a decision: a held key decides once, and what is risky is pressed twice."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

REPEAT_S = 0.15
"""A held key repeats 30 times a second after 250 to 660 ms; people press no faster than 150 ms on purpose."""


@dataclass
class RepeatGuard:
    """Lets a decision pass only when the keyboard was quiet before it; what it stops starts the wait again."""

    clock: Callable[[], float] = time.monotonic
    _previous: float = field(default=float("-inf"))
    _latest: float = field(default=float("-inf"))

    def key_pressed(self) -> None:
        """Tell it of every key, of any kind, before it acts."""
        self._previous, self._latest = self._latest, self.clock()

    def passes(self) -> bool:
        """Whether the latest key may decide."""
        return self._latest - self._previous >= REPEAT_S


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
