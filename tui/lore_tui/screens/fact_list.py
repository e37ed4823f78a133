"""Searching as you type: the list of ids comes from a worker, and only the newest question is answered."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on, work
from textual.message import Message
from textual.widgets import Input

from lore import actions, clock
from lore.actions import FactOrder, OrderedFacts
from lore.errors import LoreError
from lore_tui import present
from lore_tui.gateway import FIRST_PAGE
from lore_tui.look import Tone
from lore_tui.screens.searchable import SearchableScreen
from lore_tui.text import days_of
from lore_tui.widgets.bottom_line import StatusLine
from lore_tui.widgets.completions import CompletionLine
from lore_tui.widgets.search_box import SearchBox
from lore_tui.widgets.summary_line import SummaryLine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.geometry import Size
    from textual.timer import Timer

    from lore.actions import AgentSessions
    from lore.model import Completions
    from lore_tui.finding import Found, Words
    from lore_tui.gateway import Gateway

DEBOUNCE_S = 0.01
"""Longer only delays the answer: a search takes about as long as the pause between two keys, and then runs alone."""
BUSY_AFTER_S = 0.2
"""Faster answers need no sign that something is going on."""
NEWEST_COMPARED = 500
NEARBY = "similar in meaning"
ORDERED = {FactOrder.NEWEST: "", FactOrder.STRONGEST: " · strongest first", FactOrder.USED: " · last used first"}
PARTED_LINES = 30
"""Lines of a terminal from which days stand between the facts."""
COLUMNS = ((160, (18, 14, 5)), (120, (8, 11, 4)))
"""Columns of a terminal, and the widths of project, agent and strength from there on."""


@dataclass
class Listed(Message):
    """The ids for the list came: of a search, or of everything."""

    generation: int
    ids: Sequence[str]
    keep: str | None = None
    found: Found | None = None
    """Of a search: what of it are matches, and why."""
    listed: OrderedFacts | None = None
    """Of the whole list: with the times that order it."""


@dataclass
class Completed(Message):
    """How what is typed can go on."""

    typed: str
    options: Completions


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
        self.found: Found | None = None
        """What is shown, where it was searched."""
        self.order = FactOrder.NEWEST
        """Of the whole list, and of what conditions alone narrow; while you search, the best matches come first."""
        self._listed = OrderedFacts((), ())
        """The whole list, as it was read last."""
        self.typing: bool | None = False
        """Whether the last word may be the beginning of one; None where it is one if no fact holds it whole."""
        self._completed = ""
        """What the box holds since Tab was pressed: it asks for no further ways to go on."""
        self._noted: tuple[str, Tone] | None = None
        """What the last search said above the footer."""
        self._new = 0
        self._agents: Sequence[AgentSessions] = ()

    @property
    def is_answered(self) -> bool:
        """Whether the list shows what was asked for last."""
        return self._generation == self._answered_generation

    def on_mount(self) -> None:
        self._listed = actions.ordered_facts(self.engine, self.order, limit=FIRST_PAGE)
        first = self._listed.ids
        self.total, self._has_all = len(first), len(first) < FIRST_PAGE
        self.rows.show(first)
        self.part_rows()
        self.say_why_empty()
        self.refresh_summary()

    def go_on(self) -> None:
        super().go_on()
        if not self._has_all and not self.wanted:
            self._list_all(self._generation, None)
        self._look_for_sessions()

    @work(thread=True, group="sessions", exit_on_error=False)
    def _look_for_sessions(self) -> None:
        with suppress(LoreError):  # a store that is locked or gone says so where something is asked of it
            self.post_message(SessionsSeen(actions.sessions_here(self.engine)))

    @on(SessionsSeen)
    def _sessions_seen(self, event: SessionsSeen) -> None:
        self._agents = event.agents
        self.say_why_empty()
        news = present.news(event.agents, self.key("sessions.read"))
        if self.total and news and not self.query_one(StatusLine).said[0]:
            self.show_status(news, Tone.DIM)

    def compose_summary(self) -> ComposeResult:
        yield from super().compose_summary()
        yield CompletionLine()

    def refresh_summary(self) -> None:
        whole = f"{self.total:,}{'' if self._has_all else '+'}"
        line = self.query_one(SummaryLine)
        line.right = self.news(self._new) if self._new else self._counted(whole)
        line.calls = self._new > 0
        line.styles.width = len(line.right) + 2

    def _counted(self, whole: str) -> str:
        """How much is shown of the whole; of a search, how many matches it has."""
        found = self.found
        if found is None or not self.wanted:
            return f"{whole} fact{'s' * (whole != '1')}{ORDERED[self.order]}"
        near = sum(name in found.nearby for name in self.rows.ids)
        matches = len(self.rows.ids) - near
        more = f" + {near} similar" if near else ""
        ordered = "" if found.has_words else ORDERED[self.order]
        return f"{matches:,}{'+' if found.is_cut else ''} of {whole}{more}{ordered} · {found.took_ms:.0f} ms"

    def say_why_empty(self) -> None:
        self.rows.empty_lines = self._nothing_found() if self.wanted else present.no_facts(self._agents, self.line)

    def _nothing_found(self) -> tuple[str, ...]:
        told = self.found.notes if self.found else ()
        ways = (
            self.line("search.clear", "clear the search"),
            self.line("search.complete", "complete a field, such as kind:"),
            f"{self.key('search.keep')}, then {self.line('fact.new', 'write it as a new fact')}",
        )
        return (f"Nothing found for  {self.wanted}", *told, "", *ways)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if not isinstance(event.input, SearchBox):
            return
        wanted = event.value.strip()
        typing = not event.value[-1:].isspace() if event.input.has_focus else None
        if wanted != self.wanted or (wanted and typing != self.typing):
            self.start_search(wanted, delay=DEBOUNCE_S if wanted else 0.0, typing=typing)

    @on(SearchBox.Kept)
    def _whole(self) -> None:
        """What you keep is meant word for word, where any fact holds these words."""
        if self.wanted and self.typing:
            self.start_search(self.wanted, keep=self.rows.current)

    def words(self) -> Words:
        """What was looked for, as it stands in the facts that were found."""
        return actions.words_of_query(self.wanted, typing=self.found is not None and self.found.typing)

    def search_again(self, keep: str | None = None) -> None:
        """Ask the same anew. The cursor goes to `keep`, else it stays where it is."""
        self.start_search(self.wanted, keep=keep or self.rows.current, typing=self.typing)

    @on(Input.Changed)
    def _look_ahead(self, event: Input.Changed) -> None:
        """Show how the query can go on; what Tab put there goes on with the next Tab."""
        if isinstance(event.input, SearchBox) and event.input.has_focus and event.value != self._completed:
            self._completed = ""
            self._complete(event.value)

    @work(thread=True, group="completions", exclusive=True, exit_on_error=False)
    def _complete(self, typed: str) -> None:
        with suppress(LoreError):  # the search itself says what is wrong with the store
            self.post_message(Completed(typed, self.gateway.finding.complete(typed)))

    @on(Completed)
    def _show_completions(self, event: Completed) -> None:
        box = self.query_one(SearchBox)
        if box.has_focus and box.value == event.typed:
            self.query_one(CompletionLine).options = event.options

    @on(SearchBox.Completing)
    def _take_completion(self) -> None:
        box = self.query_one(SearchBox)
        if (query := self.query_one(CompletionLine).take_next()) is not None:
            self._completed = box.value = query
            box.cursor_position = len(query)

    def on_descendant_focus(self) -> None:
        super().on_descendant_focus()
        box, line = self.query_one(SearchBox), self.query_one(CompletionLine)
        line.display = box.has_focus
        if box.has_focus:
            self._completed = ""
            self._complete(box.value)

    def start_search(
        self, query: str, *, delay: float = 0.0, keep: str | None = None, typing: bool | None = None
    ) -> None:
        """Ask anew. The cursor goes to `keep`, else to the best hit; in the whole list it stays on its fact."""
        self.wanted, self.typing = query, typing
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
            is_wanted = lambda: generation == self._generation  # noqa: E731
            found = self.gateway.finding.search(query, is_wanted, self.order, typing=self.typing)
        except LoreError as error:
            self.post_message(NotListed(generation, error))
            return
        if found is not None:
            self.post_message(Listed(generation, found.ids, keep, found))

    @work(thread=True, group="search", exit_on_error=False)
    def _list_all(self, generation: int, keep: str | None) -> None:
        try:
            listed = actions.ordered_facts(self.engine, self.order)
            self.post_message(Listed(generation, listed.ids, keep, listed=listed))
        except LoreError as error:
            self.post_message(NotListed(generation, error))

    @on(Listed)
    def _show_list(self, event: Listed) -> None:
        if event.generation != self._generation:
            return
        self._answered_generation = event.generation
        if not self.wanted:
            self.total, self._has_all = len(event.ids), True
        self.found, self._new = event.found, 0
        self._listed = event.listed or self._listed
        self.say_why_empty()
        self._mark_words()
        stay = None if self.wanted else self.rows.current
        self.rows.show(event.ids, keep=event.keep or stay)
        self.part_rows()
        self.refresh_summary()
        notes = event.found.notes if event.found and event.ids else ()
        self._note(" · ".join(notes), Tone.DIM)

    def classes_at(self, size: Size) -> set[str]:
        return super().classes_at(size) | ({"-columns"} if columns_at(size) else set())

    def part_rows(self) -> None:
        """Days between the rows where there is room for them, and columns where the terminal is wide."""
        widths = columns_at(self.size)
        self.set_class(bool(widths), "-columns")
        self.rows.part(self._headings(), widths)

    def on_resize(self) -> None:
        if self.stands:
            self.part_rows()

    @property
    def is_dated(self) -> bool:
        """Whether each row says how old it is: no heading does."""
        times = self.found.times if self.found and self.wanted else self._listed.times
        return self.size.height < PARTED_LINES or self.order is FactOrder.STRONGEST or not times

    def _headings(self) -> Mapping[int, str]:
        """The rule over what is near in meaning alone; or the days, where these order the list."""
        if self.found and self.wanted and self.found.nearby:
            return {len(self.found.matches): NEARBY}
        if self.is_dated or (self.found and self.wanted and self.found.has_words):
            return {}
        if self.found and self.wanted:
            at = dict(zip(self.found.matches, self.found.times, strict=True))
        else:
            at = dict(zip(self._listed.ids, self._listed.times, strict=True))
        return days_of([at.get(name, "") for name in self.rows.ids], clock.now())

    def _mark_words(self) -> None:
        """The words that were looked for stand out, in the list and on the card."""
        spans = self.words().spans if self.wanted else None
        self.rows.spans = self.card.spans = spans

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
        self.search_again()

    def store_changed(self) -> None:
        if not self.rows.ids and not self.wanted:
            self.take_news()  # nothing can move under the cursor
        self._count_new(frozenset(self.rows.ids))

    @work(thread=True, group="news", exclusive=True, exit_on_error=False)
    def _count_new(self, known: frozenset[str]) -> None:
        if not self.wanted:
            newest = list(actions.fact_ids(self.engine, limit=NEWEST_COMPARED))
            self.app.call_from_thread(self._announce, sum(fact_id not in known for fact_id in newest))

    def _announce(self, new: int) -> None:
        self._new = new
        self.refresh_summary()


def columns_at(size: Size) -> tuple[int, ...]:
    """The widths of project, agent and strength in a terminal of this size; none where it is too narrow."""
    return next((widths for cells, widths in COLUMNS if size.width >= cells), ())
