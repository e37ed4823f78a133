"""Searching in the facts as you type: the ids come from a worker, and only the newest question is answered."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on, work
from textual.message import Message
from textual.widgets import Input

from lore import actions
from lore.errors import LoreError
from lore_tui.look import Piece, Tone
from lore_tui.screens.fact_groups import FactGroups, NotListed
from lore_tui.widgets.completions import CompletionLine
from lore_tui.widgets.search_box import SearchBox
from lore_tui.widgets.title import entitle

if TYPE_CHECKING:
    from lore.model import Completions
    from lore_tui.finding import Found, Words

DEBOUNCE_S = 0.01
"""Longer only delays the answer: a search takes about as long as the pause between two keys, and then runs alone."""
BUSY_AFTER_S = 0.2
"""Faster answers need no sign that something is going on."""
NEARBY = "similar in meaning"


@dataclass
class Listed(Message):
    """What a search found."""

    generation: int
    found: Found
    keep: str | None = None


@dataclass
class Completed(Message):
    """How what is typed can go on."""

    typed: str
    options: Completions


class FactList(FactGroups):
    """What the search box finds, in the place of the groups."""

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
        self.mark_words()
        matches = [name for name in found.matches if self._is_here(name)]
        nearby = [name for name in found.nearby if self._is_here(name)]
        headings = {len(matches): f"{NEARBY}\t{len(nearby):,}"} if nearby else {}
        self.rows.show([*matches, *nearby], keep=event.keep, headings=headings)
        self.refresh_summary()
        self._note(" · ".join(found.notes) if found.ids else "", Tone.DIM)

    def _is_here(self, name: str) -> bool:
        """Whether a fact is one of the project in force."""
        return self.shell.project is None or name in self.states

    def mark_words(self) -> None:
        """The words that were looked for stand out, in the list and on the card."""
        self.rows.spans = self.card.spans = self.words().spans if self.wanted else None

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
