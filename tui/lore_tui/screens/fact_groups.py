"""The facts by what becomes of them: what the next session starts with, and the groups behind it; the rail."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual import on, work
from textual.containers import Vertical
from textual.message import Message

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
    from lore_tui.finding import Found
    from lore_tui.gateway import Gateway

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
    """Which facts are of which kind, and fall into which category."""

    project: str | None
    kinds: Mapping[str, Sequence[str]]
    about: Mapping[str, Sequence[str]]


@dataclass
class Ordered(Message):
    """The ids of a list in another order."""

    generation: int
    ids: Sequence[str]


@dataclass
class NotListed(Message):
    """The ids could not be had."""

    generation: int
    error: LoreError


class FactGroups(BaseScreen):
    """What the next session starts with and the other groups, or what the rail narrows them to."""

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self.wanted = ""
        """What is searched for; empty for everything."""
        self.groups: Groups | None = None
        """None before it is known."""
        self.states: Mapping[str, State] = {}
        self.kinds: Mapping[str, Sequence[str]] = {}
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
        self._new = 0
        """Facts that came since the groups were read."""
        self._noted: tuple[str, Tone] | None = None
        """What the last search said above the footer."""

    def compose_panes(self) -> ComposeResult:
        yield RowList(self._rail_rows, pane="rail")
        with Vertical(id="right"):
            yield RowList(self._load, pane="rows")
            yield Card(pane="card")
            yield FindLine()
            yield CompletionLine()

    @abstractmethod
    def search_again(self, keep: str | None = None) -> None:
        """Ask anew for what is searched."""

    @abstractmethod
    def mark_words(self) -> None:
        """Let the words that were looked for stand out."""

    @property
    def is_answered(self) -> bool:
        """Whether the list shows what was asked for last."""
        return self.groups is not None and self._generation == self._answered_generation

    def on_mount(self) -> None:
        self.rows.empty_lines = ("reading …",)
        entitle(self.rows, [Piece("Memory")])
        entitle(self.query_one("#rail"), [Piece("Show")])

    def go_on(self) -> None:
        """The card comes with the facts."""
        self.read_groups()

    # What becomes of the facts

    @work(thread=True, group="groups", exclusive=True, exit_on_error=False)
    def read_groups(self, keep: str | None = None) -> None:
        here = self.shell.project
        try:
            self.post_message(Grouped(here, actions.group_facts(self.engine, project=here), keep))
            kinds = actions.facts_by_kind(self.engine, project=here)
            self.post_message(Parted(here, kinds, actions.facts_about(self.engine, project=here)))
        except LoreError as error:
            self.post_message(NotListed(self._generation, error))

    @on(Grouped)
    def _grouped(self, event: Grouped) -> None:
        if event.project != self.shell.project:
            return
        self._new = 0
        self.groups, self.states = event.groups, present.states_of(event.groups)
        self._fill_rail()
        if self.wanted:
            self.search_again(event.keep)
        else:
            self._show_view(event.keep or self.rows.current)

    @on(Parted)
    def _parted(self, event: Parted) -> None:
        if event.project == self.shell.project:
            self.kinds, self.about = event.kinds, event.about
            self._fill_rail()

    def _fill_rail(self) -> None:
        assert self.groups is not None  # called once they are known
        kinds = [f"{KIND}{name}" for name in sorted(self.kinds, key=lambda one: -len(self.kinds[one]))]
        about = [f"{ABOUT}{name}" for name in sorted(self.about, key=lambda one: -len(self.about[one]))]
        headings = {len(State): "kinds", **({len(State) + len(kinds): "about"} if about else {})}
        rail = self.query_one("#rail", RowList)
        rail.show([*State, *kinds, *about], keep=self.view, headings=headings if kinds else {})

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
            return self.kinds.get(view.removeprefix(KIND), ())
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
        self.mark_words()
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
        if self._new:
            entitle(
                self.rows,
                [Piece("Memory  "), Piece(f"{self._new:,} new", Tone.WARN)],
                keyed(self.key("reload"), "shows"),
            )
        in_use, out = groups.in_use, len(groups.archived)
        self.query_one(FindLine).tell(f"{in_use:,} fact{'s' * (in_use != 1)} in use, {out:,} archived")

    def _cost(self, groups: Groups) -> list[Piece]:
        shown = [*keyed(self.key("memory.frame"), "what the agent is given")]
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

    # What others do meanwhile

    def project_changed(self) -> None:
        self.groups, self.kinds, self.about, self.view = None, {}, {}, State.STARTS
        self.rows.show([])
        self.say_why_empty()
        self.read_groups()

    def action_reload(self) -> None:
        self.take_news()
        self.show_status("up to date", Tone.DIM)

    def take_news(self) -> None:
        self.read_groups()

    def store_changed(self) -> None:
        """Taken in as you come here; while you look, announced."""
        if self.enters or not self.rows.ids:
            self.read_groups()
        elif not self.shell.writes.unanswered:
            self._count_news()

    def entered(self) -> None:
        if self._new:
            self.read_groups()

    @work(thread=True, group="news", exclusive=True, exit_on_error=False)
    def _count_news(self) -> None:
        here, known = self.shell.project, frozenset(self.states)
        with suppress(LoreError):  # what is asked for next says what is wrong with the store
            found = present.states_of(actions.group_facts(self.engine, project=here))
            self.app.call_from_thread(self._announce, len(found.keys() - known))

    def _announce(self, new: int) -> None:
        self._new = new
        self.refresh_summary()

    # The summary of a category

    def edit_summary(self, text: str | None = None, refused: str | None = None) -> None:
        from lore_tui.dialogs.fact_form import FactForm, Refused

        name = self.view.removeprefix(ABOUT) if self.view.startswith(ABOUT) else ""
        if not name:
            self.show_status("only what stands under “about” has a summary", Tone.DIM)
            return
        for one in self.read_or_say_why(lambda: [actions.show_category(self.engine, name)]):
            told = one.category.summary or "\n".join(f"- {fact.text}" for fact in one.leading)

            def save(words: object, told: str = told) -> None:
                if isinstance(words, str) and words != told.strip():
                    again = partial(self.edit_summary, words)
                    self.enqueue_write("category.edit", partial(self.gateway.summarise, name, words), reopen=again)

            why = None if refused is None else Refused(refused)
            self.app.push_screen(FactForm.for_summary(name, told if text is None else text, why), save)
