"""A list whose entries are read in a worker, all of them or those that are asked for; the newest question counts."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

from textual import on, work
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input

from lore.errors import LoreError
from lore_tui.gateway import Gateway
from lore_tui.look import Tone
from lore_tui.screens.fact_list import BUSY_AFTER_S, DEBOUNCE_S
from lore_tui.screens.searchable import SearchableScreen
from lore_tui.widgets.search_box import SearchBox

Found = TypeVar("Found")


@dataclass
class Read(Message):
    """What was asked for came."""

    generation: int
    found: object


@dataclass
class NotRead(Message):
    """It could not be had."""

    generation: int
    error: LoreError


class LiveList(SearchableScreen, Generic[Found]):
    """Subclasses say how entries are read, and what becomes of them."""

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._generation = 0
        self._answered_generation = 0
        self._timer: Timer | None = None

    @abstractmethod
    def fetch(self, wanted: str) -> Found:
        """Read what is wanted; an empty text wants everything. Runs in a worker. May raise LoreError."""

    @abstractmethod
    def take(self, found: Found) -> None:
        """Show what was read."""

    @property
    def is_answered(self) -> bool:
        """Whether the list shows what was asked for last."""
        return self._generation == self._answered_generation

    def on_mount(self) -> None:
        self.rows.empty_lines = ("Reading …",)
        self.read_again()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if isinstance(event.input, SearchBox) and event.value.strip() != self.wanted:
            self.wanted = event.value.strip()
            self.read_again(delay=DEBOUNCE_S if self.wanted else 0.0)

    def read_again(self, *, delay: float = 0.0) -> None:
        """Ask anew; what comes of an older question is not shown any more."""
        self._generation += 1
        generation, wanted = self._generation, self.wanted
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(delay, lambda: self._read(generation, wanted)) if delay else None
        if not delay:
            self._read(generation, wanted)
        self.set_timer(delay + BUSY_AFTER_S, lambda: self._show_busy(generation))

    def _show_busy(self, generation: int) -> None:
        if generation == self._generation and not self.is_answered:
            self.summarise("reading …")

    @work(thread=True, group="search", exit_on_error=False)
    def _read(self, generation: int, wanted: str) -> None:
        if generation != self._generation:
            return
        try:
            self.post_message(Read(generation, self.fetch(wanted)))
        except LoreError as error:
            self.post_message(NotRead(generation, error))

    @on(Read)
    def _was_read(self, event: Read) -> None:
        if event.generation == self._generation:
            self._answered_generation = event.generation
            self.take(event.found)  # type: ignore[arg-type]  # what `fetch` gave
            self.refresh_summary()

    @on(NotRead)
    def _was_not_read(self, event: NotRead) -> None:
        if event.generation == self._generation:
            self._answered_generation = event.generation
            self.show_status(f"{event.error.message} ({event.error.hint or 'run `lore doctor`'})", Tone.BAD)

    def action_reload(self) -> None:
        self.read_again()
        self.show_status("up to date", Tone.DIM)
