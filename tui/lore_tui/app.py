"""The app: one open store, a screen per mode, one queue of writes, the guard of the keyboard, the themes."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from importlib import import_module
from threading import Event
from typing import Any, ClassVar

from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingsMap, BindingType
from textual.css.stylesheet import Stylesheet
from textual.filter import LineFilter
from textual.reactive import Reactive
from textual.screen import Screen
from textual.worker import Worker, WorkerState, get_current_worker

from lore import actions
from lore.actions import Engine
from lore.config import APP_KEY_PRESET, APP_KEYS, APP_THEME, in_force
from lore.errors import LoreError
from lore_tui import look
from lore_tui.guard import KeyOrder, RepeatGuard
from lore_tui.keymap import Keymap, keymap
from lore_tui.keys import SCREENS, Place, goings
from lore_tui.look import Row, Tone
from lore_tui.present.parts import project_name, told_apart
from lore_tui.screens.base_screen import HEIGHTS, WIDTHS, BaseScreen, front
from lore_tui.shell import Heading
from lore_tui.text import Ascii, Printable, why_ascii
from lore_tui.writes import WriteQueue

QUIET_START_S = 5.0
"""Before it the app embeds nothing: a short visit does nothing but show."""
EMBEDDING_S = 0.5
"""How long it embeds at a time, and rests after it; quitting may wait as long."""
LOOK_AROUND_S = 1.0
"""How often the app asks whether another process wrote: 3 µs each."""

MADE_BY = {
    Place.REVIEW: ("review", "ReviewScreen"),
    Place.MEMORY: ("memory", "MemoryScreen"),
    Place.HISTORY: ("history", "HistoryScreen"),
    Place.CARE: ("care", "CareScreen"),
    Place.FIRST: ("first_start", "FirstStart"),
}
"""Place → the module and the class of its screen, loaded when somebody goes there for the first time."""
TERMINATED = 143
"""The exit code of a program that was told to end, as shells count it."""
TOLD_S = 30.0
"""How long the app shows what is wrong with your settings."""


class StyleRules(Stylesheet):
    """Textual parses everything again whenever a screen is entered; with the same colours the same comes out.

    Four times 8 ms until the first screen is painted, and 8 ms for each screen that is entered.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._known = variables

    def set_variables(self, variables: dict[str, str]) -> None:
        """Forget what was parsed, where a colour changed."""
        if variables != self._known:
            self._known = variables
            super().set_variables(variables)

    def reparse(self) -> None:
        """Raises StylesheetError."""
        self.parse()


class LoreApp(App[None], inherit_bindings=False):
    """Opens on what waits, else on the memory. Keys are bound by the screens, those that go to a screen here."""

    TITLE = "Lore"
    CSS_PATH = "lore.tcss"
    ENABLE_COMMAND_PALETTE = False
    DEFAULT_MODE = Place.REVIEW
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = []

    heading = Heading()
    """What the first line says beside the tabs."""
    long_work = ""
    """What is done now that takes long."""
    theme: Reactive[str] = Reactive("lore-dark", init=False)
    """Told at once to the rules of style: Textual would parse them again for the first one."""

    def __init__(
        self, engine: Engine, *, clock: Callable[[], float] = time.monotonic, embeds_after_s: float = QUIET_START_S
    ) -> None:
        """clock: counts seconds; the repeat guard goes by it. embeds_after_s: when it begins to embed what waits."""
        self._no_colour = bool(os.environ.get("NO_COLOR"))
        if not self._no_colour:
            os.environ.pop("NO_COLOR", None)  # Textual takes an empty one for a wish
        super().__init__(ansi_color=True if self._no_colour else None)
        going = [Binding(key.keys, f"screen.{key.action}", key.label, id=key.id) for key in goings()]
        self._bindings = BindingsMap(going)
        self.engine = engine
        self._embeds_after_s = embeds_after_s
        self.keys, self._complaint = self._keys_in_force()
        self.set_keymap(self.keys.for_textual())
        self.guard = RepeatGuard(clock)
        self._order = KeyOrder(self, self._deliver, clock)
        self.writes = WriteQueue(engine, self._in_thread)
        self._errand: tuple[str, str] | None = None
        self.came_from = ""
        """The screen that sent you where you are."""
        self._in_ascii = why_ascii(os.environ)
        self._nets: list[LineFilter] = [Printable(), *([Ascii()] if self._in_ascii else [])]
        self.is_painted = False
        self.stopping = Event()
        """Set where what takes long is to stop at the next safe point."""
        self._seen_version = 0
        self._leaving = False
        for theme in look.OWN_THEMES:
            self.register_theme(theme)
        self.stylesheet = StyleRules(variables=self.get_css_variables())
        self.take_theme()
        for place in SCREENS:
            self.add_mode(place, partial(self._entered, place))

    @cached_property
    def project(self) -> str | None:
        """The key of the project in force, None for all: first that of this folder, where anything of it is known."""
        try:
            return self.engine.project if actions.is_known_project(self.engine) else None
        except LoreError:  # the screen that is shown first says what is wrong
            return None

    def _entered(self, place: Place) -> Screen[Any]:
        """A screen that is entered for the first time, in the classes of this size: nothing is styled twice."""
        module, name = MADE_BY[place]
        screen: Screen[Any] = getattr(import_module(f"lore_tui.screens.{module}"), name)(self.engine)
        if isinstance(screen, BaseScreen):
            screen.set_classes(screen.classes_at(self.size))
        return screen

    def _keys_in_force(self) -> tuple[Keymap, str]:
        """The keys you chose; where they cannot be, those of the registry, and why."""
        try:
            settings = in_force(self.engine.store)
            return keymap(settings[APP_KEY_PRESET], settings[APP_KEYS]), ""
        except LoreError as error:
            return keymap(), f"using the default keys: {error.message} (`lore config unset app.keys app.key_preset`)"

    def take_keys(self) -> None:
        """Have the keys in force that you chose; the screens show them as soon as each is in front."""
        self.keys, complaint = self._keys_in_force()
        self.set_keymap(self.keys.for_textual())
        if complaint:
            self.complain(complaint)
        if frame := self.frame:
            frame.show_keys()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(look.ANSI_VARIABLES)

    def get_line_filters(self) -> list[LineFilter]:
        return [*super().get_line_filters(), *self._nets]

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._order.hand_on(event)
        else:
            await super().on_event(event)

    async def _deliver(self, event: events.Key | events.Paste, arrived: float) -> None:
        if isinstance(event, events.Key):
            self.guard.key_pressed(arrived, event.key)
        await super().on_event(event)

    def on_mount(self) -> None:
        self._seen_version = self.engine.data_version()
        # Textual paints only what changed after `fg`; the shell has written over everything.
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))

    def on_ready(self) -> None:
        self.call_after_refresh(self._go_on)

    def _go_on(self) -> None:
        """Do what the first painted screen does without: its card, the counts, what runs by itself."""
        self.is_painted = True
        if frame := self.frame:
            frame.go_on()
        with suppress(LoreError):  # the screen itself says what is wrong with the store
            if actions.is_empty(self.engine):
                self.show_first_start()
        self._order.begin()
        self.run_worker(self._count_later(list(self.workers)), exit_on_error=False)
        self.set_interval(LOOK_AROUND_S, self.look_around)
        self.set_timer(self._embeds_after_s, self._embed_what_waits)
        for complaint in filter(None, (self._complaint, self._in_ascii)):
            self.complain(complaint)

    async def _count_later(self, first: list[Worker[Any]]) -> None:
        """Count when what the screen shows first was read: at once, both would take longer."""
        await asyncio.gather(*(worker.wait() for worker in first), return_exceptions=True)
        self.call_after_refresh(self.refresh_counts)

    def show_first_start(self) -> None:
        self.push_screen(self._entered(Place.FIRST), self._begun)

    async def _begun(self, chosen: str | None) -> None:
        if chosen:
            await self.switch_mode(chosen)
        if frame := self.frame:
            frame.take_news()

    def look_around(self) -> None:
        """Notice what other processes wrote since the last look."""
        version = self.engine.data_version()
        if version != self._seen_version or self.heading.reads:
            self._seen_version = version
            self.refresh_counts()
        if frame := self.frame:
            frame.look_for_changes()

    @work(thread=True, group="embedding", exit_on_error=False)
    def _embed_what_waits(self) -> None:
        """Go on with what a great import left to embed, half of the time, until the app closes."""
        worker = get_current_worker()
        with suppress(LoreError):  # the screen of health says what is wrong with the model or the store
            while not worker.is_cancelled and actions.embed_more(self.engine, EMBEDDING_S):
                time.sleep(EMBEDDING_S)

    @work(thread=True, group="counts", exclusive=True, exit_on_error=False)
    def refresh_counts(self) -> None:
        """Count what waits, and what the reader does, and tell the screen."""
        with suppress(LoreError):  # the screen itself says what is wrong with the store
            here = self.project
            waiting, reader = len(actions.queue(self.engine)), actions.reader_at_work(self.engine)
            names = tuple(actions.list_projects(self.engine).facts)
            self.call_from_thread(self._counted, here, waiting, reader, names)

    def _counted(
        self, here: str | None, waiting: int, reader: tuple[str, int, int] | None, names: tuple[str, ...]
    ) -> None:
        if here != self.project:
            return
        who, done, whole = reader or ("", 0, 0)
        self.heading = replace(
            self.heading,
            waiting=waiting,
            reads=f"{who} reads {done:,}/{whole:,}" if reader else "",
            reads_short=f"{done:,}/{whole:,}" if reader else "",
            project=project_name(here) if here else "all projects" if len(names) > 1 else "",
            projects=len(names),
        )
        if frame := self.frame:
            frame.refresh_frame()

    def say_new(self, number: int) -> None:
        """So many proposals came since the queue was shown."""
        self._say(new=number)

    def say_needs(self, number: int) -> None:
        """So many things in Care need a hand."""
        self._say(needs=number)

    def _say(self, **told: int) -> None:
        self.heading = replace(self.heading, **told)  # type: ignore[arg-type]  # its fields that are numbers
        if frame := self.frame:
            frame.refresh_frame()

    @property
    def frame(self) -> BaseScreen | None:
        return front(self)

    def choose_project(self) -> None:
        """Offer the projects; the screens then show the one that is taken."""
        from lore_tui.dialogs.pick import Pick

        names = told_apart(tuple(actions.list_projects(self.engine).facts))
        rows = [
            Row("", "all projects"),
            *(Row(key, name, note=key if name != key else "") for key, name in names.items()),
        ]
        self.push_screen(Pick("Project", rows, keep=self.project or ""), self.take_project)

    def take_project(self, key: str | None) -> None:
        """Have this project in force; an empty key stands for all of them, None changes nothing."""
        if key is None or (key or None) == self.project:
            return
        self.project = key or None
        self.refresh_counts()
        for stack in self._screen_stacks.values():
            for screen in stack:
                if isinstance(screen, BaseScreen) and screen.is_whole:
                    screen.project_changed()

    def show_theme(self, name: str) -> None:
        """Show these colours, until others are shown."""
        self.theme = look.theme_of(name, self.console.color_system)

    def take_theme(self) -> str:
        """Show the colours that you chose; returns their name, or an empty text where you want none."""
        if self._no_colour:
            self.theme = look.TERMINAL_THEME
            return ""
        try:
            name = in_force(self.engine.store)[APP_THEME]
        except LoreError as error:
            name = APP_THEME.default
            self.complain(f"the default colours are shown: {error.message} ({error.hint})")
        self.show_theme(name)
        return name

    def complain(self, what: str) -> None:
        """Say what is wrong with your settings or your terminal; the app works nevertheless."""
        self.notify(what, title="Look at this", severity="warning", markup=False, timeout=TOLD_S)

    def go_to(self, place: str, target: str, *, back: str = "") -> None:
        """To another screen, and to one thing on it. back: the screen to come back to."""
        self._errand, self.came_from = (place, target), back
        self.switch_mode(place)

    def errand_of(self, place: str) -> str | None:
        """What somebody was sent to this screen for; once told it is forgotten."""
        where, target = self._errand or ("", "")
        if where != place:
            return None
        self._errand = None
        return target

    async def leave(self) -> None:
        """Quit as soon as everything is written; a write that fails meanwhile keeps the app open."""
        self._leaving = True
        self.stopping.set()
        self.leave_if_done(failed=False)

    def leave_if_done(self, *, failed: bool) -> None:
        """Called after each write."""
        if failed:
            self._leaving = False
            self.stopping.clear()
        elif self._leaving and not self.writes.unanswered and not self.long_work:
            self.exit()
        elif self._leaving and (frame := self.frame):
            frame.show_status("saving: Lore closes as soon as it is done …", Tone.DIM)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A worker that could not read says why; one that broke must be seen: it is a mistake of ours."""
        error = event.worker.error
        if event.state is WorkerState.ERROR and isinstance(error, LoreError) and (frame := self.frame):
            frame.show_status(f"{error.message} ({error.hint or 'run `lore doctor`'})", Tone.BAD)
        elif event.state is WorkerState.ERROR:
            self.notify(f"{event.worker.error!r}", title="Something broke", severity="error", markup=False, timeout=30)

    def _in_thread(self, run: Callable[[], None]) -> None:
        self.run_worker(run, thread=True, group="writes", exit_on_error=False)


class MemoryFirst(LoreApp):
    """Opens on the memory: nothing waits for you."""

    DEFAULT_MODE = Place.MEMORY


def opened(engine: Engine, **more: Any) -> LoreApp:
    """The app on an engine: on what waits, or on the memory where nothing does. more: as `LoreApp` takes it."""
    try:
        waits = actions.something_waits(engine)
    except LoreError:  # the screen says what is wrong
        waits = True
    return (LoreApp if waits else MemoryFirst)(engine, **more)


def run(engine: Engine, *, mouse: bool = True) -> int:
    """Open the app on an engine; returns the exit code."""
    for exported in ("COLUMNS", "LINES"):
        # Where a shell exports its size, Textual believes it for ever and no resize is seen.
        os.environ.pop(exported, None)
    app = opened(engine)
    asyncio.run(_until_it_ends(app, mouse))
    return app.return_code or 0


async def _until_it_ends(app: App[None], mouse: bool) -> None:
    loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(partial(app.exit, return_code=TERMINATED)))
    try:
        await app.run_async(mouse=mouse)
    finally:
        signal.signal(signal.SIGTERM, before)
