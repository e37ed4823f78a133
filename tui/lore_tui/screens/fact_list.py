"""The facts by what becomes of them, what the rail narrows them to, or what a search finds as you type."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Vertical
from textual.worker import get_current_worker

from lore import actions
from lore.actions import FactOrder
from lore_tui.finding import Finding
from lore_tui.look import Piece, Row, Tone
from lore_tui.present.drawing import bar, keyed
from lore_tui.present.facts import HEADINGS, MARKS, NAMES, State, states_of
from lore_tui.present.parts import project_name
from lore_tui.screens.everywhere import Everywhere
from lore_tui.widgets.bottom_line import StatusLine
from lore_tui.widgets.card import Card
from lore_tui.widgets.painted import entitle
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine, SearchBox

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.widgets import Input

    from lore.actions import Engine, Groups
    from lore.errors import LoreError
    from lore.model import Completion, Completions
    from lore_tui.finding import Found

ORDERED = {FactOrder.NEWEST: "", FactOrder.STRONGEST: "strongest first", FactOrder.USED: "last used first"}
KIND, ABOUT = "kinds:", "about:"
"""What the entries of the rail begin with that are no states."""
BUSY_AFTER_S = 0.2
"""Faster answers need no sign that something is going on."""
_BAR = 10


class FactList(Everywhere):
    """The ids come from threads: only the newest question is answered."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.groups: Groups | None = None
        """None before it is known."""
        self.lists: Mapping[str, Sequence[str]] = {}
        """Entry of the rail → its facts: the states, then kinds and categories."""
        self.states: Mapping[str, State] = {}
        self._cards: int | None = None
        """How many cards wait in Review."""
        self.view: str = State.STARTS
        """The entry of the rail that is chosen."""
        self.order = FactOrder.NEWEST
        self._new = 0
        """Facts that came since the groups were read."""
        self.finding = Finding(engine)
        self.found: Found | None = None
        """What is shown, where it was searched."""
        self.is_answered = False
        """Whether the list shows what was asked for last."""
        self.typing: bool | None = False
        """Whether the last word may be the beginning of one; None where it is one if no fact holds it whole."""
        self._noted: tuple[str, Tone] | None = None
        """What the last search said above the footer."""
        self._ways: list[Completion] = []
        """How what is typed can go on: Tab takes the first, and again the next."""
        self._completed = ""
        """What the box holds since Tab was pressed: it asks for no further ways to go on."""

    def compose_panes(self) -> ComposeResult:
        yield RowList(self._rail_rows, pane="rail")
        with Vertical(id="right"):
            yield RowList(self.load, pane="rows")
            yield Card(pane="card")
            yield FindLine(shown=True)

    def on_mount(self) -> None:
        self.rows.empty_lines = ("reading …",)
        entitle(self.rows, [Piece("Memory")])
        entitle(self.rail, [Piece("Show")])

    @property
    def rail(self) -> RowList:
        return self.query_one("#rail", RowList)

    def go_on(self) -> None:
        """The card comes with the facts."""
        self.read_groups()

    # What becomes of the facts

    def read_groups(self, keep: str | None = None) -> None:
        here = self.shell.project

        read = partial(actions.group_facts, self.engine, project=here)
        self.aside(read, partial(self._grouped, here, keep), group="groups")

    def _grouped(self, here: str | None, keep: str | None, groups: Groups) -> None:
        if here != self.shell.project:
            return
        self._new = 0
        self.groups, self.states = groups, states_of(groups)
        self._list({name: ids for name, ids in self.lists.items() if ":" in name})
        if self.words:
            self.search_again(keep)
        else:
            self._show_view(keep or self.rows.current)

        def parts() -> tuple[Mapping[str, Sequence[str]], int]:
            kinds, about = (
                sorted(read(self.engine, project=here).items(), key=lambda one: -len(one[1]))
                for read in (actions.facts_by_kind, actions.facts_about)
            )
            lists = {f"{KIND}{name}": ids for name, ids in kinds} | {f"{ABOUT}{name}": ids for name, ids in about}
            return lists, len(actions.queue(self.engine))

        self.aside(parts, partial(self._parted, here), group="parts")

    def _parted(self, here: str | None, found: tuple[Mapping[str, Sequence[str]], int]) -> None:
        if here == self.shell.project:
            parts, self._cards = found
            self._list(parts)

    def _list(self, parts: Mapping[str, Sequence[str]]) -> None:
        """Fill the rail with the states, then with kinds and categories, the largest first."""
        self.lists = {**{state: getattr(self.groups, state) for state in State}, **parts}
        headings: dict[int, str] = {}
        for place, name in enumerate(self.lists):
            if ":" in name and (sort := name.partition(":")[0]) not in headings.values():
                headings[place] = sort
        self.rail.show(self.lists, keep=self.view, headings=headings)

    def _rail_rows(self, ids: Sequence[str]) -> list[Row]:
        rows = []
        for name in ids:
            count = self._told_count(name)
            if ":" in name:
                rows.append(Row(name, name.partition(":")[2], note=count))
            else:
                mark, tone = MARKS[State(name)]
                rows.append(Row(name, NAMES[State(name)], mark=mark, mark_tone=tone, note=count))
        return rows

    def _told_count(self, view: str) -> str:
        """Of what waits the cards of Review, as its tab counts them, once that is known: several facts may be one."""
        count = self._cards if view == State.WAITING else len(self.lists.get(view, ()))
        return "" if count is None else f"{count:,}"

    @on(RowList.Highlighted)
    def _rail_moved(self, event: RowList.Highlighted) -> None:
        if event.rows.id == "rail" and event.row_id is not None and event.row_id != self.view:
            self.view = event.row_id
            if self.words:
                self.words, self.found = "", None
                self.query_one(SearchBox).value = ""
            self._show_view(None)

    def _show_view(self, keep: str | None) -> None:
        if self.groups is None:
            return
        self.workers.cancel_group(self, "search")
        self.is_answered, self.found = True, None
        self.mark_words()
        self.say_why_empty()
        ids = self.lists.get(State.FITS if self.view == State.STARTS else self.view, ())
        self._show_ids(keep, ids)
        self.refresh_summary()
        if self.order is not FactOrder.NEWEST:
            order = partial(actions.ordered_facts, self.engine, self.order, facts=ids)
            self.aside(order, lambda found: self._show_ids(self.rows.current, found.ids), group="search")

    def _show_ids(self, keep: str | None, ids: Sequence[str]) -> None:
        """The ids of a view; of the next start those that are found when they fit, between the other groups."""
        if self.view != State.STARTS:
            self.rows.show(ids, keep=keep)
            return
        whole, headings = list(self.lists[State.STARTS]), {}
        for state in (State.FITS, State.WAITING, State.AGENTS):
            if more := ids if state is State.FITS else self.lists[state]:
                headings[len(whole)] = f"{HEADINGS[state]}\t{self._told_count(state)}"
                whole += more
        self.rows.show(whole, keep=keep, headings=headings)

    # What stands around the list

    def refresh_summary(self) -> None:
        if self.groups is None:
            return
        order = [Piece(f"{ORDERED[self.order]} · ", Tone.DIM)] if ORDERED[self.order] else []
        if self._new:
            news = [Piece("Memory  "), Piece(f"{self._new:,} new", Tone.WARN)]
            entitle(self.rows, news, keyed(self.key("reload"), "shows"))
        elif self.words:
            entitle(self.rows, [Piece("Found  "), Piece(self._counted(), Tone.DIM)])
        elif self.view == State.STARTS:
            name = project_name(self.shell.project)
            what = f"What the next session of {name} starts with" if name else "What sessions start with, all projects"
            count = len(self.groups.starts)
            lines = Piece(f"  {count:,} line{'s' * (count != 1)}", Tone.GOOD)
            entitle(self.rows, [Piece(what), lines], [*order, *self._cost(self.groups)])
        else:
            named = self.view.partition(":")[2].capitalize() or NAMES[State(self.view)]
            entitle(self.rows, [Piece(named), Piece(f"  {len(self.rows.ids):,}", Tone.DIM)], order)
        entitle(self.rail, [Piece("Show")], keyed(self.key("fact.filter"), "filter"))
        in_use, out = self.groups.in_use, len(self.groups.archived)
        if not self.query_one(SearchBox).has_focus:  # else it says how the query can go on
            self.query_one(FindLine).tell(f"{in_use:,} fact{'s' * (in_use != 1)} in use, {out:,} archived")

    def _cost(self, groups: Groups) -> list[Piece]:
        shown = keyed(self.key("memory.frame"), "what the agent is given")
        if not groups.tokens:
            return [*shown]
        cost = Piece(f"{groups.tokens:,} of {groups.budget:,} tokens ", Tone.DIM)
        share = bar(groups.tokens / groups.budget, _BAR, Tone.GOOD) if groups.budget else ()
        return [cost, *share, Piece(" · ", Tone.DIM), *shown]

    def _counted(self) -> str:
        found = self.found
        if found is None:
            return "" if self.is_answered else "searching …"
        near = sum(name in found.nearby for name in self.rows.ids)
        matches = len(self.rows.ids) - near
        by_word = f"{matches:,}{'+' if found.is_cut else ''} by word" if found.has_words else f"{matches:,}"
        return f"{by_word}, {near:,} by meaning" if near else by_word

    def say_why_empty(self) -> None:
        if self.words:
            lines = (
                f"Nothing found for  {self.words}",
                *(self.found.notes if self.found else ()),
                "",
                self.line("search.clear", "clear the search"),
                self.line("search.complete", "complete a field, such as kind:"),
                f"{self.key('search.keep')}, then {self.line('fact.new', 'write it as a new fact')}",
            )
        elif self.groups is None:
            lines = ("reading …",)
        elif self.view != State.STARTS:
            lines = ("Nothing here.", "", self.line("focus.next", "to the other panes"))
        else:
            ways = (self.line("fact.new", "write a fact yourself"), self.line("sessions.read", "read new sessions"))
            lines = ("Sessions start with nothing yet.", "", *ways)
        self.rows.empty_lines = lines

    # Searching

    def action_search(self) -> None:
        self.remove_class("-open")
        super().action_search()
        self._look_ahead("")

    def action_search_keep(self) -> None:
        """What you keep is meant word for word, where any fact holds these words."""
        self.rows.focus()
        if self.words and self.typing:
            self.start_search(self.words, keep=self.rows.current)

    def action_search_clear(self) -> None:
        self.query_one(SearchBox).value = ""
        self.rows.focus()

    def action_back(self) -> None:
        if self.words and not self.has_class("-open") and not self.rows.marked:
            self.action_search_clear()
        else:
            super().action_back()

    def typed(self, event: Input.Changed) -> None:
        if not isinstance(event.input, SearchBox):
            return
        words = event.value.strip()
        typing = not event.value[-1:].isspace() if event.input.has_focus else None
        if words != self.words or (words and typing != self.typing):
            self.start_search(words, typing=typing)
        if event.input.has_focus and event.value != self._completed:
            self._look_ahead(event.value)

    def search_again(self, keep: str | None = None) -> None:
        """Ask the same anew. The cursor goes to `keep`, else it stays where it is."""
        self.start_search(self.words, keep=keep or self.rows.current, typing=self.typing)

    def start_search(self, query: str, *, keep: str | None = None, typing: bool | None = None) -> None:
        """Ask anew. The cursor goes to `keep`, else to the best hit; in the whole list it stays on its fact."""
        self.words, self.typing = query, typing
        if not query:
            self._show_view(keep or self.rows.current)
            return
        self.is_answered = False

        def find() -> Found | None:
            worker = get_current_worker()
            return self.finding.search(query, lambda: not worker.is_cancelled, self.order, typing=typing)

        self.aside(find, partial(self._show_found, keep), group="search", fails=self._not_found)
        self.set_timer(BUSY_AFTER_S, self._show_busy)

    def _show_busy(self) -> None:
        if not self.is_answered:
            entitle(self.rows, [Piece("Found  "), Piece("searching …", Tone.DIM)])

    def _show_found(self, keep: str | None, found: Found | None) -> None:
        if found is None:
            return
        self.is_answered, self.found = True, found
        self.say_why_empty()
        self.mark_words()
        matches, nearby = (
            [name for name in names if self.shell.project is None or name in self.states]
            for names in (found.matches, found.nearby)
        )
        headings = {len(matches): f"similar in meaning\t{len(nearby):,}"} if nearby else {}
        self.rows.show([*matches, *nearby], keep=keep, headings=headings)
        self.refresh_summary()
        self._note(" · ".join(found.notes) if found.ids else "", Tone.DIM)

    def _not_found(self, error: LoreError) -> None:
        self.is_answered = True
        self._note(f"{error.message} ({error.hint or 'run `lore doctor`'})", Tone.BAD)

    def _note(self, text: str, tone: Tone) -> None:
        """Say what a search has to say; with the next answer that goes away."""
        if text or self.query_one(StatusLine).said == self._noted:
            self._noted = (text, tone)
            self.show_status(text, tone)

    def mark_words(self) -> None:
        typing = self.found is not None and self.found.typing
        spans = actions.words_of_query(self.words, typing=typing).spans if self.words else None
        self.rows.spans = self.card.spans = spans

    # How a query can go on

    def _look_ahead(self, typed: str) -> None:
        """Show how the query can go on; what Tab put there goes on with the next Tab."""
        self._completed = ""
        self.aside(partial(actions.complete_query, self.engine, typed), self._show_ways, group="completions")

    def _show_ways(self, found: Completions) -> None:
        self._ways = list(found.options)
        told = "  ".join(f"{one.shown} {'' if one.facts is None else one.facts}".strip() for one in self._ways)
        shown = told and self.query_one(SearchBox).has_focus
        self.query_one(FindLine).tell(f"{self.key('search.complete')}  {told}" if shown else "")

    def action_search_complete(self) -> None:
        if self._ways:
            box, taken = self.query_one(SearchBox), self._ways.pop(0)
            self._ways.append(taken)
            self._completed = box.value = taken.query
            box.cursor_position = len(taken.query)

    def on_descendant_blur(self) -> None:
        super().on_descendant_blur()
        self.refresh_summary()

    # What others do meanwhile

    def project_changed(self) -> None:
        self.groups, self.lists, self.view = None, {}, State.STARTS
        self.rows.show([])
        self.say_why_empty()
        self.read_groups()

    def action_reload(self) -> None:
        self.read_groups()
        self.show_status("up to date", Tone.DIM)

    def take_news(self) -> None:
        self.read_groups()

    def store_changed(self) -> None:
        """Taken in as you come here; while you look, announced."""
        if self.enters or not self.rows.ids:
            self.read_groups()
        elif not self.shell.writes.unanswered:
            known = frozenset(self.states)
            group = partial(actions.group_facts, self.engine, project=self.shell.project)
            self.aside(group, lambda found: self._announce(len(states_of(found).keys() - known)), group="news")

    def _announce(self, new: int) -> None:
        self._new = new
        self.refresh_summary()

    def entered(self) -> None:
        if self._new:
            self.read_groups()
