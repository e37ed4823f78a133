"""The review queue with the card beside it: its order, its projects, what is new, what another program took away."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from lore import actions
from lore.actions import Publishing, ReviewCard
from lore.config import SHOWN_FIRST, in_force
from lore.model import Candidate, CandidateStatus
from lore_tui import present
from lore_tui.gateway import Gateway
from lore_tui.key import KeyContext
from lore_tui.look import Line, Piece, Row, Tone
from lore_tui.present import review as drawn
from lore_tui.present.drawing import keyed
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.widgets.card import Card
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine, SearchBox
from lore_tui.widgets.title import entitle

READER, MORE, PROJECT, STATED = "reader", "more:", "project:", "stated:"
"""What the ids of rows begin with that are no proposals."""
NO_PROJECT = "in every project"


@dataclass
class StagedRead(Message):
    """What is approved and not published yet."""

    found: Sequence[Publishing]


@dataclass
class ReaderSeen(Message):
    """How many sessions wait for a reader, and who could read them."""

    waiting: str
    question: str
    terms: Sequence[tuple[str, str]]
    why_none: str


@dataclass
class Filter:
    """What the queue is narrowed to."""

    words: str = ""
    kind: str = ""

    def takes(self, candidate: Candidate, kind: str) -> bool:
        text = f"{candidate.text} {candidate.project or ''}".casefold()
        return (not self.kind or kind == self.kind) and all(word in text for word in self.words.casefold().split())


class ReviewQueue(BaseScreen):
    """The queue is taken once, the project in force first, others folded: what is new announces itself and waits. An
    item leaves the list when it is decided and comes back to its place when the decision could not be written or is
    undone.
    """

    PLACE = KeyContext.REVIEW
    AUTO_FOCUS: ClassVar[str] = "#proposal"

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._shown: ReviewCard | None = None
        """The card as it was read: a decision rests on its `rev`."""
        self._said = False
        """Whether the card is in your own words."""
        self._joining = False
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
        self._folded: dict[str, Sequence[str]] = {}
        """What stands behind a row, by its id."""
        self._opened: set[str] = set()
        """The rows that you unfolded."""
        self._names: Mapping[str, str] = {}
        """What each project is called."""
        self._filter = Filter()
        self._reader: ReaderSeen | None = None
        self._staged: Sequence[Publishing] = ()
        self._whole = 0
        """How many wait in all."""

    def compose_panes(self) -> ComposeResult:
        with Vertical(id="left"):
            yield RowList(self._load, tall=True, id="rows")
            yield FindLine("find a proposal")
            yield Card(id="staged")
        with Vertical(id="right"):
            yield Card(id="strip")
            yield Card(id="proposal")
            yield Card(id="card")
            yield Card(id="nearest")
            yield Card(id="outcome")

    def on_mount(self) -> None:
        self.rows.strikes = True
        self.query_one(FindLine).display = False
        self._take_queue()

    def go_on(self) -> None:
        super().go_on()
        self._read_staged()
        self._see_reader()

    @property
    def home(self) -> Widget:
        return self.query_one("#proposal")

    # Beside the queue

    @work(thread=True, group="staged", exclusive=True, exit_on_error=False)
    def _read_staged(self) -> None:
        found = [one for one in actions.plan_publish_everywhere(self.engine) if one.plan.changes]
        self.post_message(StagedRead(found))

    @on(StagedRead)
    def _staged_read(self, event: StagedRead) -> None:
        self._staged = event.found
        whole, drawing = drawn.staged(event.found, self._names)
        pane = self.query_one("#staged", Card)
        pane.display = bool(event.found)
        pane.draw(drawing)
        count = [Piece(f"  {whole:,}", Tone.GOOD)] if whole else []
        entitle(pane, [Piece("Staged"), *count], keyed(self.key("publish"), "publishes"))
        self._draw_strip()

    @work(thread=True, group="reader", exclusive=True, exit_on_error=False)
    def _see_reader(self) -> None:
        waiting = actions.waiting_for_reader(self.engine)
        if not waiting:
            self.post_message(ReaderSeen("", "", (), ""))
            return
        offer = actions.plan_reader(self.engine)
        asked = (offer.question, offer.terms) if offer.way is not None else ("", ())
        self.post_message(ReaderSeen(waiting, *asked, offer.why_none))

    @on(ReaderSeen)
    def _reader_seen(self, event: ReaderSeen) -> None:
        before, self._reader = self._reader, event if event.waiting else None
        if (before is None) != (self._reader is None):
            self._take_queue()
        elif self._reader is not None:
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
        kinds = self._kinds(list(found.values())) if self._filter.kind else {}
        wanted = [name for name in waiting if name in found and self._filter.takes(found[name], kinds.get(name, ""))]
        self._whole = len(wanted)
        groups: dict[str | None, list[str]] = {}
        for name in wanted:
            groups.setdefault(found[name].project, []).append(name)
        self._names = present.told_apart(key for key in groups if key)
        stated = self._stated_left() if not self._filter.words and not self._filter.kind else {}
        self._lay_out(groups, stated)

    def _kinds(self, candidates: Sequence[Candidate]) -> dict[str, str]:
        facts = actions.some_facts(self.engine, [one.fact for one in candidates]).facts
        kinds = {fact.id: fact.kind.value for fact in facts}
        return {one.id: kinds.get(one.fact, "") for one in candidates}

    def _lay_out(self, groups: Mapping[str | None, list[str]], stated: Mapping[str, Sequence[str]]) -> None:
        most = next(iter(self.read_or_say_why(lambda: [in_force(self.engine.store)[SHOWN_FIRST]])), SHOWN_FIRST.default)
        here = self.shell.project
        order = sorted(groups, key=lambda key: key != here and (here is None or key is not None))
        rows, headings, self._folded = [], {}, {}
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
        reader = [READER] if self._reader is not None else []
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

    def _called(self, key: str | None) -> str:
        return self._names.get(key, key) if key else NO_PROJECT

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        found = [drawn.queue_row(one) for one in actions.proposals(self.engine, [n for n in ids if not self.folds(n)])]
        return [*found, *(self._fold_row(name) for name in ids if self.folds(name))]

    def _fold_row(self, name: str) -> Row:
        if name == READER:
            return drawn.reader_row(name, self._reader.waiting if self._reader else "")
        count = len(self._folded.get(name, ()))
        if name.startswith(MORE):
            return drawn.fold_row(name, f"{count:,} more", count)
        key = name.partition(":")[2]
        if name.startswith(STATED):
            about = f" · {present.project_name(key)}" if key and self.shell.project is None else ""
            return drawn.fold_row(name, f"said by agents{about}", count, agents=True)
        return drawn.fold_row(name, self._called(key or None), count)

    def folds(self, name: str) -> bool:
        """Whether a row is no proposal: it stands for others, or asks for a reader."""
        return name == READER or name.startswith((MORE, PROJECT, STATED))

    def listed(self) -> list[str]:
        """The proposals that the list shows."""
        return [name for name in self.rows.ids if not self.folds(name)]

    def say_why_empty(self) -> None:
        if self._filter.words or self._filter.kind:
            lines = ("No proposal fits.", "", self.line("back", "all proposals"))
        else:
            ways = (self.line("sessions.read", "read new sessions"), self.line("go.memory", "what agents are given"))
            lines = ("Nothing waits for you.", "", *ways)
        self.rows.empty_lines = lines
        if not self.rows.ids:
            self.query_one("#proposal", Card).draw(lambda width, height: [Line((Piece(f"  {one}"),)) for one in ("", *lines)])

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

    # The card

    def clear_card(self) -> None:
        self._shown = None
        for name in ("card", "nearest", "outcome"):
            pane = self.query_one(f"#{name}", Card)
            pane.show(())
            pane.display = False
        entitle(self.query_one("#proposal"), [Piece("Review")])
        self.query_one("#proposal", Card).show(())
        if not self.rows.ids:
            self.say_why_empty()

    def fill_card(self, row_id: str, now: str) -> None:
        self._shown, self._joining = None, False
        if self.folds(row_id):
            self.clear_card()
            self._tell_fold(row_id)
            return
        card = actions.card(self.engine, row_id)
        if self._shown_id != card.candidate.id:
            self._said = False
        self._shown_id = card.candidate.id
        self._shown = card
        self._draw(card, now)

    _shown_id = ""

    def _tell_fold(self, row_id: str) -> None:
        pane = self.query_one("#proposal", Card)
        if row_id == READER and self._reader is not None:
            seen = self._reader
            pane.draw(drawn.reader_card(seen.waiting, seen.question, seen.terms, seen.why_none, self.key))
            entitle(pane, [Piece("Nobody reads your sessions")])
            return
        count = len(self._folded.get(row_id, ()))
        told = (
            "Agents, tools and files stated this; no agent is given it until you approve it."
            if row_id.startswith(STATED)
            else f"{count:,} more wait here."
        )
        lines = ("", f"  {told}", "", f"  {self.key('open')} shows them")
        pane.draw(lambda width, height: [Line((Piece(one, Tone.DIM),)) for one in lines])

    def _draw(self, card: ReviewCard, now: str) -> None:
        top, talk = self.query_one("#proposal", Card), self.card
        plain = top.is_plain
        number = self.listed().index(card.candidate.id) + 1 if card.candidate.id in self.listed() else 1
        top.draw(drawn.proposal(card, self.key, now, said=self._said))
        entitle(top, drawn.proposal_title(number, self._whole or number, plain))
        quote = card.evidence[0].evidence if card.evidence else None
        context = (
            actions.around(self.engine, quote.session, quote.source_id)
            if quote is not None and quote.session and quote.source_id
            else None
        )
        talk.display = True
        talk.draw(drawn.conversation(card, context, now, plain_terminal=plain))
        mine = quote is None or quote.role == "user"
        heading = "You said it here" if mine else "It was said here"
        session = keyed(self.key("review.session"), "whole session") if context else ()
        entitle(talk, [Piece(heading)], session)
        self._draw_nearest(card, now)
        result = self.query_one("#outcome", Card)
        result.display = not card.asks
        result.draw(drawn.outcome(card, self.key))
        self._draw_strip()

    def _draw_nearest(self, card: ReviewCard, now: str) -> None:
        pane, title = self.query_one("#nearest", Card), drawn.nearest_title(card)
        pane.display = bool(title)
        pane.draw(drawn.nearest(card, now, joining=self._joining))
        does = "says they are the same" if card.asks else "joins them: shows the result first"
        keys = keyed(self.key("review.merge"), does) if drawn.may_join(card) else ()
        if card.asks:
            keys = (*keys, Piece("  "), *keyed(self.key("review.instead"), "the newer holds"))
        entitle(pane, [Piece(title)], keys)

    def _draw_strip(self) -> None:
        """The left column in one line, where there is no room for it."""
        pane = self.query_one("#strip", Card)
        counts: dict[str, int] = {}
        for name, behind in self._folded.items():
            if name.startswith(PROJECT):
                counts[self._called(name.partition(":")[2] or None)] = len(behind)
        agents = sum(len(ids) for name, ids in self._folded.items() if name.startswith(STATED))
        left = [Piece("◂ ▸  ", Tone.CHOICE), Piece(self._here(), Tone.TITLE), Piece(f" {len(self.listed()):,}", Tone.WARN)]
        left += [Piece(f"   {name} {count:,}", Tone.DIM) for name, count in counts.items()]
        left += [Piece(f"   said by agents {agents:,}", Tone.DIM)] if agents else []
        whole, _ = drawn.staged(self._staged, self._names)
        right = (Piece("staged ", Tone.DIM), Piece(f"{whole:,} ", Tone.GOOD)) if self._staged else ()
        pane.draw(lambda width, height: [Line(tuple(left), right)])

    def _here(self) -> str:
        return present.project_name(self.shell.project) if self.shell.project else "all projects"

    def refresh_summary(self) -> None:
        left = len(self.listed()) + sum(
            len(ids) for name, ids in self._folded.items() if not name.startswith(STATED)
        )
        self._whole = max(left, 0)
        news = keyed(self.key("reload"), f"{self._new:,} new") if self._new else keyed(self.key("review.filter"), "filter")
        entitle(self.rows, [Piece("Queue"), Piece(f"  {left:,}", Tone.WARN if left else Tone.DIM), *self._tally()], news)
        self._draw_strip()

    def _tally(self) -> list[Piece]:
        """What you decided while the app is open."""
        done = list(self._decided.values())
        parts = [
            f"{done.count(status):,} {word}"
            for status, word in ((CandidateStatus.APPROVED, "approved"), (CandidateStatus.REJECTED, "rejected"))
            if done.count(status)
        ]
        return [Piece(f"  {' · '.join(parts)}", Tone.DIM)] if parts else []

    # Narrowing

    def action_search(self) -> None:
        line = self.query_one(FindLine)
        line.display = True
        line.box.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if isinstance(event.input, SearchBox) and event.value.strip() != self._filter.words:
            self._filter.words = event.value.strip()
            self._take_queue()

    @on(SearchBox.Kept)
    def _keep_search(self) -> None:
        self.query_one(FindLine).display = bool(self._filter.words)
        self.home.focus()

    @on(SearchBox.Cleared)
    def clear_search(self) -> None:
        self.query_one(SearchBox).value = ""
        self._keep_search()

    @on(SearchBox.Moved)
    def _move_while_typing(self, event: SearchBox.Moved) -> None:
        self.rows.move(event.by)

    def action_review_filter(self) -> None:
        from lore_tui.dialogs.pick import Pick

        kinds = self._kinds(self.read_or_say_why(lambda: actions.some_candidates(self.engine, self._waiting())))
        counts = {kind: list(kinds.values()).count(kind) for kind in sorted(set(kinds.values()))}
        rows = [Row("", "everything"), *(Row(kind, kind, note=f"{count:,}") for kind, count in counts.items())]
        self.app.push_screen(Pick("Show only", rows, keep=self._filter.kind), self._narrow)

    def _narrow(self, kind: str | None) -> None:
        if kind is not None:
            self._filter.kind = kind
            self._take_queue()

    def action_back(self) -> None:
        if (self._filter.words or self._filter.kind) and not self.has_class("-open"):
            self._filter.kind = ""
            self.clear_search()
            self._take_queue()
        else:
            super().action_back()

    # What others do meanwhile

    def project_changed(self) -> None:
        self._opened.clear()
        self._take_queue()

    def take_news(self) -> None:
        self._take_queue()

    def action_reload(self) -> None:
        self._take_queue()
        self._read_staged()
        self.show_status("up to date", Tone.DIM)

    def store_changed(self) -> None:
        here = {*self.rows.ids, *self._pending, *(name for ids in self._folded.values() for name in ids)}
        self._new = sum(name not in here for name in self._waiting()) if not self._filter.words else 0
        self.shell.say_new(self._new)
        self.refresh_summary()
        self._look_at_card()
        self._read_staged()
        self._see_reader()
        if self._new and not self.listed():
            self._take_queue()  # nothing can move under the cursor

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


