"""Log: every change with who made it, when, and how it was before; any step can be reversed from here."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult

from lore.model import AuditEvent
from lore_tui import keys, present
from lore_tui.gateway import Gateway
from lore_tui.jobs import Job, Outcome
from lore_tui.keys import KeyContext
from lore_tui.look import Block, Row, Tone
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.widgets.summary_line import SummaryLine


class LogScreen(BaseScreen):
    """Nothing here can be edited: an undo is an event of its own."""

    PLACE = KeyContext.LOG
    TAG_WIDTH = len("consolidation")
    BINDINGS = keys.bindings(KeyContext.LOG)

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._new = 0

    def compose_summary(self) -> ComposeResult:
        yield SummaryLine()

    def on_mount(self) -> None:
        self.rows.empty_lines = ("No changes yet.", "", "c   read the sessions of your agents", "1   facts")
        self._take()

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        return [present.event_row(self.gateway.event(int(number)), now) for number in ids]

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        return present.event_card(self.gateway.event(int(row_id)), now, self.gateway.short)

    def refresh_summary(self) -> None:
        line = self.query_one(SummaryLine)
        line.left = f"{len(self.rows.ids):,} changes, newest first"
        line.right = f"{self._new:,} new · ^r" if self._new else ""
        line.calls = self._new > 0

    def _take(self) -> None:
        self._new = 0
        numbers = self.read_or_say_why(self.gateway.event_numbers)
        self.rows.show(map(str, numbers), keep=self.rows.current)
        self.refresh_summary()

    def action_reload(self) -> None:
        self._take()
        self.show_status("up to date", Tone.DIM)

    def store_changed(self) -> None:
        newest = int(self.rows.ids[0]) if self.rows.ids else 0
        self._new = sum(self.read_or_say_why(lambda: [self.gateway.events_after(newest)]))
        self.refresh_summary()

    def written(self, job: Job, outcome: Outcome) -> None:
        """What was just done here is shown on top."""
        self._take()
        self.rows.move_to_edge(bottom=False)

    def action_log_revert(self) -> None:
        number = self.rows.current
        if number is not None and self.may_decide():
            self.enqueue_write("log.revert", lambda: self.gateway.revert(int(number)))

    def action_copy(self) -> None:
        for event in self._current():
            self.copy(present.event_line(event), "the event")

    def action_copy_all(self) -> None:
        for event in self._current():
            self.copy(present.event_text(event), "the event, before and after")

    def _current(self) -> list[AuditEvent]:
        """The event under the cursor, or none."""
        number = self.rows.current
        return [] if number is None else self.read_or_say_why(lambda: [self.gateway.event(int(number))])
