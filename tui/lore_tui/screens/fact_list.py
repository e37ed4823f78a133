"""Searching in the facts as you type: the ids come from a thread, and only the newest question is answered."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.worker import get_current_worker

from lore import actions
from lore.actions import FactOrder
from lore_tui.finding import Finding
from lore_tui.look import APPROVED, Piece, Row, Tone
from lore_tui.screens.fact_groups import FactGroups
from lore_tui.widgets.painted import entitle
from lore_tui.widgets.search_box import FindLine, SearchBox

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.widgets import Input

    from lore.actions import Engine
    from lore.model import Completion, Completions
    from lore_tui.finding import Found, Words

DEBOUNCE_S = 0.01
"""Longer only delays the answer: a search takes about as long as the pause between two keys, and then runs alone."""
BUSY_AFTER_S = 0.2
"""Faster answers need no sign that something is going on."""
NEARBY = "similar in meaning"


class FactList(FactGroups):
    """What the search box finds, in the place of the groups."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.finding = Finding(engine)
        self._ways: list[Completion] = []
        """How what is typed can go on: Tab takes the first, and again the next."""
        self._completed = ""
        """What the box holds since Tab was pressed: it asks for no further ways to go on."""

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
            self.start_search(words, delay=DEBOUNCE_S if words else 0.0, typing=typing)
        if event.input.has_focus and event.value != self._completed:
            self._look_ahead(event.value)

    def looked_for(self) -> Words:
        """What was looked for, as it stands in the facts that were found."""
        return actions.words_of_query(self.words, typing=self.found is not None and self.found.typing)

    def search_again(self, keep: str | None = None) -> None:
        """Ask the same anew. The cursor goes to `keep`, else it stays where it is."""
        self.start_search(self.words, keep=keep or self.rows.current, typing=self.typing)

    def start_search(
        self, query: str, *, delay: float = 0.0, keep: str | None = None, typing: bool | None = None
    ) -> None:
        """Ask anew. The cursor goes to `keep`, else to the best hit; in the whole list it stays on its fact."""
        self.words, self.typing = query, typing
        if self._timer is not None:
            self._timer.stop()
        if not query:
            self._show_view(keep or self.rows.current)
            return
        self.is_answered = False
        search = partial(self._search, query, keep)
        self._timer = self.set_timer(delay, search) if delay else None
        if not delay:
            search()
        self.set_timer(delay + BUSY_AFTER_S, self._show_busy)

    def _show_busy(self) -> None:
        if not self.is_answered:
            entitle(self.rows, [Piece("Found  "), Piece("searching …", Tone.DIM)])

    def _search(self, query: str, keep: str | None) -> None:
        def find() -> Found | None:
            worker = get_current_worker()
            return self.finding.search(query, lambda: not worker.is_cancelled, self.order, typing=self.typing)

        self.aside(find, partial(self._show_found, keep), group="search", fails=self._not_found)

    def _show_found(self, keep: str | None, found: Found | None) -> None:
        if found is None:
            return
        self.is_answered, self.found = True, found
        self.say_why_empty()
        self.mark_words()
        matches = [name for name in found.matches if self._is_here(name)]
        nearby = [name for name in found.nearby if self._is_here(name)]
        headings = {len(matches): f"{NEARBY}\t{len(nearby):,}"} if nearby else {}
        self.rows.show([*matches, *nearby], keep=keep, headings=headings)
        self.refresh_summary()
        self._note(" · ".join(found.notes) if found.ids else "", Tone.DIM)

    def _is_here(self, name: str) -> bool:
        """Whether a fact is one of the project in force."""
        return self.shell.project is None or name in self.states

    def mark_words(self) -> None:
        """The words that were looked for stand out, in the list and on the card."""
        self.rows.spans = self.card.spans = self.looked_for().spans if self.words else None

    # How a query can go on

    def _look_ahead(self, typed: str) -> None:
        """Show how the query can go on; what Tab put there goes on with the next Tab."""
        self._completed = ""
        self.aside(partial(self.finding.complete, typed), self._show_ways, group="completions")

    def _show_ways(self, found: Completions) -> None:
        self._ways = list(found.options)
        if self._ways and self.query_one(SearchBox).has_focus:
            told = "  ".join(f"{one.shown} {'' if one.facts is None else one.facts}".strip() for one in self._ways)
            self.query_one(FindLine).tell(f"{self.key('search.complete')}  {told}")
        else:
            self.query_one(FindLine).tell("")

    def action_search_complete(self) -> None:
        if self._ways:
            box, taken = self.query_one(SearchBox), self._ways.pop(0)
            self._ways.append(taken)
            self._completed = box.value = taken.query
            box.cursor_position = len(taken.query)

    def on_descendant_blur(self) -> None:
        super().on_descendant_blur()
        self.refresh_summary()

    # Narrowing and ordering

    def action_fact_sort(self) -> None:
        """The next order; the cursor stays on its fact."""
        orders = list(FactOrder)
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]
        self.search_again() if self.words else self._show_view(self.rows.current)
        by_words = self.found is not None and self.words and self.found.has_words
        told = f"while you search, the best matches come first; {self.key('back')} clears the search"
        self.show_status(told if by_words else "", Tone.DIM)

    def action_fact_filter(self) -> None:
        """Offer what the list can be narrowed by; what narrows it already is taken away again."""
        self.aside(self.finding.narrowings, self._offer_filters, group="filter")

    def _offer_filters(self, found: Mapping[str, Completions]) -> None:
        from lore_tui.dialogs.pick import Pick

        rows = [Row("", "everything", name="all")]
        for field, one in ((field, one) for field, known in found.items() for one in known.options if one.facts != 0):
            count, query = "" if one.facts is None else f"{one.facts:,}", one.query.strip()
            rows.append(Row(query, one.shown, field, mark=APPROVED if query in self.words else "", note=count))
        self.app.push_screen(Pick("Show only", rows), self._narrow)

    def _narrow(self, condition: str | None) -> None:
        """One condition more in the search box, or one less; an empty one clears it."""
        if condition is None:
            return
        if condition and condition in self.words:
            query = " ".join(self.words.replace(condition, " ").split())
        else:
            query = f"{self.words} {condition}".strip() if condition else ""
        self.start_search(query, keep=self.rows.current)
        self.query_one(SearchBox).value = query
        self.rows.focus()
