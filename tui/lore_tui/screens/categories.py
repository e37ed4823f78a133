"""Categories: what your facts are about, how many are in each, and a summary that you may write yourself."""

from collections.abc import Iterable, Sequence
from functools import partial

from lore import actions
from lore.actions import CategoryOverview
from lore.text import counted
from lore_tui import keys, present
from lore_tui.gateway import Gateway
from lore_tui.jobs import Job, Outcome
from lore_tui.key import KeyContext
from lore_tui.look import Block, Row
from lore_tui.outcomes import title
from lore_tui.screens.live_list import LiveList
from lore_tui.screens.names import FACTS, QUERY


class CategoriesScreen(LiveList[Sequence[CategoryOverview]]):
    """Counted when you come here, and again after a change; the words you type narrow the list."""

    PLACE = KeyContext.CATEGORIES
    TAG_WIDTH = 12
    HINT = "search names and descriptions"
    BINDINGS = keys.bindings(KeyContext.CATEGORIES)

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._listed: dict[str, CategoryOverview] = {}

    def fetch(self, wanted: str) -> Sequence[CategoryOverview]:
        words = wanted.casefold().split()
        return [
            one
            for one in actions.list_categories(self.engine).overviews
            if all(word in f"{one.category.name} {one.category.description}".casefold() for word in words)
        ]

    def take(self, found: Sequence[CategoryOverview]) -> None:
        self._listed = {one.category.name: one for one in found}
        self.say_why_empty()
        self.rows.show(self._listed, keep=self.rows.current)

    def say_why_empty(self) -> None:
        ways = (self.line("back", "all categories"), "lore category add NAME DESCRIPTION   add your own")
        self.rows.empty_lines = ("No matching category.", "", *ways)

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        return [present.category_row(self._listed[name]) for name in ids]

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        return present.category_card(self._listed[row_id])

    def refresh_summary(self) -> None:
        facts = sum(one.facts for one in self._listed.values())
        self.summarise(f"{_categories(len(self._listed))} · {counted(facts, 'fact')}")

    def store_changed(self) -> None:
        self.read_again()

    def action_category_facts(self) -> None:
        if (name := self.rows.current) is not None:
            self.shell.go_to(FACTS, f"{QUERY}category:{name}")

    # Your own summary

    def action_category_edit(self) -> None:
        if (name := self.rows.current) is not None:
            self._write(name, self._listed[name].category.summary or "")

    def _write(self, name: str, text: str) -> None:
        self.in_editor(text, partial(self._keep, name), partial(self._ask_about, name))

    def _keep(self, name: str, text: str) -> None:
        again = partial(self._ask_about, name, text)
        self.enqueue_write("category.edit", lambda: self.gateway.summarise(name, text), reopen=again)

    def _ask_about(self, name: str, text: str, why: str) -> None:
        """What you wrote was not kept: nothing of it goes before you say so."""
        self.ask(f"Continue with {title(text)} in your editor? {why}", partial(self._write_on, name, text))

    def _write_on(self, name: str, text: str) -> None:
        from lore_tui import editor

        edited = editor.edit(text, self.app)
        if edited.failure:
            self._ask_about(name, edited.text, f"not saved: {edited.failure}")
        else:
            self._keep(name, edited.text)

    def written(self, job: Job, outcome: Outcome) -> None:
        self.read_again()

    def action_copy(self) -> None:
        if (name := self.rows.current) is not None:
            self.copy(present.category_text(self._listed[name]), "its summary")

    def action_copy_all(self) -> None:
        if self._listed:
            texts = [present.category_text(one) for one in self._listed.values()]
            self.copy("\n\n".join(texts), _categories(len(texts)))


def _categories(number: int) -> str:
    return f"{number:,} categor{'y' if number == 1 else 'ies'}"
