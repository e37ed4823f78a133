"""The facts by what becomes of them: what the next session starts with, and the groups behind it; the rail."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Vertical

from lore import actions
from lore.actions import FactOrder
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
from lore_tui.writes import title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.timer import Timer

    from lore.actions import Engine, Groups
    from lore.errors import LoreError
    from lore_tui.finding import Found

ORDERED = {FactOrder.NEWEST: "", FactOrder.STRONGEST: "strongest first", FactOrder.USED: "last used first"}
KIND, ABOUT = "kind:", "about:"
"""What the ids of the rail begin with that are no states."""
_BAR = 10


class FactGroups(Everywhere):
    """What the next session starts with and the other groups, or what the rail narrows them to."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.groups: Groups | None = None
        """None before it is known."""
        self._cards = 0
        """How many cards wait in Review."""
        self.states: Mapping[str, State] = {}
        self.kinds: Mapping[str, Sequence[str]] = {}
        self.about: Mapping[str, Sequence[str]] = {}
        self.view: str = State.STARTS
        """The entry of the rail that is chosen."""
        self.found: Found | None = None
        """What is shown, where it was searched."""
        self.order = FactOrder.NEWEST
        self.is_answered = False
        """Whether the list shows what was asked for last."""
        self._timer: Timer | None = None
        self.typing: bool | None = False
        """Whether the last word may be the beginning of one; None where it is one if no fact holds it whole."""
        self._new = 0
        """Facts that came since the groups were read."""
        self._noted: tuple[str, Tone] | None = None
        """What the last search said above the footer."""

    def compose_panes(self) -> ComposeResult:
        yield RowList(self._rail_rows, pane="rail")
        with Vertical(id="right"):
            yield RowList(self.load, pane="rows")
            yield Card(pane="card")
            yield FindLine(shown=True)

    @abstractmethod
    def search_again(self, keep: str | None = None) -> None:
        """Ask anew for what is searched."""

    @abstractmethod
    def mark_words(self) -> None:
        """Let the words that were looked for stand out."""

    def on_mount(self) -> None:
        self.rows.empty_lines = ("reading …",)
        entitle(self.rows, [Piece("Memory")])
        entitle(self.query_one("#rail"), [Piece("Show")])

    def go_on(self) -> None:
        """The card comes with the facts."""
        self.read_groups()

    # What becomes of the facts

    def read_groups(self, keep: str | None = None) -> None:
        here = self.shell.project

        def read() -> tuple[Groups, int]:
            return actions.group_facts(self.engine, project=here), len(actions.queue(self.engine))

        self.aside(read, partial(self._grouped, here, keep), group="groups")

    def _grouped(self, here: str | None, keep: str | None, found: tuple[Groups, int]) -> None:
        if here != self.shell.project:
            return
        self._new = 0
        (self.groups, self._cards), self.states = found, states_of(found[0])
        self._fill_rail()
        if self.words:
            self.search_again(keep)
        else:
            self._show_view(keep or self.rows.current)

        def parts() -> tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]]:
            kinds = actions.facts_by_kind(self.engine, project=here)
            return kinds, actions.facts_about(self.engine, project=here)

        self.aside(parts, partial(self._parted, here), group="parts")

    def _parted(self, here: str | None, parts: tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]]) -> None:
        if here == self.shell.project:
            self.kinds, self.about = parts
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
            count = f"{self._count_of(name):,}"
            if name in list(State):
                mark, tone = MARKS[State(name)]
                rows.append(Row(name, NAMES[State(name)], mark=mark, mark_tone=tone, note=count))
            else:
                rows.append(Row(name, name.partition(":")[2], note=count))
        return rows

    def _count_of(self, view: str) -> int:
        """Of what waits the cards of Review, as its tab counts them: one may rest on several facts."""
        return self._cards if view == State.WAITING else len(self._ids_of(view))

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
            if self.words:
                self.words, self.found = "", None
                self.query_one(SearchBox).value = ""
            self._show_view(None)

    def _show_view(self, keep: str | None) -> None:
        """The chosen entry: the next start with everything behind it, or one group alone."""
        if self.groups is None:
            return
        self.workers.cancel_group(self, "search")
        self.is_answered, self.found = True, None
        self.mark_words()
        self.say_why_empty()
        self._show_ids(keep, self._ids_of(State.FITS if self.view == State.STARTS else self.view))
        self.refresh_summary()
        if self.order is not FactOrder.NEWEST:
            wanted = self._ids_of(State.FITS if self.view == State.STARTS else self.view)
            order = partial(actions.ordered_facts, self.engine, self.order, facts=wanted)
            self.aside(order, lambda found: self._show_ids(self.rows.current, found.ids), group="search")

    def _show_ids(self, keep: str | None, ids: Sequence[str]) -> None:
        """The ids of a view; of the next start those that are found when they fit, between the other groups."""
        if self.view != State.STARTS:
            self.rows.show(ids, keep=keep)
            return
        whole, headings = list(self._ids_of(State.STARTS)), {}
        for state, more in ((State.FITS, ids), *((one, self._ids_of(one)) for one in (State.WAITING, State.AGENTS))):
            if more:
                headings[len(whole)] = f"{HEADINGS[state]}\t{self._count_of(state):,}"
                whole += more
        self.rows.show(whole, keep=keep, headings=headings)

    def refresh_summary(self) -> None:
        if self.groups is None:
            return
        groups = self.groups
        if self.words:
            entitle(self.rows, [Piece("Found  "), Piece(self._counted(), Tone.DIM)])
        elif self.view == State.STARTS:
            name = project_name(self.shell.project) if self.shell.project else ""
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
        if not self.query_one(SearchBox).has_focus:  # else it says how the query can go on
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
        self.rows.empty_lines = self._nothing_found() if self.words else self._nothing_there()

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
        return (f"Nothing found for  {self.words}", *told, "", *ways)

    def _not_found(self, error: LoreError) -> None:
        self.is_answered = True
        self._note(f"{error.message} ({error.hint or 'run `lore doctor`'})", Tone.BAD)

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

    def _count_news(self) -> None:
        known = frozenset(self.states)
        group = partial(actions.group_facts, self.engine, project=self.shell.project)
        self.aside(group, lambda found: self._announce(len(states_of(found).keys() - known)), group="news")

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
                    work = partial(actions.edit_category, self.engine, name, summary=words)
                    said = f"the summary of {name} is {title(words) if words else 'automatic again'}"
                    self.write("category.edit", work, said, reopen=again)

            why = None if refused is None else Refused(refused)
            self.app.push_screen(FactForm.for_summary(name, told if text is None else text, why), save)
