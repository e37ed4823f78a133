"""What Review shows: the queue, the card of the proposal under the cursor in its panes, what is staged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widget import Widget

from lore import actions
from lore.config import SHOWN_FIRST, in_force
from lore.model import Candidate, CandidateStatus
from lore_tui.keys import Place
from lore_tui.look import Block, Piece, Row, Tone
from lore_tui.present import review as drawn
from lore_tui.present.drawing import keyed
from lore_tui.present.facts import fold_row, queue_row, reader_row
from lore_tui.present.parts import project_name, told_apart
from lore_tui.queue import MORE, READER, STATED, Queue, folds
from lore_tui.screens.everywhere import Everywhere
from lore_tui.widgets.card import Card
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.painted import entitle
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from lore.actions import Engine, Offer, Publishing, ReviewCard

MOST_BEFORE = 12
"""Messages before the one that is quoted: as many as a high screen shows."""


class ReviewQueue(Everywhere):
    """The queue is taken once, and then frozen: what is new announces itself and waits."""

    PLACE = Place.REVIEW
    AUTO_FOCUS: ClassVar[str] = "#proposal"
    PANES = ("proposal", "card", "rows")

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._queue = Queue()
        self._kind = ""
        """The kind that the queue is narrowed to."""
        self._shown: ReviewCard | None = None
        """The card as it was read: a decision rests on its `rev`."""
        self._said = ""
        """The proposal that is shown in your own words."""
        self._read: tuple[str, int, str] | None = None
        """What was opened to be read, because the screen is too small for all of it."""
        self._waits_for_reader = ""
        """How many sessions wait for a reader, in words; empty where none does."""
        self._staged: Sequence[Publishing] = ()

    def compose_panes(self) -> ComposeResult:
        with Vertical(id="left"):
            yield RowList(self.load, tall=True, pane="rows")
            yield Card(pane="staged")
        with Container(id="right"):
            yield FindLine("find a proposal")
            yield Card(pane="strip")
            for name in drawn.PANES:
                yield Card(pane=name)

    @property
    def home(self) -> Widget:
        return self.query_one("#proposal")

    def on_mount(self) -> None:
        self.rows.strikes = True
        self._take_queue()

    def go_on(self) -> None:
        super().go_on()
        self._look_beside()

    # The queue

    def _waiting(self) -> list[str]:
        return self.read_or_say_why(lambda: actions.queue(self.engine))

    def _stated(self) -> Mapping[str | None, Sequence[str]]:
        return next(iter(self.read_or_say_why(lambda: [actions.stated_by_agents(self.engine)])), {})

    def _take_queue(self, go: str | None = None) -> None:
        """Take the queue anew. go: the proposal to go to."""
        self.shell.say_new(0)
        waiting, stated, queue = self._waiting(), self._stated(), self._queue
        queue.take_back([*waiting, *(name for ids in stated.values() for name in ids)])
        found = {one.id: one for one in self.read_or_say_why(lambda: actions.some_candidates(self.engine, waiting))}
        kinds = self._kinds(list(found.values())) if self._kind else {}
        groups: dict[str | None, list[str]] = {}
        for one in map(found.get, waiting):
            if one is not None and self._kind in ("", kinds.get(one.id)) and self._fits(one):
                groups.setdefault(one.project, []).append(one.id)
        queue.seen, queue.groups, queue.names = frozenset(waiting), groups, told_apart(filter(None, groups))
        queue.stated = {} if self.words or self._kind else stated
        queue.most = next(
            iter(self.read_or_say_why(lambda: [in_force(self.engine.store)[SHOWN_FIRST]])), SHOWN_FIRST.default
        )
        self.rows.forget(self.rows.ids)
        self._lay_out(go)

    def _fits(self, candidate: Candidate) -> bool:
        text = f"{candidate.text} {candidate.project or ''}".casefold()
        return all(word in text for word in self.words.casefold().split())

    def _kinds(self, candidates: Sequence[Candidate]) -> dict[str, str]:
        facts = actions.some_facts(self.engine, [one.fact for one in candidates]).facts
        kinds = {fact.id: fact.kind.value for fact in facts}
        return {one.id: kinds.get(one.fact, "") for one in candidates}

    def _lay_out(self, go: str | None = None) -> None:
        """Show the queue as it stands now; the cursor goes to a proposal, out of the fold that it stands in."""
        queue, here, reader = self._queue, self.shell.project, bool(self._waits_for_reader)
        queue.lay_out(here, asks_for_reader=reader)
        if go is not None and (fold := queue.fold_of(go)):
            queue.opened.add(fold)
            queue.lay_out(here, asks_for_reader=reader)
        if go is None and self.rows.current is None:
            go = next(iter(queue.listed), None)
        self.rows.rearrange(queue.rows, queue.headings, go)
        self.say_why_empty()
        self.refresh_summary()

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        found = [queue_row(one) for one in actions.proposals(self.engine, [n for n in ids if not folds(n)])]
        return [*found, *(self._fold_row(name) for name in ids if folds(name))]

    def _fold_row(self, name: str) -> Row:
        if name == READER:
            return reader_row(name, self._waits_for_reader)
        key, count = name.partition(":")[2], len(self._queue.folded.get(name, ()))
        if name.startswith(MORE):
            return fold_row(name, f"{count:,} more", count)
        if name.startswith(STATED):
            about = f" · {project_name(key)}" if key and self.shell.project is None else ""
            return fold_row(name, f"said by agents{about}", count, agents=True)
        return fold_row(name, self._queue.called(key or None), count)

    def say_why_empty(self) -> None:
        if self.words or self._kind:
            lines: tuple[str, ...] = ("No proposal fits.", "", self.line("back", "all proposals"))
        else:
            decided = [one for one in self._queue.left.values() if one]
            ways = [self.line("publish", "publish what you approved")] * (CandidateStatus.APPROVED in decided)
            ways.append(self.line("go.memory", "what your agents are given"))
            ways += [self.line("undo", "take the last step back")] if decided else []
            none_read = any(self.read_or_say_why(lambda: [actions.is_empty(self.engine)]))
            if none_read:
                found = f"then `{self.shell.keys.by_id('sessions.read').label}` reads what your agents keep here"
                ways = [self.line("palette", found)]
            nothing = "Nothing was read yet." if none_read else "Nothing waits for you."
            done = drawn.decided(decided)
            lines = (f"All done. {done}." if done else nothing, "", *ways)
        self.rows.empty_lines = lines
        if not self.rows.ids:
            self.clear_card()

    def refresh_summary(self) -> None:
        left, new = self._queue.whole, self.shell.heading.new
        done = drawn.decided([one for one in self._queue.left.values() if one])
        title = [Piece("Queue"), Piece(f"  {left:,}", Tone.WARN if left else Tone.DIM), *self._narrowed()]
        title += [Piece(f"  {done}", Tone.DIM)] if done else []
        news = keyed(self.key("reload"), f"{new:,} new") if new else keyed(self.key("review.filter"), "filter")
        entitle(self.rows, title, news)
        here = project_name(self.shell.project) if self.shell.project else "all projects"
        self.query_one("#strip", Card).draw(drawn.strip(here, self._queue, self._narrowed(), self._staged))

    def _narrowed(self) -> list[Piece]:
        told = " ".join(filter(None, (self._kind, f"“{self.words}”" if self.words else "")))
        return [Piece(f"  only {told}", Tone.CHOICE)] if told else []

    def position(self) -> str:
        """The title of the card says it."""
        return ""

    # Narrowing and unfolding

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

    def action_open(self) -> None:
        row = self.rows.current
        if row == READER:
            self.action_reader()
        elif row is not None and folds(row):
            self._lay_out(next(iter(self._queue.folded[row]), None))
        else:
            super().action_open()

    def action_back(self) -> None:
        if (self.words or self._kind) and not self.has_class("-open"):
            self._kind = ""
            self.action_search_clear()
            self._take_queue()
        else:
            super().action_back()

    def visit(self, target: str) -> None:
        self._lay_out(target) if target in self._queue.seen else self._take_queue(target)

    # What others do meanwhile

    def entered(self) -> None:
        if self.shell.heading.new:
            self._take_queue()

    def project_changed(self) -> None:
        self._queue.opened.clear()
        self._take_queue()

    def take_news(self) -> None:
        self._take_queue()

    def action_reload(self) -> None:
        self.show_status("up to date", Tone.DIM)
        self._take_queue()
        self._look_beside()

    def store_changed(self) -> None:
        new = self._queue.new_of(self._waiting())
        self.shell.say_new(new)
        self.refresh_summary()
        self._look_at_card()
        self._look_beside()
        if new and not self._queue.listed:
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

    def _look_beside(self) -> None:
        """What is staged, and whether sessions wait for a reader."""
        self.aside(lambda: actions.plan_publish_everywhere(self.engine), self._staged_read, group="staged")
        self.aside(lambda: actions.waiting_for_reader(self.engine), self._reader_seen, group="reader")

    def _staged_read(self, found: Sequence[Publishing]) -> None:
        self._staged = [one for one in found if one.plan.changes]
        pane = drawn.staged(self._staged, self._queue.names, self.key)
        self._paint({"staged": pane} if self._staged else {}, ("staged",))
        self.refresh_summary()

    def _reader_seen(self, waiting: str) -> None:
        before, self._waits_for_reader = self._waits_for_reader, waiting
        if waiting != before:
            self.rows.forget([READER])
            self._lay_out()

    # The card

    def shown(self) -> ReviewCard | None:
        """The card on show, when it is the one under the cursor: right after a decision it is not yet."""
        shown = self._shown
        return shown if shown is not None and shown.candidate.id == self.rows.current else None

    def _paint(self, panes: Mapping[str, drawn.Pane], names: Sequence[str] = drawn.PANES) -> None:
        """Show these panes, and those of the names that are not among them no more."""
        for name in names:
            card, pane = self.query_one(f"#{name}", Card), panes.get(name)
            card.set_class(pane is None, "-none")
            if pane is not None:
                card.draw(pane.drawing)
                entitle(card, pane.title, pane.keys)

    def clear_card(self) -> None:
        self._shown = None
        self._paint({"proposal": drawn.said_pane(() if self.rows.ids else self.rows.empty_lines, Tone.TEXT)})

    def fill_card(self, row_id: str, now: str) -> None:
        self._shown = None
        if folds(row_id):
            self._make_room()
            self.query_one(KeyBar).has_item = False
            self._tell_fold(row_id)
            return
        if self._said != row_id:
            self._said = ""
        card = self._shown = actions.card(self.engine, row_id)
        self._make_room()
        said = card.evidence[0].evidence if card.evidence else None
        around = None
        if said is not None and said.session and said.source_id:
            around = actions.around(self.engine, said.session, said.source_id, before=MOST_BEFORE)
        listed, plain = self._queue.listed, self.card.is_plain
        number = listed.index(row_id) + 1 if row_id in listed else 1
        title = drawn.proposal_title(number, self._queue.whole or number, plain)
        self._paint(drawn.panes(card, around, now, self.key, title, said=bool(self._said), plain_terminal=plain))

    def _tell_fold(self, row_id: str) -> None:
        if row_id != READER:
            count = len(self._queue.folded.get(row_id, ()))
            told = "Agents, tools and files stated this; no agent is given it until you approve it."
            told = told if row_id.startswith(STATED) else f"{count:,} more wait here."
            self._paint({"proposal": drawn.said_pane((told, "", f"{self.key('open')} shows them"))})
            return
        waiting = self._waits_for_reader

        def offered(offer: Offer) -> None:
            """Its cost takes a look through all messages, so only when it is asked for."""
            question, terms = (offer.question, offer.terms) if offer.way is not None else ("", ())
            if self.rows.current == READER:
                self._paint({"proposal": drawn.reader_pane(waiting, question, terms, offer.why_none, self.key)})

        self._paint({"proposal": drawn.reader_pane(waiting, "looking who could …", (), "", self.key)})
        self.aside(lambda: actions.plan_reader(self.engine), offered, group="offer")

    def on_resize(self) -> None:
        self.call_after_refresh(self._make_room)

    def _make_room(self) -> None:
        """The text of the proposal gets all its lines; the other panes give way."""
        top = self.query_one("#proposal", Card)
        needed = self._lines_needed(self._shown) if self._shown and top.cells else 0
        top.styles.min_height = min(needed, self._lines_free()) + 2 if needed else None

    def _lines_needed(self, card: ReviewCard) -> int:
        cells = self.query_one("#proposal", Card).cells
        return drawn.proposal_needs(card, self.key, cells, said=bool(self._said))

    def _lines_free(self) -> int:
        """The lines that the proposal could have, inside its frame."""
        return max(2, self.query_one("#right").region.bottom - self.query_one("#proposal").region.y - 2)

    def was_read(self, card: ReviewCard) -> bool:
        """Whether everything that is approved could be read; else it is opened, and the next key approves."""
        name = (card.candidate.id, card.candidate.rev, self._said)
        if self._read == name or self._lines_needed(card) <= self._lines_free():
            return True
        self._read = name
        told = f"it does not fit on this screen: read it, then {self.key('review.approve')} approves"
        words = Block(drawn.shown_words(card, said=bool(self._said)), Tone.TITLE, label=None)
        risks = (Block(risk.text, Tone.WARN, label=None) for risk in card.risks)
        self.read("The whole proposal", [words, *risks, Block(told, Tone.DIM, label=None)])
        self.show_status(told, Tone.WARN)
        return False

    def action_review_said(self) -> None:
        """Show the card in your own sentence, or in the reader's wording again: what is shown is approved."""
        card = self.shown()
        if card is not None and card.said:
            self._said = "" if self._said else card.candidate.id
            self.twice.forget()
            self.show_card()
        elif card is not None:
            self.show_status("these are your own words already", Tone.DIM)

    def action_copy(self) -> None:
        if card := self.shown():
            self.copy(card.candidate.text, "its text")
