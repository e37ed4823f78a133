"""Somebody at the keyboard of the app: presses keys, waits for what they cause, reads the screen."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from textual import _wait, events
from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip
from textual.worker import WorkerCancelled

from lore.actions import Engine
from lore.presence import deciding_in_app
from lore.store import Store
from lore_tui.app import LoreApp, opened
from lore_tui.screens.everywhere import Everywhere
from lore_tui.screens.fact_list import FactList
from lore_tui.widgets.bottom_line import BottomLine
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import SearchBox

LOOK_S = _wait.SLEEP_GRANULARITY
"""How long the app does nothing before it is taken to be done."""
_wait.SLEEP_GRANULARITY = LOOK_S / 5
_wait.SLEEP_IDLE = _wait.SLEEP_GRANULARITY / 20
"""Textual's pilot waits so three times for each key; `settle` waits once, for as long as it takes."""
STILL_S = 0.1
"""How long a screen that stands still is looked at."""
ANSWER_S = 20.0
"""How long a test waits for a message of the app before it fails."""


class Watch:
    """The clock of the repeat guard, moved by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Person:
    """Presses keys and reads the screen. Between two presses a second passes; a held key repeats every 33 ms."""

    def __init__(self, app: LoreApp, pilot: Pilot[None], watch: Watch) -> None:
        self.app = app
        self.pilot = pilot
        self.watch = watch

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.watch.seconds += 1.0
            await self.pilot.press(key)
            await self.settle()

    async def hold(self, key: str, times: int) -> None:
        await self.press(key)
        self.watch.seconds += 0.5
        for _ in range(times):
            await self.pilot.press(key)
            self.watch.seconds += 0.033
        await self.settle()

    async def write(self, text: str) -> None:
        self.app.post_message(events.Paste(text))
        await self.pilot.pause()
        await self.settle()

    async def type(self, text: str) -> None:
        self.watch.seconds += 1.0
        await self.pilot.press(*("space" if letter == " " else letter for letter in text))
        await self.settle()

    async def search(self, text: str) -> None:
        await self.press("slash")
        self.app.screen.query_one(SearchBox).value = text
        await self.pilot.pause()
        await self.answered() if isinstance(self.app.screen, FactList) else await self.settle()

    async def answered(self) -> None:
        screen = self.app.screen
        assert isinstance(screen, FactList)
        async with asyncio.timeout(ANSWER_S):
            while not screen.is_answered:
                await self.pilot.pause(0.01)
                await self.settle()
        await self.pilot.pause()  # the answer may have come before anybody waited for it

    async def to_memory(self) -> None:
        """To the facts, as soon as their groups are known."""
        await self.press("2")
        await self.answered()

    async def settle(self) -> None:
        while True:
            await _wait.wait_for_idle(LOOK_S)
            busy = [worker for worker in self.app.workers if not worker.is_finished]
            if not busy and not self.app.writes.unanswered:
                return
            with suppress(WorkerCancelled):  # a newer question took its place
                await self.app.workers.wait_for_complete(busy)
            await self.pilot.pause()

    @property
    def rows(self) -> RowList:
        return self.frame.rows

    @property
    def frame(self) -> Everywhere:
        screen = self.app.screen
        assert isinstance(screen, Everywhere)
        return screen

    @property
    def screen(self) -> str:
        return screen_text(self.app)

    async def still(self) -> str:
        before = ""
        while (now := self.screen) != before:
            before = now
            await self.pilot.pause(STILL_S)
        return now

    @property
    def status(self) -> str:
        lines = self.frame.query_one(BottomLine).size.height
        return " ".join(line.strip() for line in self.screen.splitlines()[-1 - lines : -1])


def screen_text(app: App[None]) -> str:
    return "\n".join(strip.text.rstrip() for strip in screen_strips(app))


def screen_strips(app: App[None]) -> list[Strip]:
    visible_screen_stack.set(app._background_screens)  # a dialog takes what lies behind it from here, and keeps it
    return app.screen._compositor.render_strips()


def at_app(store: Store) -> Engine:
    return Engine(store, person=deciding_in_app(), stays_open=True)


@asynccontextmanager
async def at_keyboard(
    store: Store, size: tuple[int, int] = (80, 24), engine: Engine | None = None
) -> AsyncIterator[Person]:
    """The app on a store, running, with somebody before it. engine: another one than a person's."""
    watch = Watch()
    app = opened(engine or at_app(store), clock=watch)
    async with app.run_test(size=size, notifications=True) as pilot:
        person = Person(app, pilot, watch)
        await person.settle()
        await pilot.pause()
        yield person
        if app.is_running:
            screen_strips(app)
