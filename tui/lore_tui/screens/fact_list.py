"""Searching as you type: the list of ids comes from a worker, and only the newest question is answered."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input

from lore.actions import AgentSessions
from lore.errors import LoreError
from lore_tui import present
from lore_tui.gateway import FIRST_PAGE, Gateway
from lore_tui.look import Tone
from lore_tui.screens.searchable import SearchableScreen
from lore_tui.widgets.bottom_line import StatusLine
from lore_tui.widgets.search_box import SearchBox
from lore_tui.widgets.summary_line import SummaryLine

DEBOUNCE_S = 0.06
BUSY_AFTER_S = 0.2
"""Faster answers need no sign that something is going on."""
NEWEST_COMPARED = 500


@dataclass
class Listed(Message):
    """The ids for the list came: of a search, or of everything."""

    generation: int
    ids: Sequence[str]
    keep: str | None = None
    took_ms: float | None = None
    notes: tuple[str, ...] = ()


@dataclass
class SessionsSeen(Message):
    """What the agents on this machine wrote."""

    agents: Sequence[AgentSessions]


@dataclass
class NotListed(Message):
    """The ids could not be had."""

    generation: int
    error: LoreError


class FactList(SearchableScreen):
    """A list of facts: every active one, newest first, or what the search box finds, best first."""

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self.total = 0
        """Active facts in the store."""
        self._has_all = False
        """Whether `total` is known: the newest facts are shown before all are counted."""
        self._generation = 0
        self._answered_generation = 0
        self._timer: Timer | None = None
        self._took_ms: float | None = None
        self._noted: tuple[str, Tone] | None = None
        """What the last search said above the footer."""
        self._new = 0
        self._agents: Sequence[AgentSessions] = ()

    @property
    def is_answered(self) -> bool:
        """Whether the list shows what was asked for last."""
        return self._generation == self._answered_generation

    def on_mount(self) -> None:
        first = self.gateway.newest_facts(FIRST_PAGE)
        self.total, self._has_all = len(first), len(first) < FIRST_PAGE
        self.rows.show(first)
        self._say_why_empty()
        self.refresh_summary()
        if not self._has_all:
            self.call_after_refresh(self._list_all, self._generation, None)
        self.call_after_refresh(self._look_for_sessions)

    @work(thread=True, group="sessions", exit_on_error=False)
    def _look_for_sessions(self) -> None:
        with suppress(LoreError):  # a store that is locked or gone says so where something is asked of it
            self.post_message(SessionsSeen(self.gateway.sessions_here()))

    @on(SessionsSeen)
    def _sessions_seen(self, event: SessionsSeen) -> None:
        self._agents = event.agents
        self._say_why_empty()
        news = present.news(event.agents, self.key("sessions.read"))
        if self.total and news and not self.query_one(StatusLine).said[0]:
            self.show_status(news, Tone.DIM)

    def refresh_summary(self) -> None:
        shown = len(self.rows.ids)
        whole = f"{self.total:,}{'' if self._has_all else '+'}"
        count = f"{shown:,} of {whole}" if self.wanted else f"{whole} fact{'s' * (whole != '1')}"
        took = f" · {self._took_ms:.0f} ms" if self.wanted and self._took_ms is not None else ""
        line = self.query_one(SummaryLine)
        line.right = self.news(self._new) if self._new else f"{count}{took}"
        line.calls = self._new > 0
        line.styles.width = len(line.right) + 2

    def _ways(self) -> tuple[str, str]:
        return self.line("back", "clear the search"), self.line("fact.new", "write it as a new fact")

    def _say_why_empty(self) -> None:
        nothing_found = (f"Nothing found for  {self.wanted}", "", *self._ways())
        self.rows.empty_lines = nothing_found if self.wanted else present.no_facts(self._agents, self.line)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if isinstance(event.input, SearchBox) and event.value.strip() != self.wanted:
            wanted = event.value.strip()
            self.start_search(wanted, delay=DEBOUNCE_S if wanted else 0.0)

    def start_search(self, query: str, *, delay: float = 0.0, keep: str | None = None) -> None:
        """Ask anew. The cursor goes to `keep`, else to the best hit; in the whole list it stays on its fact."""
        self.wanted = query
        self._generation += 1
        if self._timer is not None:
            self._timer.stop()
        generation = self._generation
        self._timer = self.set_timer(delay, lambda: self._find(generation, query, keep)) if delay else None
        if not delay:
            self._find(generation, query, keep)
        self.set_timer(delay + BUSY_AFTER_S, lambda: self._show_busy(generation))

    def _find(self, generation: int, query: str, keep: str | None) -> None:
        if query:
            self._search(generation, query, keep)
        else:
            self._list_all(generation, keep)

    @work(thread=True, group="search", exit_on_error=False)
    def _search(self, generation: int, query: str, keep: str | None) -> None:
        try:
            found = self.gateway.search(query, lambda: generation == self._generation)
        except LoreError as error:
            self.post_message(NotListed(generation, error))
            return
        if found is not None:
            self.post_message(Listed(generation, found.ids, keep, found.took_ms, found.notes))

    @work(thread=True, group="search", exit_on_error=False)
    def _list_all(self, generation: int, keep: str | None) -> None:
        try:
            self.post_message(Listed(generation, self.gateway.all_fact_ids(), keep))
        except LoreError as error:
            self.post_message(NotListed(generation, error))

    @on(Listed)
    def _show_list(self, event: Listed) -> None:
        if event.generation != self._generation:
            return
        self._answered_generation = event.generation
        if not self.wanted:
            self.total, self._has_all = len(event.ids), True
        self._took_ms, self._new = event.took_ms, 0
        self._say_why_empty()
        stay = None if self.wanted else self.rows.current
        self.rows.show(event.ids, keep=event.keep or stay)
        self.refresh_summary()
        self._note(" · ".join(event.notes), Tone.DIM)

    @on(NotListed)
    def _show_failure(self, event: NotListed) -> None:
        if event.generation == self._generation:
            self._answered_generation = event.generation
            self._note(f"{event.error.message} ({event.error.hint or 'run `lore doctor`'})", Tone.BAD)

    def _note(self, text: str, tone: Tone) -> None:
        """Say what a search has to say; with the next answer that goes away."""
        if text or self.query_one(StatusLine).said == self._noted:
            self._noted = (text, tone)
            self.show_status(text, tone)

    def _show_busy(self, generation: int) -> None:
        if generation == self._generation and not self.is_answered:
            self.query_one(SummaryLine).right = "searching …"

    def action_reload(self) -> None:
        self.take_news()
        self.show_status("up to date", Tone.DIM)

    def take_news(self) -> None:
        self.start_search(self.wanted, keep=self.rows.current)

    def store_changed(self) -> None:
        if not self.rows.ids and not self.wanted:
            self.take_news()  # nothing can move under the cursor
        self._count_new(frozenset(self.rows.ids))

    @work(thread=True, group="news", exclusive=True, exit_on_error=False)
    def _count_new(self, known: frozenset[str]) -> None:
        if not self.wanted:
            newest = self.gateway.newest_facts(NEWEST_COMPARED)
            self.app.call_from_thread(self._announce, sum(fact_id not in known for fact_id in newest))

    def _announce(self, new: int) -> None:
        self._new = new
        self.refresh_summary()
