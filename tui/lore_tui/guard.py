"""What stands between a key and what it does: held keys decide once, what is risky is pressed twice, none overtakes."""

import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

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


Input = events.Key | events.Paste
ROUNDS = 2
"""An action may answer with a message to its own widget, whose handler then moves the focus: one round each."""
LOST_S = 0.5
"""A widget that is removed takes its messages with it; the next key waits no longer than this for it."""


class KeyOrder:
    """Holds keys and pastes back until the one before has acted, and the keyboard belongs to whom it gave it.

    Textual hands a key to the widget that has the focus at that moment, while an action that moves the focus runs a few
    messages later. Keys of one burst (a paste without brackets, a slow line) would run as commands of the list instead
    of going into the search box. The first ones wait until `begin`.
    """

    def __init__(
        self, app: App[None], deliver: Callable[[Input, float], Awaitable[None]], clock: Callable[[], float]
    ) -> None:
        """`deliver` is given each event with the moment it arrived at, by the `clock`."""
        self._app = app
        self._deliver = deliver
        self._clock = clock
        self._held: deque[tuple[Input, float]] = deque()
        self._busy = True
        self._delivered = 0

    def begin(self) -> None:
        """The app can act on keys now: hand on what was typed while it started."""
        self._app.call_later(self._next, self._delivered)

    async def hand_on(self, event: Input) -> None:
        """Deliver the event now, or as soon as everything before it has acted."""
        if self._busy:
            self._held.append((event, self._clock()))
        else:
            await self._hand_on(event, self._clock())

    async def _hand_on(self, event: Input, arrived: float) -> None:
        self._busy = True
        self._delivered += 1
        number = self._delivered
        target = self._keyboard
        await self._deliver(event, arrived)
        self._app.set_timer(LOST_S, lambda: self._next(number))
        self._climb(target, lambda: self._again(number, target, ROUNDS))

    @property
    def _keyboard(self) -> MessagePump:
        """What gets the next key."""
        return self._app.focused or self._app.screen

    def _again(self, number: int, before: MessagePump, rounds: int) -> None:
        """Follow the messages once more, until they moved the focus no further."""
        now = self._keyboard
        left = ROUNDS if now is not before else rounds - 1
        if left:
            self._climb(now, lambda: self._again(number, now, left))
        else:
            self._app.call_later(self._next, number)

    def _climb(self, pump: MessagePump, then: Callable[[], None]) -> None:
        """Call `then` when this pump, and then each one above it, has handled what it was sent so far."""
        if pump is self._app:
            self._app.call_later(then)
        elif not pump.call_later(self._climb, pump._parent or self._app, then):
            self._climb(pump._parent or self._app, then)

    async def _next(self, number: int) -> None:
        if number != self._delivered or not self._busy:
            return
        self._busy = False
        if self._held:
            await self._hand_on(*self._held.popleft())
