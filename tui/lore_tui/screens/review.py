"""Review: one proposal at a time; approve, reject, edit, skip, snooze, join; everything is taken back with one key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import work

from lore import actions, clock
from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.look import Tone
from lore_tui.present import review as drawn
from lore_tui.queue import READER, folds
from lore_tui.screens.review_queue import ReviewQueue
from lore_tui.text import listed, literal, these
from lore_tui.widgets.bottom_line import BottomLine, ReasonInput
from lore_tui.writes import Job, Outcome, title

if TYPE_CHECKING:
    from lore.actions import Engine, FirstApproval, ReviewCard


class ReviewScreen(ReviewQueue):
    """What can be decided on proposals, one or many. An item leaves the list when it is decided, and comes back to its
    place when the decision could not be written or is undone.
    """

    BINDINGS = keys.bindings(Place.REVIEW)

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._typed_for: ReviewCard | None = None
        """The card that a reason or other words are typed for, whatever comes under the cursor meanwhile."""
        self._drafts: dict[str, str] = {}
        """Words that you typed and did not save, by proposal."""

    # Deciding on one

    def _decidable(self) -> ReviewCard | None:
        """The card, when the key was pressed on purpose; on a fold it says what unfolds it."""
        if (shown := self.shown()) is not None:
            return shown if self.may_decide() else None
        if self.rows.current is not None and folds(self.rows.current):
            self.show_status(f"{self.key('open')} shows what stands behind it", Tone.DIM)
        return None

    def _decide(
        self,
        name: str,
        card: ReviewCard,
        act: Callable[..., object],
        said: str | Callable[[Any], str],
        command: str | Callable[[Any], str],
        reopen: Callable[[str], None] | None = None,
    ) -> None:
        """Have one decided on. act: takes the engine and its id; it rests on the `rev` that is shown."""
        self._leave([card.candidate.id])
        self.write(
            name, partial(act, self.engine, card.candidate.id), said, command, [card.candidate.id], reopen=reopen
        )

    def _leave(self, ids: Sequence[str]) -> None:
        """Take them out of the list at once; none can be acted on twice."""
        self._queue.left |= dict.fromkeys(ids)
        self._lay_out()

    def action_review_approve(self) -> None:
        """The proposal under the cursor, in the words that the card shows."""
        if self.rows.current == READER:
            self.action_reader()
            return
        card = self._decidable()
        if card is None or not self.was_read(card):
            return
        if self._said and card.said:
            self._approve_as(card, card.said)
        elif card.risky and not self.twice.confirms((card.candidate.id, card.candidate.rev, card.risks)):
            self.show_status(f"{card.risks[0].text}: press {self.key('review.approve')} again to approve", Tone.WARN)
        else:
            act = partial(actions.approve, rev=card.candidate.rev, acknowledged=[risk.id for risk in card.risks])
            self._decide("review.approve", card, act, "approved", "review approve {}")

    def action_review_reject(self) -> None:
        if card := self._decidable():
            self._reject("review.reject", card)

    def _reject(self, name: str, card: ReviewCard, reason: str = "") -> None:
        def act(engine: Engine, name: str) -> object:
            return actions.reject(engine, [name], reason=reason, seen={name: card.candidate.rev})

        again = (lambda why: self._ask_reason_again(card.candidate.id, reason)) if reason else None
        said = "rejected with your reason" if reason else "rejected"
        self._decide(name, card, act, said, "review reject {}", reopen=again)

    def action_review_reject_reason(self) -> None:
        if card := self.shown():
            self._ask_reason(card)

    def _ask_reason(self, card: ReviewCard, typed: str = "") -> None:
        self._typed_for = card
        self.query_one(BottomLine).ask_reason(typed)

    def action_reason_send(self) -> None:
        line, card = self.query_one(ReasonInput), self._typed_for
        reason = line.value.strip()
        if reason and self.shell.guard.came_after(line.opened_at):
            self.end_question()
            if card is not None:
                self._reject("review.reject_reason", card, reason)

    def _ask_reason_again(self, candidate_id: str, reason: str) -> None:
        """The reason you typed comes back, with its proposal as it is now, where that still waits."""
        if candidate_id in self.rows.ids:
            self.rows.go_to(candidate_id)
            for card in self.read_or_say_why(lambda: [actions.card(self.engine, candidate_id)]):
                self._ask_reason(card, reason)

    def action_reason_cancel(self) -> None:
        self.end_question()
        self.show_status("still waiting", Tone.DIM)

    def action_review_snooze(self) -> None:
        self._snooze("review.snooze", 1)

    def action_review_snooze_week(self) -> None:
        self._snooze("review.snooze_week", 7)

    def _snooze(self, name: str, days: int) -> None:
        if card := self._decidable():
            seen = {card.candidate.id: card.candidate.rev}
            said = f"snoozed for {days} day{'s' * (days > 1)}: {title(card.candidate.text)}"
            command = lambda done: f"review snooze {{}} --until {done.until}"  # noqa: E731
            self._decide(
                name, card, lambda engine, one: actions.snooze(engine, [one], days=days, seen=seen), said, command
            )

    def action_review_merge(self) -> None:
        """Join it with the nearest fact: both and the result are shown, then you are asked."""
        card = self._decidable()
        if card is None:
            return
        into = card.replaces if card.asks else card.similar[0].fact if card.similar else None
        if into is None:
            self.show_status("there is no similar fact to join it with", Tone.DIM)
        elif not drawn.may_join(card):
            near = card.similar[0]
            alike = f"is {near.similarity:.0%} alike; from 85 % on they join"
            self.show_status(f"the nearest fact {'says the opposite' if near.contradiction else alike}", Tone.DIM)
        else:
            self._paint({"nearest": drawn.nearest(card, clock.now(), self.key, joining=True)}, ("nearest",))
            act = partial(actions.merge, into=into.id, rev=card.candidate.rev, into_rev=into.rev)
            command = f"review merge {{}} {actions.short_id(self.engine, into.id)}"
            question = f"Join it into {title(into.text)}? That keeps its words and takes over the quotations"
            self.ask(question, lambda: self._decide("review.merge", card, act, "joined", command), self.show_card)

    def action_review_instead(self) -> None:
        """Only of a question: nothing else names two facts."""
        card = self._decidable()
        if card is not None and card.asks:
            act = partial(actions.answer, holds=actions.Holds.INSTEAD, rev=card.candidate.rev)
            self._decide("review.instead", card, act, "instead", "review answer {} instead")
        elif card is not None:
            self.show_status("it asks about no two facts", Tone.DIM)

    def action_review_session(self) -> None:
        """To the message it rests on, inside its session; Back returns to this card."""
        card = self.shown()
        said = [quote.evidence for quote in card.evidence if quote.evidence.session] if card else []
        if said:
            self.shell.go_to(Place.HISTORY, f"{said[0].session} {said[0].source_id or ''}".strip(), back=self.PLACE)
        elif card is not None:
            self.show_status("it was written by hand, so it has no session", Tone.DIM)

    def action_review_scope(self) -> None:
        if card := self._decidable():
            work = partial(actions.rescope, self.engine, card.candidate.id, rev=card.candidate.rev)
            said = lambda done: f"holds {actions.where_it_holds(done)}"  # noqa: E731
            self.write("review.scope", work, said, "review rescope {}", [card.candidate.id])

    def action_review_skip(self) -> None:
        """To the end of this list; nothing is written."""
        if (card := self._decidable()) is not None:
            name, skipped = card.candidate.id, self._queue.skipped
            skipped[:] = [*(one for one in skipped if one != name), name]
            at = self.rows.cursor
            self._lay_out(next(iter(self.rows.ids[at + 1 :]), None))
            self.show_status("skipped: moved to the end of the queue", Tone.DIM)

    # In other words

    def action_edit(self) -> None:
        """In its place, above what it rests on."""
        if card := self.shown():
            self._edit(card, self._drafts.get(card.candidate.id) or self._words(card))

    def action_edit_external(self) -> None:
        if card := self.shown():
            self.in_editor(
                self._words(card),
                take=lambda written: self.call_later(self._edit, card, written),
                reopen=lambda written, why: self.call_later(self._edit, card, written, why),
            )

    def _words(self, card: ReviewCard) -> str:
        return drawn.shown_words(card, said=bool(self._said))

    @work(group="edit", exclusive=True)
    async def _edit(self, card: ReviewCard, text: str, why: str = "") -> None:
        from lore_tui.widgets.in_place import InPlace  # an editor, which the first screen does without

        self._typed_for = card
        top = self.query_one("#proposal")
        if not self.query(InPlace):
            await self.query_one("#right").mount(InPlace(), after=top)
        top.display = False
        self.query_one(InPlace).open(card.candidate.text, literal(text), why)

    def action_words_keep(self) -> None:
        from lore_tui.widgets.in_place import InPlace

        editor, card = self.query_one(InPlace), self._typed_for
        if not self.shell.guard.came_after(editor.opened_at):
            return
        text = editor.text
        self._end_edit()
        if card is not None and text:
            self._drafts[card.candidate.id] = text
            self._approve_as(card, text)
        elif card is not None:
            self.show_status("write something first", Tone.WARN)

    def action_words_leave(self) -> None:
        from lore_tui.widgets.in_place import InPlace

        card, text = self._typed_for, self.query_one(InPlace).text
        self._end_edit()
        if card is not None and text not in ("", self._words(card).strip(), literal(card.candidate.text).strip()):
            self._drafts[card.candidate.id] = text
            self.show_status(f"not approved; {self.key('edit')} goes on with your words", Tone.DIM)

    def _end_edit(self) -> None:
        self.query("#in-place").set(display=False)
        self.home.display = True
        self.home.focus()

    def _edit_again(self, card: ReviewCard, words: str, why: str) -> None:
        """Back into the form with your words; saving them then counts against the proposal as it is now."""
        name = card.candidate.id
        now = next(iter(self.read_or_say_why(lambda: [actions.card(self.engine, name)])), card)
        self.rows.go_to(name)
        self.show_card()
        self._edit(now, words, why)

    def _approve_as(self, card: ReviewCard, words: str) -> None:
        """At once, or after a question where the new words have warnings; a no leads back to the form."""
        name = card.candidate.id
        changed = self.read_or_say_why(lambda: [actions.card(self.engine, name, text=words)])
        risks = [risk for one in changed for risk in one.risks]

        def approve() -> None:
            known = [risk.id for risk in risks]
            act = partial(actions.edit_and_approve, text=words, rev=card.candidate.rev, acknowledged=known)
            again = lambda why: self._edit_again(card, words, why)  # noqa: E731
            self._decide("edit", card, act, "edited and approved", "review edit {} …", reopen=again)

        if risks:
            again = None if words == card.said else partial(self._edit, card, words)
            self.ask(f"{risks[0].text}: approve anyway?", approve, again)
        else:
            approve()

    # Deciding on many

    def action_mark(self) -> None:
        """Strike it out, and say so in words, too: the list does not fit every terminal."""
        if (name := self.rows.current) is not None and not folds(name):
            self.rows.toggle_mark()
            many = self.key("review.approve_many")
            self.show_status(f"{len(self.rows.marked):,} struck out of what {many} approves", Tone.DIM)

    def _unstruck(self) -> list[str]:
        """The proposals shown, without those that you struck out; never those behind a fold."""
        return [name for name in self._queue.listed if name not in self.rows.marked]

    def action_review_approve_many(self) -> None:
        ids = self._unstruck()
        found = self.read_or_say_why(lambda: actions.proposals(self.engine, ids))
        risky = {proposal.candidate.id for proposal in found if proposal.risky}
        harmless = [name for name in ids if name not in risky]
        look = f"{len(risky):,} need{'s' * (len(risky) == 1)} a look first"
        if ids and not harmless and self.may_decide():
            self.show_status(f"{look}: approve one at a time", Tone.WARN)
        else:
            self._ask_many("Approve", harmless, f" · {look}" if risky else "")

    def action_review_reject_many(self) -> None:
        self._ask_many("Reject", self._unstruck())

    def _ask_many(self, verb: str, ids: Sequence[str], note: str = "") -> None:
        """Decide on what the person sees now: on the `rev` that each has."""
        if not ids or not self.may_decide():
            return
        candidates = self.read_or_say_why(lambda: actions.some_candidates(self.engine, ids))
        seen = {candidate.id: candidate.rev for candidate in candidates}
        struck = f" · {len(self.rows.marked):,} struck out" if self.rows.marked else ""

        def decide() -> None:
            if here := self.still_listed(ids):
                self._leave(here)
                revs: Mapping[str, int] = {one: seen[one] for one in here if one in seen}
                if verb == "Approve":
                    work = partial(actions.approve_all, self.engine, list(revs), seen=revs)
                    self.write("review.approve_many", work, "approved", "review approve --shown", here)
                else:
                    work = partial(actions.reject, self.engine, list(revs), seen=revs)
                    self.write("review.reject_many", work, "rejected", "review reject {}", here)

        texts = [candidate.text for candidate in candidates]
        self.ask(f"{verb} {these(len(ids))}{struck}{note}? {listed(texts)}", decide)

    # What became of it

    def written(self, job: Job, outcome: Outcome) -> None:
        super().written(job, outcome)
        if job.name in ("review.approve", "edit") and outcome.facts:
            first = partial(actions.first_approval, self.engine, outcome.facts[0])
            self.aside(first, self._show_first_approval, group="first approval")
        for name in job.ids:
            self._drafts.pop(name, None)
        if job.name == "review.scope":
            self.rows.forget(job.ids)
            self.show_card()
        else:
            own = (name for name in outcome.facts if name in self._queue.left)
            self._settle(job, [*job.ids, *outcome.candidates, *own], go=job.name in ("undo", "redo"))
        self.store_changed()

    def _show_first_approval(self, found: FirstApproval | None) -> None:
        """After the first approval of all: which session starts with it, and what to try."""
        if found is not None:
            self.read("After your first approval", drawn.first_approval(found, self.key))

    def not_written(self, job: Job) -> None:
        self._settle(job, job.ids, go=True)
        self.rows.forget([name for name in job.ids if name in self.rows.ids])
        self.show_card()

    def _settle(self, job: Job, names: Sequence[str], *, go: bool) -> None:
        """Bring the list in line with what the store says of these: back to its place, or out and counted."""
        queue = self._queue
        for name in job.ids:
            queue.left.pop(name, None)
        stated = {name for ids in self._stated().values() for name in ids}
        waiting = {*self._waiting(), *stated}
        found = self.read_or_say_why(lambda: actions.some_candidates(self.engine, list(dict.fromkeys(names))))
        queue.left |= {one.id: one.status for one in found if one.id not in waiting}
        back = [one.id for one in found if one.id in waiting]
        for name in back:
            queue.left.pop(name, None)
        first = next((name for name in queue.order if name in back), back[0]) if go and back else None
        if set(back) - queue.seen - stated:
            self._take_queue(first)
        else:
            self._lay_out(first)
