"""Pages: MEMORY.md of each project, and what months, weeks and sessions came to."""

from collections.abc import Iterable, Sequence

from lore import actions
from lore.model import Digest
from lore.text import counted
from lore_tui import keys, present
from lore_tui.gateway import Gateway
from lore_tui.key import KeyContext
from lore_tui.look import Block, Row
from lore_tui.present.overviews import PageName
from lore_tui.screens.live_list import LiveList
from lore_tui.screens.names import FACTS, QUERY
from lore_tui.screens.registry import SESSIONS

OnePage = PageName | Digest


class PagesScreen(LiveList[Sequence[OnePage]]):
    """Listed when you come here, and again after a change; the words you type narrow the list."""

    PLACE = KeyContext.PAGES
    TAG_WIDTH = len("2026-02-28")
    HINT = "search pages, projects, dates"
    BINDINGS = keys.bindings(KeyContext.PAGES)

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._listed: dict[str, OnePage] = {}

    def fetch(self, wanted: str) -> Sequence[OnePage]:
        words = wanted.casefold().split()
        pages: list[OnePage] = [
            *(PageName(key) for key, facts in sorted(actions.list_projects(self.engine).facts.items()) if facts),
            *actions.list_digests(self.engine).digests,
        ]
        return [one for one in pages if all(word in present.page_words(one) for word in words)]

    def take(self, found: Sequence[OnePage]) -> None:
        self._listed = {one.id if isinstance(one, Digest) else f"{one.file} {one.project}": one for one in found}
        self.say_why_empty()
        self.rows.show(self._listed, keep=self.rows.current)

    def say_why_empty(self) -> None:
        if self.wanted:
            self.rows.empty_lines = ("No matching page.", "", self.line("back", "all pages"))
            return
        ways = (self.line("sessions.read", "read the sessions of your agents"), self.line("consolidate", "consolidate"))
        self.rows.empty_lines = ("No pages yet: consolidation writes them.", "", *ways)

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        return [present.page_row(name, self._listed[name]) for name in ids]

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        page = self._listed[row_id]
        if isinstance(page, Digest):
            return present.digest_card(page, self.gateway.short)
        return present.page_card(actions.show_page(self.engine, project=page.project))

    def refresh_summary(self) -> None:
        self.summarise(counted(len(self._listed), "page"))

    def store_changed(self) -> None:
        self.read_again()

    @property
    def _current(self) -> OnePage | None:
        return self._listed.get(self.rows.current or "")

    def action_page_source(self) -> None:
        """To the facts of a page; of a digest to what it rests on, where that are several to the one you take."""
        page = self._current
        if page is None:
            return
        if not isinstance(page, Digest):
            self.shell.go_to(FACTS, f"{QUERY}project:{page.project}")
            return
        rows = present.source_rows(page)
        if len(rows) == 1:
            self._go(rows[0].id)
        else:
            from lore_tui.dialogs.pick import Pick

            self.app.push_screen(Pick("Go to", rows), self._go)

    def _go(self, source: str | None) -> None:
        if source is not None:
            is_fact = bool(self.read_or_say_why(lambda: actions.some_facts(self.engine, [source]).facts))
            self.shell.go_to(FACTS if is_fact else SESSIONS, source)

    def action_copy(self) -> None:
        for text in self.read_or_say_why(lambda: [self._text(page)]) if (page := self._current) else []:
            self.copy(text, "its text")

    def action_copy_all(self) -> None:
        texts = self.read_or_say_why(lambda: [self._text(page) for page in self._listed.values()])
        if texts:
            self.copy("\n\n".join(texts), counted(len(texts), "page"))

    def _text(self, page: OnePage) -> str:
        return page.text if isinstance(page, Digest) else actions.show_page(self.engine, project=page.project).text
