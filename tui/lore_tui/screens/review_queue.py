"""The review queue as a list with cards: its order, its projects, what is new, what another program took away."""

from collections.abc import Iterable, Mapping, Sequence

from textual.app import ComposeResult

from lore import actions
from lore.actions import ReviewCard
from lore.config import SHOWN_FIRST, in_force
from lore.model import Candidate, CandidateStatus
from lore_tui import present
from lore_tui.gateway import Gateway
from lore_tui.key import KeyContext
from lore_tui.look import Block, Row, Tone
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.screens.list_and_card import WIDTHS
from lore_tui.widgets.summary_line import SummaryLine

PROJECT_WIDTH = 14
"""Cells of the column of projects."""
MORE = "more"
"""The id of the row behind which the rest of the queue stands."""
STATED = "stated:"
"""Begins the id of the row behind which the statements of agents about one project stand."""


class ReviewQueue(BaseScreen):
    """The queue is taken once, its first part until you ask for more: what is new announces itself and waits. An item
    leaves the list when it is decided and comes back to its place when the decision could not be written or is undone.
    """

    PLACE = KeyContext.REVIEW

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._shown: ReviewCard | None = None
        """The card as it was read: a decision rests on its `rev`."""
        self._places: dict[str, int] = {}
        """Where the items stood that have left the list."""
        self._decided: dict[str, CandidateStatus] = {}
        self._pending: set[str] = set()
        """Left the list, not written yet."""
        self._new = 0
        self._reason_for: ReviewCard | None = None
        """The card that a reason is typed for, whatever comes under the cursor meanwhile."""
        self._projects: dict[str | None, str] = {}
        """Of what is listed, and what each is called; told where there are several."""
        self._put_off: list[str] = []
        """What you skipped: it stays at the end as long as you are here."""
        self._behind: list[str] = []
        """What stands behind the row "more"."""
        self._folded: dict[str, Sequence[str]] = {}
        """What stands behind the rows of what agents stated, by the id of the row."""

    def compose_summary(self) -> ComposeResult:
        yield SummaryLine()

    def on_mount(self) -> None:
        self._take_queue()

    # The list

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        more = [present.more_row(MORE, len(self._behind), self.key)] if MORE in ids else []
        proposals = actions.proposals(self.engine, [name for name in ids if not self._folds(name)])
        stated = [
            present.stated_row(name, name.removeprefix(STATED), len(self._folded[name]))
            for name in ids
            if name in self._folded
        ]
        return [*(present.proposal_row(one, self._called(one.candidate)) for one in proposals), *more, *stated]

    def _folds(self, name: str) -> bool:
        """Whether a row stands for others."""
        return name == MORE or name.startswith(STATED)

    def _called(self, candidate: Candidate) -> str:
        return self._projects.get(candidate.project, "")

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        self._shown = None
        if row_id == MORE:
            return present.message_card(
                [f"{len(self._behind):,} more are waiting; they matter less.", f"{self.key('open')} shows them."]
            )
        if row_id in self._folded:
            return present.message_card(
                [
                    "Agents, tools and files stated this; no agent is given it until you approve it.",
                    f"{self.key('open')} shows it.",
                ]
            )
        self._shown = actions.card(self.engine, row_id)
        return present.review_card(self._shown, now, self.gateway.short, self.key)

    def refresh_summary(self) -> None:
        line = self.query_one(SummaryLine)
        more = [f"{len(self._behind):,} more"] if self._behind else []
        line.left = " · ".join([f"{len(self._listed()):,} waiting", *more, *self._tally()])
        line.right = self.news(self._new) if self._new else self._project_here()
        line.calls = self._new > 0
        self.rows.empty_lines = self._done_lines()

    def _project_here(self) -> str:
        """The project of the proposal on the card, where the list has no column for it."""
        here = self._current()
        return f"of {self._called(here.candidate)}" if here and self._projects and not self.rows.columns else ""

    def show_card(self) -> None:
        super().show_card()
        self.refresh_summary()

    def _part_rows(self) -> None:
        """A column for projects, where there are several and room."""
        wide = self.has_class(WIDTHS[-1][1]) and self._projects
        self.rows.part({}, (PROJECT_WIDTH,) if wide else ())
        self.refresh_summary()

    def on_resize(self) -> None:
        if self.stands:
            self.call_after_refresh(self._part_rows)  # once it has the class of this size

    def _tally(self) -> list[str]:
        done = list(self._decided.values())
        counts = ((CandidateStatus.APPROVED, "approved"), (CandidateStatus.REJECTED, "rejected"))
        return [f"{done.count(status):,} {word}" for status, word in counts if status in done]

    def _done_lines(self) -> tuple[str, ...]:
        facts = self.line("go.facts", "facts")
        if self._decided:
            approved = CandidateStatus.APPROVED in self._decided.values()
            publish = (self.line("publish", "publish: preview CONVENTIONS.md"),) if approved else ()
            said = f"All done. {', '.join(self._tally())}".rstrip() + "."
            return (said, "", *publish, self.line("undo", "undo"), facts, self.line("quit", "quit"))
        waits = self.read_or_say_why(lambda: filter(None, [actions.waiting_for_reader(self.engine)]))
        return (
            "Nothing to review.", *(f"{line}: “Reader” among the commands" for line in waits), "",
            self.line("consolidate", "look for recurring rules in your sessions"),
            self.line("publish", "publish what you approved"),
            facts,
        )  # fmt: skip

    def _waiting(self) -> list[str]:
        return self.read_or_say_why(lambda: actions.queue(self.engine))

    def _stated(self) -> Mapping[str | None, Sequence[str]]:
        found = self.read_or_say_why(lambda: [actions.stated_by_agents(self.engine)])
        return found[0] if found else {}

    def _take_queue(self) -> None:
        self._new = 0
        waiting = [name for name in self._waiting() if name not in self._pending]
        most = next(iter(self.read_or_say_why(lambda: [in_force(self.engine.store)[SHOWN_FIRST]])), SHOWN_FIRST.default)
        later = [name for name in self._put_off if name in waiting]
        self._behind = [name for name in waiting[most:] if name not in later]
        first = [name for name in waiting[:most] if name not in later]
        stated = {f"{STATED}{project or ''}": ids for project, ids in self._stated().items()}
        self._folded = {
            row: left for row, ids in stated.items() if (left := [one for one in ids if one not in self._pending])
        }
        more = [MORE] if self._behind else []
        self.rows.show([*first, *later, *more, *self._folded], keep=self.rows.current)
        self._tell_projects()

    def _tell_projects(self) -> None:
        waiting = self.read_or_say_why(lambda: actions.some_candidates(self.engine, self._listed()))
        keys = {one.project for one in waiting}
        named = present.told_apart(key for key in keys if key)
        self._projects = {key: named[key] if key else "no project" for key in keys} if len(keys) > 1 else {}
        self._part_rows()

    def _listed(self) -> list[str]:
        return [name for name in self.rows.ids if not self._folds(name)]

    def _chosen(self) -> list[str]:
        """The marked proposals, else all listed; never those behind "more"."""
        return [name for name in self.rows.chosen() if not self._folds(name)]

    def action_open(self) -> None:
        row = self.rows.current
        if row is None or not self._folds(row):
            super().action_open()
            return
        behind = self._behind if row == MORE else self._folded.pop(row)
        self._behind = [] if row == MORE else self._behind
        ids = list(self.rows.ids)
        place = ids.index(row)
        fresh = [name for name in behind if name not in ids]
        self.rows.show([*ids[:place], *fresh, *ids[place + 1 :]], keep=next(iter(fresh), None))
        self._tell_projects()

    def take_news(self) -> None:
        self._take_queue()

    def action_reload(self) -> None:
        self._take_queue()
        self.show_status("up to date", Tone.DIM)

    def store_changed(self) -> None:
        here = {*self.rows.ids, *self._behind, *self._pending}
        self._new = sum(name not in here for name in self._waiting())
        self.refresh_summary()
        self._look_at_card()

    def _look_at_card(self) -> None:
        """Say so where another program decided on the proposal on the card, changed it or took it away."""
        shown = self._current()
        if shown is None or self.shell.writes.unanswered:
            return
        seen = shown.candidate
        stored = next(iter(self.read_or_say_why(lambda: actions.some_candidates(self.engine, [seen.id]))), None)
        if stored is None or stored.rev != seen.rev:
            self.changed_elsewhere(seen.id, seen.text, gone=stored is None)

    def _current(self) -> ReviewCard | None:
        """The card on show, when it is the one under the cursor: right after a decision it is not yet."""
        shown = self._shown
        return shown if shown is not None and shown.candidate.id == self.rows.current else None
