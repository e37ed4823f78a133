"""The card of Review, in its panes: proposal, conversation, nearest fact; what is staged; who could read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from lore import actions, clock
from lore_tui.keys import Place
from lore_tui.look import Block, Line, Piece, Tone
from lore_tui.present import review as drawn
from lore_tui.present.drawing import keyed
from lore_tui.present.parts import project_name
from lore_tui.screens.everywhere import Everywhere
from lore_tui.widgets.card import Card
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.painted import entitle
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from lore.actions import Engine, Offer, Publishing, ReviewCard

READER, MORE, PROJECT, STATED = "reader", "more:", "project:", "stated:"
"""What the ids of rows begin with that are no proposals."""
NO_PROJECT = "in every project"


class ReviewCards(Everywhere):
    """What is shown of the proposal under the cursor, and beside the queue."""

    PLACE = Place.REVIEW
    AUTO_FOCUS: ClassVar[str] = "#proposal"
    PANES = ("proposal", "card", "rows")

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._shown: ReviewCard | None = None
        """The card as it was read: a decision rests on its `rev`."""
        self._shown_id = ""
        """The proposal that was shown last."""
        self._said = False
        """Whether the card is in your own words."""
        self._joining = False
        """Whether you are asked about joining it: the result is shown."""
        self._read: tuple[str, int, bool] | None = None
        """What was opened to be read, because the screen is too small for all of it."""
        self._folded: dict[str, Sequence[str]] = {}
        """What stands behind a row, by its id."""
        self._names: Mapping[str, str] = {}
        """What each project is called."""
        self._waits_for_reader = ""
        """How many sessions wait for a reader, in words; empty where none does."""
        self._staged: Sequence[Publishing] = ()
        self._whole = 0
        """How many wait in all."""

    def compose_panes(self) -> ComposeResult:
        with Vertical(id="left"):
            yield RowList(self.load, tall=True, pane="rows")
            yield Card(pane="staged")
        with Vertical(id="right"):
            yield FindLine("find a proposal")
            yield Card(pane="strip")
            yield Card(pane="proposal")
            yield Card(pane="card")
            yield Card(pane="nearest")
            yield Card(pane="outcome")

    @property
    def home(self) -> Widget:
        return self.query_one("#proposal")

    @abstractmethod
    def folds(self, name: str) -> bool:
        """Whether a row is no proposal: it stands for others, or asks for a reader."""

    @abstractmethod
    def listed(self) -> list[str]:
        """The proposals that the list shows."""

    @abstractmethod
    def narrowed(self) -> list[Piece]:
        """What the list is narrowed to."""

    @abstractmethod
    def reader_seen(self, before: str) -> None:
        """Sessions began to wait for a reader, or wait no more. before: what waited until now."""

    # Beside the queue

    def _read_staged(self) -> None:
        self.aside(
            lambda: [one for one in actions.plan_publish_everywhere(self.engine) if one.plan.changes],
            self._staged_read,
            group="staged",
        )

    def _staged_read(self, found: Sequence[Publishing]) -> None:
        self._staged = found
        whole, drawing = drawn.staged(found, self._names)
        pane = self.query_one("#staged", Card)
        pane.set_class(not found, "-none")
        pane.draw(drawing)
        count = [Piece(f"  {whole:,}", Tone.GOOD)] if whole else []
        entitle(pane, [Piece("Staged"), *count], keyed(self.key("publish"), "publishes"))
        self._draw_strip()

    def _see_reader(self) -> None:
        self.aside(lambda: actions.waiting_for_reader(self.engine), self._reader_seen, group="reader")

    def _reader_seen(self, waiting: str) -> None:
        before, self._waits_for_reader = self._waits_for_reader, waiting
        self.reader_seen(before)
        self.say_why_empty()

    def _offer_seen(self, waiting: str, offer: Offer) -> None:
        """Who could read them and what that costs: the messages are looked through for it, so only when it is asked."""
        question, terms = (offer.question, offer.terms) if offer.way is not None else ("", ())
        if self.rows.current == READER:
            pane = self.query_one("#proposal", Card)
            pane.draw(drawn.reader_card(waiting, question, terms, offer.why_none, self.key))

    # The card

    def clear_card(self) -> None:
        self._shown = None
        for name in ("card", "nearest", "outcome"):
            pane = self.query_one(f"#{name}", Card)
            pane.show(())
            pane.add_class("-none")
        entitle(self.query_one("#proposal"), [Piece("Review")])
        self.query_one("#proposal", Card).show(())
        if not self.rows.ids:
            self.say_why_empty()

    def fill_card(self, row_id: str, now: str) -> None:
        self._shown, self._joining = None, False
        self._make_room()
        if self.folds(row_id):
            self.clear_card()
            self.query_one(KeyBar).has_item = False
            self._tell_fold(row_id)
            return
        card = actions.card(self.engine, row_id)
        if self._shown_id != card.candidate.id:
            self._said = False
        self._shown_id = card.candidate.id
        self._shown = card
        self._draw(card, now)

    def _tell_fold(self, row_id: str) -> None:
        pane = self.query_one("#proposal", Card)
        if row_id == READER and (waiting := self._waits_for_reader):
            pane.draw(drawn.reader_card(waiting, "looking who could …", (), "", self.key))
            read = lambda: actions.plan_reader(self.engine)  # noqa: E731
            self.aside(read, lambda offer: self._offer_seen(waiting, offer), group="offer")
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
        self._make_room()
        top.draw(drawn.proposal(card, self.key, now, said=self._said))
        entitle(top, drawn.proposal_title(number, self._whole or number, plain))
        quote = card.evidence[0].evidence if card.evidence else None
        context = (
            actions.around(self.engine, quote.session, quote.source_id)
            if quote is not None and quote.session and quote.source_id
            else None
        )
        talk.remove_class("-none")
        talk.draw(drawn.conversation(card, context, now, plain_terminal=plain))
        mine = quote is None or quote.role == "user"
        heading = "You said it here" if mine else "It was said here"
        session = keyed(self.key("review.session"), "whole session") if context else ()
        entitle(talk, [Piece(heading)], session)
        self._draw_nearest(card, now)
        result = self.query_one("#outcome", Card)
        result.set_class(card.asks, "-none")
        result.draw(drawn.outcome(card, self.key))
        self._draw_strip()

    def on_resize(self) -> None:
        self.call_after_refresh(self._make_room)

    def _make_room(self) -> None:
        """The text of the proposal gets all its lines; the other panes give way."""
        top = self.query_one("#proposal", Card)
        needed = self._lines_needed(self._shown) if self._shown and top.cells else 0
        top.styles.min_height = min(needed, self._lines_free()) + 2 if needed else None

    def _lines_needed(self, card: ReviewCard) -> int:
        return drawn.proposal_needs(card, self.key, self.query_one("#proposal", Card).cells, said=self._said)

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
        words = Block(drawn.shown_words(card, said=self._said), Tone.TITLE, label=None)
        risks = (Block(risk.text, Tone.WARN, label=None) for risk in card.risks)
        self.read("The whole proposal", [words, *risks, Block(told, Tone.DIM, label=None)])
        self.show_status(told, Tone.WARN)
        return False

    def _draw_nearest(self, card: ReviewCard, now: str) -> None:
        pane, title = self.query_one("#nearest", Card), drawn.nearest_title(card)
        pane.set_class(not title, "-none")
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
        left = [
            Piece("◂ ▸  ", Tone.CHOICE),
            Piece(self._here(), Tone.TITLE),
            Piece(f" {len(self.listed()):,}", Tone.WARN),
            *self.narrowed(),
        ]
        left += [Piece(f"   {name} {count:,}", Tone.DIM) for name, count in counts.items()]
        left += [Piece(f"   said by agents {agents:,}", Tone.DIM)] if agents else []
        whole, _ = drawn.staged(self._staged, self._names)
        right = (Piece("staged ", Tone.DIM), Piece(f"{whole:,} ", Tone.GOOD)) if self._staged else ()
        pane.draw(lambda width, height: [Line(tuple(left), right)])

    def position(self) -> str:
        """The title of the card says it."""
        return ""

    def _here(self) -> str:
        return project_name(self.shell.project) if self.shell.project else "all projects"

    def _called(self, key: str | None) -> str:
        return self._names.get(key, key) if key else NO_PROJECT

    # Whose words

    def action_review_said(self) -> None:
        """Show the card in your own sentence, or in the reader's wording again: what is shown is approved."""
        card = self.shown()
        if card is not None and card.said:
            self._said = not self._said
            self.twice.forget()
            self._draw(card, clock.now())
        elif card is not None:
            self.show_status("these are your own words already", Tone.DIM)

    def _words(self, card: ReviewCard) -> str:
        return card.said if self._said and card.said else card.candidate.text

    def shown(self) -> ReviewCard | None:
        """The card on show, when it is the one under the cursor: right after a decision it is not yet."""
        shown = self._shown
        return shown if shown is not None and shown.candidate.id == self.rows.current else None
