"""What stands between a key and a decision: a held key decides once, and what is risky is pressed twice."""

import time
from collections.abc import Callable
from dataclasses import dataclass

REPEAT_S = 0.15
"""A held key repeats 30 times a second after 250 to 660 ms; people press no faster than 150 ms on purpose."""
BURST_S = 0.05
"""What is pasted, or held back by a slow line, comes closer together than this; two fingers do not."""
CLOSES = "escape"
"""The key that closes something: the next key was meant for what lies behind it, and may follow at once."""


@dataclass
class RepeatGuard:
    """Lets a decision pass only when the keyboard was quiet before it; what it stops starts the wait again."""

    clock: Callable[[], float] = time.monotonic
    _latest: float | None = None
    _quiet_s: float = float("inf")
    _closed: bool = False
    """Whether the latest key was pressed on purpose and closed something."""

    def key_pressed(self, at: float | None = None, name: str = "") -> None:
        """Tell it of every key, of any kind, before it acts. at: when it arrived, which may be a while ago."""
        now = self.clock() if at is None else at
        if self._latest is not None:
            self._quiet_s = now - self._latest
        closes = name == CLOSES
        if self._closed and not closes and self._quiet_s >= BURST_S:
            self._quiet_s = REPEAT_S
        self._closed = closes and self.passes()
        self._latest = now

    def passes(self) -> bool:
        """Whether the latest key may decide."""
        return self._quiet_s >= REPEAT_S

    def clicked(self) -> None:
        """Tell it of a click: the mouse does not repeat, and is aimed at what is there."""
        self._latest, self._quiet_s = None, float("inf")

    def came_after(self, shown: float) -> bool:
        """Whether the latest key arrived late enough after something was shown to be meant for it."""
        return self._latest is None or self._latest - shown >= REPEAT_S

    def answers(self, shown: float) -> bool:
        """Whether the latest key may agree to what was shown at that moment: pressed on purpose, and after it."""
        return self.passes() and self.came_after(shown)


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
