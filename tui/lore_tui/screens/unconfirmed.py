"""Unconfirmed: what only agents, tools, files and imports said. Are these true? Accept or drop, one or many."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from textual.app import ComposeResult

from lore.actions import Unconfirmed
from lore_tui import keys, present
from lore_tui.gateway import Gateway
from lore_tui.jobs import Job, Outcome
from lore_tui.key import KeyContext
from lore_tui.look import Block, Row, Tone
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.text import listed, these
from lore_tui.widgets.summary_line import SummaryLine


class UnconfirmedScreen(BaseScreen):
    """The list is read once, and again after each answer and undo; one row a subject."""

    PLACE = KeyContext.UNCONFIRMED
    BINDINGS = keys.bindings(KeyContext.UNCONFIRMED)

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._entries: dict[str, Unconfirmed] = {}
        """As they were read: a decision rests on the `rev` of each."""
        self._pending: set[str] = set()
        """Left the list, not written yet."""
        self._new = 0

    def compose_summary(self) -> ComposeResult:
        yield SummaryLine()

    def on_mount(self) -> None:
        self.say_why_empty()
        self._take()

    def say_why_empty(self) -> None:
        ways = (self.line("go.facts", "facts"), self.line("go.review", "review"))
        self.rows.empty_lines = ("Nothing to confirm.", "", *ways)

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        return [present.claim_row(self._entries[name]) for name in ids]

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        return present.claim_card(self._entries[row_id], now, self.gateway.short)

    def refresh_summary(self) -> None:
        line = self.query_one(SummaryLine)
        count = len(self.rows.ids)
        question = "" if not count else ": is it true?" if count == 1 else ": are these true?"
        line.left = f"{count:,} unconfirmed{question}"
        line.right = self.news(self._new) if self._new else ""
        line.calls = self._new > 0

    def _take(self, keep: str | None = None) -> None:
        self._new = 0
        entries = self.read_or_say_why(self.gateway.unconfirmed)
        self._entries = {
            unconfirmed.fact.id: unconfirmed for unconfirmed in entries if unconfirmed.fact.id not in self._pending
        }
        self.rows.show(self._entries, keep=keep or self.rows.current)
        self.refresh_summary()

    def action_reload(self) -> None:
        self._take()
        self.show_status("up to date", Tone.DIM)

    def store_changed(self) -> None:
        here = {*self._entries, *self._pending}
        self._new = sum(
            unconfirmed.fact.id not in here for unconfirmed in self.read_or_say_why(self.gateway.unconfirmed)
        )
        self.refresh_summary()

    def action_claim_accept(self) -> None:
        """What is marked after a question, else the claim under the cursor."""
        if self.rows.marked:
            self.action_claim_accept_many()
            return
        for entry in self._current():
            fact = entry.fact
            if not self.may_decide():
                return
            if entry.risks and not self.twice.confirms((fact.id, fact.rev, entry.risks)):
                self.show_status(f"{entry.risks[0].text}: press {self.key('claim.accept')} again to accept", Tone.WARN)
                return
            known = [risk.id for risk in entry.risks]
            self._decide("claim.accept", {fact.id: fact.rev}, partial(self.gateway.accept, acknowledged=known))

    def action_claim_drop(self) -> None:
        """What is marked after a question, else the claim under the cursor."""
        if self.rows.marked:
            self.action_claim_drop_many()
            return
        for entry in self._current():
            if self.may_decide():
                self._decide("claim.drop", {entry.fact.id: entry.fact.rev}, self.gateway.drop)

    def action_claim_accept_many(self) -> None:
        chosen = self.rows.chosen()
        harmless = [name for name in chosen if not self._entries[name].risks]
        risky = len(chosen) - len(harmless)
        look = f"{risky:,} need{'s' * (risky == 1)} a look first"
        if chosen and not harmless and self.may_decide():
            self.show_status(f"{look}: accept one at a time", Tone.WARN)
            return
        self._ask_many("Accept", "claim.accept_many", harmless, self.gateway.accept, f" · {look}" if risky else "")

    def action_claim_drop_many(self) -> None:
        self._ask_many("Drop", "claim.drop_many", self.rows.chosen(), self.gateway.drop)

    def _ask_many(
        self, verb: str, name: str, ids: Sequence[str], work: Callable[[Mapping[str, int]], Outcome], note: str = ""
    ) -> None:
        if not ids or not self.may_decide():
            return
        facts = [self._entries[one].fact for one in ids]
        seen = {fact.id: fact.rev for fact in facts}
        question = f"{verb} {these(len(ids))}{note}? {listed([fact.text for fact in facts])}"
        self.ask(question, lambda: self._decide(name, seen, work))

    def _decide(self, name: str, asked: Mapping[str, int], work: Callable[[Mapping[str, int]], Outcome]) -> None:
        """Take them out of the list at once, and have the answer written for what was seen when you were asked."""
        ids = self.still_listed(list(asked))
        seen = {one: asked[one] for one in ids}
        if not ids:
            return
        for one in ids:
            self.rows.take_out(one)
        self._pending.update(ids)
        self.refresh_summary()
        self.enqueue_write(name, lambda: work(seen), ids)

    def _current(self) -> list[Unconfirmed]:
        """The entry under the cursor, or none."""
        return [self._entries[self.rows.current]] if self.rows.current is not None else []

    def written(self, job: Job, outcome: Outcome) -> None:
        self._pending.difference_update(job.ids)
        self._take(outcome.facts[0] if job.name in ("undo", "redo") and outcome.facts else None)

    def not_written(self, job: Job) -> None:
        self._pending.difference_update(job.ids)
        self._take(next(iter(job.ids), None))

    # Taking away

    def action_copy(self) -> None:
        if texts := [entry.fact.text for entry in self._taken()]:
            self.copy("\n".join(texts), "its text" if len(texts) == 1 else f"{len(texts):,} texts")

    def action_copy_all(self) -> None:
        if texts := [present.as_text(entry.fact, entry.evidence) for entry in self._taken()]:
            self.copy("\n\n".join(texts), "with its evidence")

    def _taken(self) -> list[Unconfirmed]:
        """The marked entries, else the one under the cursor."""
        return [self._entries[name] for name in self.rows.chosen()] if self.rows.marked else self._current()
