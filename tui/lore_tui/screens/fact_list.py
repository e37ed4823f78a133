"""The facts by what becomes of them, and searching as you type: ids come from a worker, the newest question counts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on, work
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from lore import actions
from lore.actions import FactOrder
from lore.errors import LoreError
from lore_tui import present
from lore_tui.look import Piece, Row, Tone
from lore_tui.present.drawing import bar, keyed
from lore_tui.present.facts import HEADINGS, MARKS, NAMES, State
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.widgets.bottom_line import StatusLine
from lore_tui.widgets.card import Card
from lore_tui.widgets.completions import CompletionLine
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine, SearchBox
from lore_tui.widgets.title import entitle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.timer import Timer

    from lore.actions import Groups
    from lore.model import Completions
    from lore_tui.finding import Found, Words
    from lore_tui.gateway import Gateway

DEBOUNCE_S = 0.01
"""Longer only delays the answer: a search takes about as long as the pause between two keys, and then runs alone."""
BUSY_AFTER_S = 0.2
"""Faster answers need no sign that something is going on."""
NEARBY = "similar in meaning"
ORDERED = {FactOrder.NEWEST: "", FactOrder.STRONGEST: "strongest first", FactOrder.USED: "last used first"}
KIND, ABOUT = "kind:", "about:"
"""What the ids of the rail begin with that are no states."""
_BAR = 10


@dataclass
class Grouped(Message):
    """What becomes of every fact."""

    project: str | None
    groups: Groups
    keep: str | None


@dataclass
class Parted(Message):
    """Which facts fall into which category."""

    project: str | None
    about: Mapping[str, Sequence[str]]


@dataclass
class Listed(Message):
    """What a search found."""

    generation: int
    found: Found
    keep: str | None = None


@dataclass
class Ordered(Message):
    """The ids of a list in another order."""

    generation: int
    ids: Sequence[str]


@dataclass
class Completed(Message):
    """How what is typed can go on."""

    typed: str
    options: Completions


@dataclass
class NotListed(Message):
    """The ids could not be had."""

    generation: int
    error: LoreError


class FactList(BaseScreen):
    """What the next session starts with and the other groups; what the rail narrows them to; or what the box finds."""

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self.wanted = ""
        """What is searched for; empty for everything."""
        self.groups: Groups | None = None
        """None before it is known."""
        self.states: Mapping[str, State] = {}
        self.about: Mapping[str, Sequence[str]] = {}
        self.view: str = State.STARTS
        """The entry of the rail that is chosen."""
        self.found: Found | None = None
        """What is shown, where it was searched."""
        self.order = FactOrder.NEWEST
        self._generation = 0
        self._answered_generation = 0
        self._timer: Timer | None = None
        self.typing: bool | None = False
        """Whether the last word may be the beginning of one; None where it is one if no fact holds it whole."""
        self._completed = ""
        """What the box holds since Tab was pressed: it asks for no further ways to go on."""
        self._noted: tuple[str, Tone] | None = None
        """What the last search said above the footer."""

    def compose_panes(self) -> ComposeResult:
        yield RowList(self._rail_rows, id="rail")
        with Vertical(id="right"):
            yield RowList(self._load, id="rows")
            yield Card(id="card")
            yield FindLine()
            yield CompletionLine()

    @property
    def is_answered(self) -> bool:
        """Whether the list shows what was asked for last."""
        return self.groups is not None and self._generation == self._answered_generation

    def on_mount(self) -> None:
        self.rows.empty_lines = ("reading …",)
        entitle(self.rows, [Piece("Memory")])
        entitle(self.query_one("#rail"), [Piece("Show")])

    def go_on(self) -> None:
        super().go_on()
        self.read_groups()

    # What becomes of the facts

    @work(thread=True, group="groups", exclusive=True, exit_on_error=False)
    def read_groups(self, keep: str | None = None) -> None:
        here = self.shell.project
        try:
            self.post_message(Grouped(here, actions.group_facts(self.engine, project=here), keep))
            self.post_message(Parted(here, actions.facts_about(self.engine, project=here)))
        except LoreError as error:
            self.post_message(NotListed(self._generation, error))

    @on(Grouped)
    def _grouped(self, event: Grouped) -> None:
        if event.project != self.shell.project:
            return
        self.groups, self.states = event.groups, present.states_of(event.groups)
        self._fill_rail()
        if self.wanted:
            self.search_again(event.keep)
        else:
            self._show_view(event.keep or self.rows.current)

    @on(Parted)
    def _parted(self, event: Parted) -> None:
        if event.project == self.shell.project:
            self.about = event.about
            self._fill_rail()

    def _fill_rail(self) -> None:
        assert self.groups is not None  # called once they are known
        kinds = [f"{KIND}{name}" for name in sorted(self.groups.kinds, key=lambda one: -len(self._of_kind(one)))]
        about = [f"{ABOUT}{name}" for name in sorted(self.about, key=lambda one: -len(self.about[one]))]
        headings = {len(State): "kinds", **({len(State) + len(kinds): "about"} if about else {})}
        rail = self.query_one("#rail", RowList)
        rail.show([*State, *kinds, *about], keep=self.view, headings=headings if kinds else {})

    def _of_kind(self, name: str) -> Sequence[str]:
        return self.groups.kinds.get(name, ()) if self.groups else ()

    def _rail_rows(self, ids: Sequence[str]) -> list[Row]:
        rows = []
        for name in ids:
            count = f"{len(self._ids_of(name)):,}"
            if name in list(State):
                mark, tone = MARKS[State(name)]
                rows.append(Row(name, NAMES[State(name)], mark=mark, mark_tone=tone, note=count))
            else:
                rows.append(Row(name, name.partition(":")[2], note=count))
        return rows

    def _ids_of(self, view: str) -> Sequence[str]:
        if self.groups is None:
            return ()
        if view.startswith(KIND):
            return self._of_kind(view.removeprefix(KIND))
        if view.startswith(ABOUT):
            return self.about.get(view.removeprefix(ABOUT), ())
        found: Sequence[str] = getattr(self.groups, view)
        return found

    @on(RowList.Highlighted)
    def _rail_moved(self, event: RowList.Highlighted) -> None:
        if event.rows.id == "rail" and event.row_id is not None and event.row_id != self.view:
            self.view = event.row_id
            if self.wanted:
                self.query_one(SearchBox).value = ""
                self.wanted, self.found = "", None
            self._show_view(None)

    def _show_view(self, keep: str | None) -> None:
        """The chosen entry: the next start with everything behind it, or one group alone."""
        if self.groups is None:
            return
        self._generation += 1
        self._answered_generation = self._generation
        self.found = None
        self._mark_words()
        ids, headings = list(self._ids_of(self.view)), {}
        if self.view == State.STARTS:
            for state in (State.FITS, State.WAITING, State.AGENTS):
                if more := self._ids_of(state):
                    headings[len(ids)] = f"{HEADINGS[state]}\t{len(more):,}"
                    ids += more
        self.say_why_empty()
        self.rows.show(ids, keep=keep, headings=headings)
        self.refresh_summary()
        if self.order is not FactOrder.NEWEST:
            self._order(self._generation, self.view)

    @work(thread=True, group="search", exit_on_error=False)
    def _order(self, generation: int, view: str) -> None:
        try:
            wanted = self._ids_of(State.FITS if view == State.STARTS else view)
            found = actions.ordered_facts(self.engine, self.order, facts=wanted).ids
            self.post_message(Ordered(generation, found))
        except LoreError as error:
            self.post_message(NotListed(generation, error))

    @on(Ordered)
    def _ordered(self, event: Ordered) -> None:
        if event.generation != self._generation or self.groups is None:
            return
        if self.view != State.STARTS:
            self.rows.show(event.ids, keep=self.rows.current)
            return
        head, tail = list(self.groups.starts), [*self.groups.waiting, *self.groups.agents]
        headings = {len(head): f"{HEADINGS[State.FITS]}\t{len(event.ids):,}"} if event.ids else {}
        at = len(head) + len(event.ids)
        for state in (State.WAITING, State.AGENTS):
            if more := self._ids_of(state):
                headings[at] = f"{HEADINGS[state]}\t{len(more):,}"
                at += len(more)
        self.rows.show([*head, *event.ids, *tail], keep=self.rows.current, headings=headings)

    def refresh_summary(self) -> None:
        if self.groups is None:
            return
        groups = self.groups
        if self.wanted:
            entitle(self.rows, [Piece("Found  "), Piece(self._counted(), Tone.DIM)])
        elif self.view == State.STARTS:
            name = present.project_name(self.shell.project) if self.shell.project else ""
            what = f"What the next session of {name} starts with" if name else "What sessions start with, all projects"
            count = len(groups.starts)
            entitle(
                self.rows, [Piece(what), Piece(f"  {count:,} line{'s' * (count != 1)}", Tone.GOOD)], self._cost(groups)
            )
        else:
            named = NAMES[State(self.view)] if self.view in list(State) else self.view.partition(":")[2].capitalize()
            entitle(self.rows, [Piece(named), Piece(f"  {len(self.rows.ids):,}", Tone.DIM)], self._sorted())
        entitle(self.query_one("#rail"), [Piece("Show")], keyed(self.key("fact.filter"), "filter"))
        in_use, out = groups.in_use, len(groups.archived)
        self.query_one(FindLine).tell(f"{in_use:,} fact{'s' * (in_use != 1)} in use, {out:,} archived")

    def _cost(self, groups: Groups) -> list[Piece]:
        shown = [*keyed(self.key("memory.frame"), "as the agent sees it")]
        if not groups.tokens:
            return [*self._sorted(), *shown]
        cost = Piece(f"{groups.tokens:,} of {groups.budget:,} tokens ", Tone.DIM)
        share = bar(groups.tokens / groups.budget, _BAR, Tone.GOOD) if groups.budget else ()
        return [*self._sorted(), cost, *share, Piece(" · ", Tone.DIM), *shown]

    def _sorted(self) -> list[Piece]:
        return [Piece(f"{ORDERED[self.order]} · ", Tone.DIM)] if ORDERED[self.order] else []

    def _counted(self) -> str:
        """How much a search found."""
        found = self.found
        if found is None:
            return "searching …" if not self.is_answered else ""
        near = sum(name in found.nearby for name in self.rows.ids)
        matches = len(self.rows.ids) - near
        by_word = f"{matches:,}{'+' if found.is_cut else ''} by word" if found.has_words else f"{matches:,}"
        return f"{by_word}, {near:,} by meaning" if near else by_word

    def say_why_empty(self) -> None:
        self.rows.empty_lines = self._nothing_found() if self.wanted else self._nothing_there()

    def _nothing_there(self) -> tuple[str, ...]:
        if self.groups is None:
            return ("reading …",)
        ways = (self.line("fact.new", "write a fact yourself"), self.line("sessions.read", "read new sessions"))
        if self.view != State.STARTS:
            return ("Nothing here.", "", self.line("focus.next", "to the other panes"))
        return ("Sessions start with nothing yet.", "", *ways)

    def _nothing_found(self) -> tuple[str, ...]:
        told = self.found.notes if self.found else ()
        ways = (
            self.line("search.clear", "clear the search"),
            self.line("search.complete", "complete a field, such as kind:"),
            f"{self.key('search.keep')}, then {self.line('fact.new', 'write it as a new fact')}",
        )
        return (f"Nothing found for  {self.wanted}", *told, "", *ways)

    # Searching

    def action_search(self) -> None:
        self.remove_class("-open")
        self.query_one(SearchBox).focus()

    @on(SearchBox.Kept)
    def _keep_search(self) -> None:
        """What you keep is meant word for word, where any fact holds these words."""
        self.rows.focus()
        if self.wanted and self.typing:
            self.start_search(self.wanted, keep=self.rows.current)

    @on(SearchBox.Cleared)
    def clear_search(self) -> None:
        self.query_one(SearchBox).value = ""
        self.rows.focus()

    @on(SearchBox.Moved)
    def _move_while_typing(self, event: SearchBox.Moved) -> None:
        self.rows.move(event.by)

    def action_back(self) -> None:
        if self.wanted and not self.has_class("-open") and not self.rows.marked:
            self.clear_search()
        else:
            super().action_back()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if not isinstance(event.input, SearchBox):
            return
        wanted = event.value.strip()
        typing = not event.value[-1:].isspace() if event.input.has_focus else None
        if wanted != self.wanted or (wanted and typing != self.typing):
            self.start_search(wanted, delay=DEBOUNCE_S if wanted else 0.0, typing=typing)

    def words(self) -> Words:
        """What was looked for, as it stands in the facts that were found."""
        return actions.words_of_query(self.wanted, typing=self.found is not None and self.found.typing)

    def search_again(self, keep: str | None = None) -> None:
        """Ask the same anew. The cursor goes to `keep`, else it stays where it is."""
        self.start_search(self.wanted, keep=keep or self.rows.current, typing=self.typing)

    def start_search(
        self, query: str, *, delay: float = 0.0, keep: str | None = None, typing: bool | None = None
    ) -> None:
        """Ask anew. The cursor goes to `keep`, else to the best hit; in the whole list it stays on its fact."""
        self.wanted, self.typing = query, typing
        self._generation += 1
        if self._timer is not None:
            self._timer.stop()
        generation = self._generation
        if not query:
            self._show_view(keep or self.rows.current)
            return
        self._timer = self.set_timer(delay, lambda: self._search(generation, query, keep)) if delay else None
        if not delay:
            self._search(generation, query, keep)
        self.set_timer(delay + BUSY_AFTER_S, lambda: self._show_busy(generation))

    def _show_busy(self, generation: int) -> None:
        if generation == self._generation and not self.is_answered:
            entitle(self.rows, [Piece("Found  "), Piece("searching …", Tone.DIM)])

    @work(thread=True, group="search", exit_on_error=False)
    def _search(self, generation: int, query: str, keep: str | None) -> None:
        try:
            is_wanted = lambda: generation == self._generation  # noqa: E731
            found = self.gateway.finding.search(query, is_wanted, self.order, typing=self.typing)
        except LoreError as error:
            self.post_message(NotListed(generation, error))
            return
        if found is not None:
            self.post_message(Listed(generation, found, keep))

    @on(Listed)
    def _show_found(self, event: Listed) -> None:
        if event.generation != self._generation:
            return
        self._answered_generation = event.generation
        found = self.found = event.found
        self.say_why_empty()
        self._mark_words()
        matches = [name for name in found.matches if self._is_here(name)]
        nearby = [name for name in found.nearby if self._is_here(name)]
        headings = {len(matches): f"{NEARBY}\t{len(nearby):,}"} if nearby else {}
        self.rows.show([*matches, *nearby], keep=event.keep, headings=headings)
        self.refresh_summary()
        self._note(" · ".join(found.notes) if found.ids else "", Tone.DIM)

    def _is_here(self, name: str) -> bool:
        """Whether a fact is one of the project in force."""
        return self.shell.project is None or name in self.states

    def _mark_words(self) -> None:
        """The words that were looked for stand out, in the list and on the card."""
        self.rows.spans = self.card.spans = self.words().spans if self.wanted else None

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

    # How a query can go on

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

    # What others do meanwhile

    def project_changed(self) -> None:
        self.groups, self.about, self.view = None, {}, State.STARTS
        self.rows.show([])
        self.say_why_empty()
        self.read_groups()

    def action_reload(self) -> None:
        self.take_news()
        self.show_status("up to date", Tone.DIM)

    def take_news(self) -> None:
        self.read_groups()

    def store_changed(self) -> None:
        self.read_groups()
