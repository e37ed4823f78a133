"""The review queue: its order, its projects, what is new, what another program took away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from lore import actions
from lore.config import SHOWN_FIRST, in_force
from lore.model import Candidate, CandidateStatus
from lore_tui.look import Line, Piece, Row, Tone
from lore_tui.present import review as drawn
from lore_tui.present.drawing import keyed
from lore_tui.present.facts import fold_row, queue_row, reader_row
from lore_tui.present.parts import project_name, told_apart
from lore_tui.screens.review_card import MORE, PROJECT, READER, STATED, ReviewCards
from lore_tui.widgets.card import Card
from lore_tui.widgets.painted import entitle

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from lore.actions import Engine, FirstApproval, ReviewCard


class ReviewQueue(ReviewCards):
    """The queue is taken once, the project in force first, others folded: what is new announces itself and waits. An
    item leaves the list when it is decided and comes back to its place when the decision could not be written or is
    undone.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._places: dict[str, int] = {}
        """Where the items stood that have left the list."""
        self._decided: dict[str, CandidateStatus] = {}
        self._pending: set[str] = set()
        """Left the list, not written yet."""
        self._new = 0
        self._reason_for: ReviewCard | None = None
        """The card that a reason is typed for, whatever comes under the cursor meanwhile."""
        self._put_off: list[str] = []
        """What you skipped: it stays at the end as long as you are here."""
        self._opened: set[str] = set()
        """The rows that you unfolded."""
        self._kind = ""
        """The kind that the queue is narrowed to."""

    def on_mount(self) -> None:
        self.rows.strikes = True
        self._take_queue()

    def go_on(self) -> None:
        super().go_on()
        self._read_staged()
        self._see_reader()

    def reader_seen(self, before: str) -> None:
        if bool(before) != bool(self._waits_for_reader):
            self._take_queue()
        elif before:
            self.rows.forget([READER])

    # The list

    def _waiting(self) -> list[str]:
        """What waits now, in its order."""
        return self.read_or_say_why(lambda: actions.queue(self.engine))

    def _take_queue(self) -> None:
        """Take the queue anew: the project in force first, the others folded, what agents stated last."""
        self._new = 0
        self.shell.say_new(0)
        waiting = [name for name in self._waiting() if name not in self._pending]
        found = {one.id: one for one in self.read_or_say_why(lambda: actions.some_candidates(self.engine, waiting))}
        kinds = self._kinds(list(found.values())) if self._kind else {}
        wanted = [
            name
            for name in waiting
            if name in found and self._kind in ("", kinds.get(name)) and self._fits(found[name])
        ]
        self._whole = len(wanted)
        groups: dict[str | None, list[str]] = {}
        for name in wanted:
            groups.setdefault(found[name].project, []).append(name)
        self._names = told_apart(key for key in groups if key)
        stated = self._stated_left() if not self.words and not self._kind else {}
        self._lay_out(groups, stated)

    def _fits(self, candidate: Candidate) -> bool:
        text = f"{candidate.text} {candidate.project or ''}".casefold()
        return all(word in text for word in self.words.casefold().split())

    def _kinds(self, candidates: Sequence[Candidate]) -> dict[str, str]:
        facts = actions.some_facts(self.engine, [one.fact for one in candidates]).facts
        kinds = {fact.id: fact.kind.value for fact in facts}
        return {one.id: kinds.get(one.fact, "") for one in candidates}

    def _lay_out(self, groups: Mapping[str | None, list[str]], stated: Mapping[str, Sequence[str]]) -> None:
        most = next(iter(self.read_or_say_why(lambda: [in_force(self.engine.store)[SHOWN_FIRST]])), SHOWN_FIRST.default)
        here = self.shell.project
        order = sorted(groups, key=lambda key: here is not None and key not in (here, None))
        rows: list[str] = []
        headings: dict[int, str] = {}
        self._folded = {}
        folds: list[str] = []
        for key in order:
            row = f"{PROJECT}{key or ''}"
            names = [name for name in groups[key] if name not in self._put_off]
            late = [name for name in self._put_off if name in groups[key]]
            if most <= 0 or (here is not None and key not in (here, None) and row not in self._opened):
                self._folded[row] = names + late
                folds.append(row)
                continue
            headings[len(rows)] = f"{self._called(key)}\t{len(groups[key]):,}"
            more = f"{MORE}{key or ''}"
            shown = names if more in self._opened else names[:most]
            rows += [*shown, *late]
            if behind := names[len(shown) :]:
                self._folded[more] = behind
                rows.append(more)
            most -= len(shown)
        self._folded |= stated
        if folds or stated:
            headings[len(rows)] = "elsewhere" if rows else ""
        reader = [READER] if self._waits_for_reader else []
        headings = {at + len(reader): text for at, text in headings.items()}
        listed = [*reader, *rows, *folds, *stated]
        keep = self.rows.current if self.rows.current in listed else next((name for name in rows), None)
        self.say_why_empty()
        self.rows.show(listed, keep=keep, headings=headings)
        self.refresh_summary()

    def _stated(self) -> Mapping[str | None, Sequence[str]]:
        found = self.read_or_say_why(lambda: [actions.stated_by_agents(self.engine)])
        return found[0] if found else {}

    def _stated_left(self) -> dict[str, Sequence[str]]:
        here = self.shell.project
        stated: dict[str, Sequence[str]] = {}
        for key, ids in self._stated().items():
            left = [one for one in ids if one not in self._pending]
            if left and here in (None, key):
                stated[f"{STATED}{key or ''}"] = left
        return stated

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        found = [queue_row(one) for one in actions.proposals(self.engine, [n for n in ids if not self.folds(n)])]
        return [*found, *(self._fold_row(name) for name in ids if self.folds(name))]

    def _fold_row(self, name: str) -> Row:
        if name == READER:
            return reader_row(name, self._waits_for_reader)
        count = len(self._folded.get(name, ()))
        if name.startswith(MORE):
            return fold_row(name, f"{count:,} more", count)
        key = name.partition(":")[2]
        if name.startswith(STATED):
            about = f" · {project_name(key)}" if key and self.shell.project is None else ""
            return fold_row(name, f"said by agents{about}", count, agents=True)
        return fold_row(name, self._called(key or None), count)

    def folds(self, name: str) -> bool:
        """Whether a row is no proposal: it stands for others, or asks for a reader."""
        return name == READER or name.startswith((MORE, PROJECT, STATED))

    def listed(self) -> list[str]:
        """The proposals that the list shows."""
        return [name for name in self.rows.ids if not self.folds(name)]

    def say_why_empty(self) -> None:
        if self.words or self._kind:
            lines: tuple[str, ...] = ("No proposal fits.", "", self.line("back", "all proposals"))
        else:
            approved = CandidateStatus.APPROVED in self._decided.values()
            ways = [self.line("publish", "publish what you approved")] if approved else []
            ways.append(self.line("go.memory", "what your agents are given"))
            ways += [self.line("undo", "take the last step back")] if self._decided else []
            done = self._told_decided()
            none_read = any(self.read_or_say_why(lambda: [actions.is_empty(self.engine)]))
            if none_read:
                found = f"then `{self.shell.keys.by_id('sessions.read').label}` reads what your agents keep here"
                ways = [self.line("palette", found)]
            nothing = "Nothing was read yet." if none_read else "Nothing waits for you."
            lines = (f"All done. {done}." if done else nothing, "", *ways)
        self.rows.empty_lines = lines
        if not self.rows.ids:
            self.query_one("#proposal", Card).draw(
                lambda width, height: [Line((Piece(f"  {one}"),)) for one in ("", *lines)]
            )

    def action_open(self) -> None:
        row = self.rows.current
        if row == READER:
            self.action_reader()
        elif row is None or not self.folds(row):
            super().action_open()
        else:
            self._unfold(row)

    def _unfold(self, row: str) -> None:
        """What stands behind a row comes in its place."""
        behind = self._folded.pop(row, ())
        self._opened.add(row)
        ids = list(self.rows.ids)
        place = ids.index(row)
        fresh = [name for name in behind if name not in ids]
        for number, name in enumerate(fresh):
            self.rows.put_in(place + number, name)
        self.rows.take_out(row)
        if fresh:
            self.rows.go_to(fresh[0])
        self.refresh_summary()

    def refresh_summary(self) -> None:
        left = len(self.listed()) + sum(len(ids) for name, ids in self._folded.items() if not name.startswith(STATED))
        self._whole = max(left, 0)
        self._recount()
        news = (
            keyed(self.key("reload"), f"{self._new:,} new") if self._new else keyed(self.key("review.filter"), "filter")
        )
        entitle(
            self.rows,
            [
                Piece("Queue"),
                Piece(f"  {left:,}", Tone.WARN if left else Tone.DIM),
                *self.narrowed(),
                *self._tally(),
            ],
            news,
        )
        self._draw_strip()

    def narrowed(self) -> list[Piece]:
        words = f"“{self.words}”" if self.words else ""
        told = " ".join(filter(None, (self._kind, words)))
        return [Piece(f"  only {told}", Tone.CHOICE)] if told else []

    def _recount(self) -> None:
        """Each heading says how many still stand under it, its fold with them."""
        before, ids = self.rows.headings, self.rows.ids
        starts, told = sorted(before), dict(before)
        for start, end in pairwise([*starts, len(ids)]):
            name, counted, _ = before[start].partition("\t")
            under = sum(len(self._folded.get(one, ())) if self.folds(one) else 1 for one in ids[start:end])
            told[start] = f"{name}\t{under:,}" if counted else name
        if told != before:
            self.rows.part(told)

    def _tally(self) -> list[Piece]:
        """What you decided while the app is open."""
        told = self._told_decided()
        return [Piece(f"  {told}", Tone.DIM)] if told else []

    def _told_decided(self) -> str:
        done = list(self._decided.values())
        words = ((CandidateStatus.APPROVED, "approved"), (CandidateStatus.REJECTED, "rejected"))
        return ", ".join(f"{done.count(status):,} {word}" for status, word in words if done.count(status))

    # Narrowing

    def words_changed(self) -> None:
        self._take_queue()

    def action_review_filter(self) -> None:
        from lore_tui.dialogs.pick import Pick

        kinds = self._kinds(self.read_or_say_why(lambda: actions.some_candidates(self.engine, self._waiting())))
        counts = {kind: list(kinds.values()).count(kind) for kind in sorted(set(kinds.values()))}
        rows = [Row("", "everything"), *(Row(kind, kind, note=f"{count:,}") for kind, count in counts.items())]
        self.app.push_screen(Pick("Show only", rows, keep=self._kind), self._narrow)

    def _narrow(self, kind: str | None) -> None:
        if kind is not None:
            self._kind = kind
            self._take_queue()

    def action_back(self) -> None:
        if (self.words or self._kind) and not self.has_class("-open"):
            self._kind = ""
            self.action_search_clear()
            self._take_queue()
        else:
            super().action_back()

    def visit(self, target: str) -> None:
        """Go to a proposal, out of its fold where it stands in one."""
        if target not in self.rows.ids:
            self._take_queue()
        if fold := next((row for row, ids in self._folded.items() if target in ids), None):
            self._unfold(fold)
        self.rows.go_to(target)

    # What others do meanwhile

    def entered(self) -> None:
        if self._new:
            self._take_queue()

    def project_changed(self) -> None:
        self._opened.clear()
        self._take_queue()

    def take_news(self) -> None:
        self._take_queue()

    def action_reload(self) -> None:
        self.show_status("up to date", Tone.DIM)
        self._take_queue()
        self._read_staged()

    def store_changed(self) -> None:
        here = {*self.rows.ids, *self._pending, *(name for ids in self._folded.values() for name in ids)}
        self._new = sum(name not in here for name in self._waiting()) if not self.words else 0
        self.shell.say_new(self._new)
        self.refresh_summary()
        self._look_at_card()
        self._read_staged()
        self._see_reader()
        if self._new and not self.listed():
            self._take_queue()  # nothing can move under the cursor

    def _look_at_card(self) -> None:
        """Say so where another program decided on the proposal on the card, changed it or took it away."""
        shown = self.shown()
        if shown is None or self.shell.writes.unanswered:
            return
        seen = shown.candidate
        stored = next(iter(self.read_or_say_why(lambda: actions.some_candidates(self.engine, [seen.id]))), None)
        if stored is None or stored.rev != seen.rev:
            self.changed_elsewhere(seen.id, seen.text, gone=stored is None)

    def _tell_first_approval(self, fact: str) -> None:
        """After the first approval of all: which session starts with it, and what to try."""
        self.aside(lambda: actions.first_approval(self.engine, fact), self._show_first_approval, group="first approval")

    def _show_first_approval(self, found: FirstApproval | None) -> None:
        if found is not None:
            self.read("After your first approval", drawn.first_approval(found, self.key))

    # Taking away

    def action_copy(self) -> None:
        if card := self.shown():
            self.copy(card.candidate.text, "its text")
