"""Review: one proposal at a time; approve, reject, edit, skip, snooze, merge; everything is taken back with one key."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from textual import on

from lore import actions
from lore.actions import ReviewCard
from lore_tui import keys, present
from lore_tui.dialogs.fact_form import Refused
from lore_tui.jobs import Job, Outcome
from lore_tui.key import KeyContext
from lore_tui.look import Tone
from lore_tui.screens.review_queue import ReviewQueue
from lore_tui.text import listed, these
from lore_tui.widgets.bottom_line import BottomLine, ReasonInput


class ReviewScreen(ReviewQueue):
    """What can be decided on proposals, one or many. An item leaves the list when it is decided, and comes back to its
    place when the decision could not be written or is undone.
    """

    BINDINGS = keys.bindings(KeyContext.REVIEW)

    # Deciding on one

    def _decidable(self) -> ReviewCard | None:
        """The same, when the key was pressed on purpose."""
        shown = self._current()
        return shown if shown is not None and self.may_decide() else None

    def _decide(
        self, name: str, card: ReviewCard, work: Callable[[], Outcome], reopen: Callable[[str], None] | None = None
    ) -> None:
        self._leave([card.candidate.id])
        self.enqueue_write(name, work, [card.candidate.id], reopen)

    def _leave(self, ids: Sequence[str]) -> None:
        """Take items out of the list at once; none can be acted on twice."""
        here = set(self.rows.ids)
        for name in ids:
            if name in here:
                self._take_out(name)
            self._pending.add(name)
        self.refresh_summary()

    def _take_out(self, name: str) -> None:
        self._places.pop(name, None)  # what left last stands last, so that places fit when they come back
        self._places[name] = self.rows.take_out(name)

    def action_review_approve(self) -> None:
        """What is marked after a question, else the proposal under the cursor."""
        if self.rows.marked:
            self.action_review_approve_many()
            return
        card = self._decidable()
        if card is None:
            return
        candidate = card.candidate
        if card.risky and not self.twice.confirms((candidate.id, candidate.rev, card.risks)):
            self.show_status(f"{card.risks[0].text}: press {self.key('review.approve')} again to approve", Tone.WARN)
            return
        self._decide("review.approve", card, lambda: self.gateway.approve(card))

    def action_review_said(self) -> None:
        """The proposal under the cursor, in the person's own sentence where a model worded it."""
        card = self._decidable()
        if card is not None and card.said:
            self._approve_as(card, card.said)
        elif card is not None:
            self.show_status("these are your own words already")

    def action_review_reject(self) -> None:
        """What is marked after a question, else the proposal under the cursor."""
        if self.rows.marked:
            self.action_review_reject_many()
        elif card := self._decidable():
            self._decide("review.reject", card, lambda: self.gateway.reject(card.candidate))

    def action_review_reject_reason(self) -> None:
        if card := self._current():
            self._ask_reason(card)

    def _ask_reason(self, card: ReviewCard, typed: str = "") -> None:
        self._reason_for = card
        self.query_one(BottomLine).ask_reason(typed)

    @on(ReasonInput.Sent)
    def _reason_given(self, event: ReasonInput.Sent) -> None:
        card, reason = self._reason_for, event.reason.strip()
        if not reason:
            return
        self.end_question()
        if card is not None:
            self._decide(
                "review.reject_reason",
                card,
                lambda: self.gateway.reject(card.candidate, reason),
                reopen=lambda why: self._ask_reason_again(card.candidate.id, reason),
            )

    def _ask_reason_again(self, candidate_id: str, reason: str) -> None:
        """The reason you typed comes back, with its proposal as it is now, where that still waits."""
        if candidate_id in self.rows.ids:
            self.rows.go_to(candidate_id)
            for card in self.read_or_say_why(lambda: [actions.card(self.engine, candidate_id)]):
                self._ask_reason(card, reason)

    @on(ReasonInput.Cancelled)
    def _no_reason(self) -> None:
        self.end_question()
        self.show_status("still waiting", Tone.DIM)

    def action_review_snooze(self) -> None:
        self._snooze("review.snooze", 1)

    def action_review_snooze_week(self) -> None:
        self._snooze("review.snooze_week", 7)

    def _snooze(self, name: str, days: int) -> None:
        if card := self._decidable():
            self._decide(name, card, lambda: self.gateway.snooze(card.candidate, days))

    def action_review_merge(self) -> None:
        card = self._decidable()
        if card is None:
            return
        other = card.replaces if card.asks else None
        alike = (similar.fact for similar in card.similar if similar.contradiction is None)
        into = other or next(alike, None)
        if into is None:
            self.show_status("no similar fact to merge into", Tone.DIM)
            return
        self._decide("review.merge", card, lambda: self.gateway.merge(card.candidate, into.id, into.rev))

    def action_review_instead(self) -> None:
        """Only of a question: nothing else names two facts."""
        card = self._decidable()
        if card is not None and card.asks:
            self._decide("review.instead", card, lambda: self.gateway.instead(card.candidate))
        elif card is not None:
            self.show_status("it asks about no two facts", Tone.DIM)

    def action_review_scope(self) -> None:
        if card := self._decidable():
            self.enqueue_write("review.scope", lambda: self.gateway.rescope(card.candidate), [card.candidate.id])

    def action_review_skip(self) -> None:
        """To the end of this list; nothing is written."""
        name = self.rows.current
        if name is not None and not self._folds(name) and self.may_decide():
            self.rows.take_out(name)
            self.rows.put_in(len(self._listed()), name)
            self._put_off = [*(one for one in self._put_off if one != name), name]
            self.show_status("skipped: moved to the end of the queue", Tone.DIM)

    def action_edit(self) -> None:
        if card := self._current():
            self._edit(card, card.candidate.text)

    def action_edit_external(self) -> None:
        if card := self._current():
            self.in_editor(
                card.candidate.text,
                take=lambda text: self._edit(card, text),
                reopen=lambda text, why: self._edit(card, text, Refused(why)),
            )

    def _edit(self, card: ReviewCard, text: str, refused: Refused | None = None) -> None:
        from lore_tui.dialogs.fact_form import FactForm

        def save(words: object) -> None:
            if isinstance(words, str):
                self._approve_as(card, words)

        self.app.push_screen(FactForm.for_candidate(text, refused), save)

    def _edit_again(self, card: ReviewCard, words: str, why: str) -> None:
        """Back into the form with your words; saving them then counts against the proposal as it is now."""
        name = card.candidate.id
        now = next(iter(self.read_or_say_why(lambda: [actions.card(self.engine, name)])), card)
        theirs = now.candidate.text if now.candidate.rev != card.candidate.rev else None
        self._edit(now, words, Refused(why, theirs))

    def _approve_as(self, card: ReviewCard, words: str) -> None:
        """At once, or after a question where the new words have warnings; a no leads back to the form."""
        name = card.candidate.id
        changed = self.read_or_say_why(lambda: [actions.card(self.engine, name, text=words)])
        risks = [risk for one in changed for risk in one.risks]

        def approve() -> None:
            known = [risk.id for risk in risks]
            work = partial(self.gateway.approve_as, card.candidate, words, known)
            self._decide("edit", card, work, reopen=lambda why: self._edit_again(card, words, why))

        if risks:
            self.ask(f"{risks[0].text}: approve anyway?", approve, lambda: self._edit(card, words))
        else:
            approve()

    # Deciding on many

    def action_review_approve_many(self) -> None:
        ids = self._chosen()
        risky = {
            proposal.candidate.id
            for proposal in self.read_or_say_why(lambda: actions.proposals(self.engine, ids))
            if proposal.risky
        }
        harmless = [name for name in ids if name not in risky]
        look = f"{len(risky):,} need{'s' * (len(risky) == 1)} a look first"
        if ids and not harmless and self.may_decide():
            self.show_status(f"{look}: approve one at a time", Tone.WARN)
            return
        self._ask_many(
            "Approve", "review.approve_many", harmless, self.gateway.approve_all, f" · {look}" if risky else ""
        )

    def action_review_reject_many(self) -> None:
        self._ask_many("Reject", "review.reject_many", self._chosen(), self.gateway.reject_all)

    def _ask_many(
        self, verb: str, name: str, ids: Sequence[str], work: Callable[[Mapping[str, int]], Outcome], note: str = ""
    ) -> None:
        """Decide on what the person sees now: on the `rev` that each has."""
        if not ids or not self.may_decide():
            return
        candidates = self.read_or_say_why(lambda: actions.some_candidates(self.engine, ids))
        seen, texts = (
            {candidate.id: candidate.rev for candidate in candidates},
            [candidate.text for candidate in candidates],
        )

        def decide() -> None:
            if here := self.still_listed(ids):
                self._leave(here)
                self.enqueue_write(name, lambda: work({one: seen[one] for one in here if one in seen}), here)

        self.ask(f"{verb} {these(len(ids))}{note}? {listed(texts)}", decide)

    # What became of it

    def written(self, job: Job, outcome: Outcome) -> None:
        self._pending.difference_update(job.ids)
        if job.name == "review.scope":
            self.rows.forget(job.ids)
            self.show_card()
        else:
            own = (name for name in outcome.facts if name in self._places)
            self._settle([*job.ids, *outcome.candidates, *own], go=job.name in ("undo", "redo"))
        self.store_changed()

    def not_written(self, job: Job) -> None:
        self._pending.difference_update(job.ids)
        self._settle(job.ids, go=True)
        self.rows.forget(job.ids)
        self.show_card()

    def _settle(self, names: Sequence[str], *, go: bool) -> None:
        """Bring the list in line with what the store says of these: back to its place, or out and counted."""
        waiting = {*self._waiting(), *(name for ids in self._stated().values() for name in ids)}
        order = {name: number for number, name in enumerate(self._places)}
        last_out_first = sorted(names, key=lambda name: order.get(name, -1), reverse=True)
        names_once = list(dict.fromkeys(last_out_first))
        for candidate in self.read_or_say_why(lambda: actions.some_candidates(self.engine, names_once)):
            listed_now = candidate.id in self.rows.ids
            if candidate.id in waiting:
                self._decided.pop(candidate.id, None)
                if not listed_now:
                    self.rows.put_in(self._places.get(candidate.id, 0), candidate.id, go=go)
                continue
            self._decided[candidate.id] = candidate.status
            if listed_now:
                self._take_out(candidate.id)
        self.refresh_summary()

    # Taking away

    def action_copy(self) -> None:
        if card := self._current():
            self.copy(card.candidate.text, "its text")

    def action_copy_all(self) -> None:
        if card := self._current():
            quotes = [quote.evidence for quote in card.evidence]
            self.copy(present.as_text(card.fact, quotes), "with its evidence")
