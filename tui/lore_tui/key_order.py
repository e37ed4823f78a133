"""Keys go on one at a time: each waits until the one before has acted and the keyboard belongs to whom it gave it.

Textual hands a key to the widget that has the focus at that moment, while an action that moves the focus runs a few
messages later. Keys that arrive in one burst (a paste without brackets, a slow line) would then run as commands of the
list instead of going into the search box.
"""

from collections import deque
from collections.abc import Awaitable, Callable

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

Input = events.Key | events.Paste
ROUNDS = 2
"""An action may answer with a message to its own widget, whose handler then moves the focus: one round each."""
LOST_S = 0.5
"""A widget that is removed takes its messages with it; the next key waits no longer than this for it."""


class KeyOrder:
    """Holds keys and pastes back until the one before is done with; the first ones until `begin`."""

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
