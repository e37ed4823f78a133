"""One pass of a model over captured sessions: at most a few notes each, and only those that the session bears out."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.config import DISTILL_NOTES, DISTILL_TOKENS, in_force
from lore.distill.asking import ACTOR, Asking
from lore.distill.calls import note_call, read_up_to
from lore.distill.drafts import draft, overlap
from lore.distill.notes import Checked, Note, Refused, check, notes_in
from lore.distill.request import Request, request_for
from lore.distill.ways import Model, Way, model_of
from lore.memory import Action, may_form, propose, remember
from lore.model import Fact, Kind, Layer, Session, Turn
from lore.progress import SILENT, Reporter
from lore.store import SessionFilter, Store, Transaction

_SHARP = frozenset({Kind.CORRECTION, Kind.PREFERENCE, Kind.CONVENTION})
"""Kinds of rules that a note does not change."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A session that a model has not read to its end, and what it would be sent."""

    session: Session
    turns: Sequence[Turn]
    request: Request


@dataclass(frozen=True, slots=True)
class Kept:
    """A note that became, or would become, a fact."""

    note: Note
    fact: Fact
    action: str
    """`added`, `reinforced`, `superseded`, `held`, `known`; `new` in a dry run."""
    proposed: bool
    """Whether the note's own wording waits in the review queue."""


@dataclass(frozen=True, slots=True)
class Distilled:
    """What came of a pass."""

    read: int
    """Sessions that the model read."""
    left: int
    """Sessions that wait for the next pass, as no answer came for them."""
    kept: tuple[Kept, ...]
    refused: tuple[Refused, ...]
    run: str | None
    """The run that an undo takes back; None where nothing was stored."""


def waiting(store: Store, *, project: str | None, session: str | None) -> list[Waiting]:
    """The sessions to read, the newest first: those that were never read to their end, or the one that is named."""
    config = in_force(store)
    named = [store.sessions.get(session)] if session else store.sessions.select(SessionFilter(project=project))
    waiting_sessions = []
    for one in named:
        turns = store.sessions.turns(one.id)
        if not turns or (not session and read_up_to(store, one.id) == turns[-1].source_id):
            continue
        request = request_for(one, turns, notes=config[DISTILL_NOTES], tokens=config[DISTILL_TOKENS])
        if request is not None:
            waiting_sessions.append(Waiting(one, turns, request))
    return sorted(
        waiting_sessions, key=lambda one: (one.session.ended_at or one.session.started_at or "", one.session.id)
    )[::-1]


def distill(store: Store, way: Way, sessions: Sequence[Waiting], reporter: Reporter = SILENT) -> Distilled:
    """Ask about each session, and store what counts under one run. What a model does wrong is told, the rest goes on.

    Raises BadInput for a recording that cannot be read. The caller has seen that a person agreed.
    """
    with tempfile.TemporaryDirectory(prefix="lore-distill-") as folder:
        return _Pass(store, way, model_of(way, Path(folder)), reporter).over(sessions)


class _Pass:
    """One pass on its way."""

    def __init__(self, store: Store, way: Way, model: Model, reporter: Reporter) -> None:
        self._store, self._way = store, way
        self._asking = Asking(store, way, model, reporter)
        self._config = self._asking.config
        self._kept: list[Kept] = []
        self._refused: list[Refused] = []
        self._run: str | None = None
        self._read = 0

    def over(self, sessions: Sequence[Waiting]) -> Distilled:
        left = self._asking.each(sessions, self._session, "sessions")
        self._finish()
        return Distilled(self._read, left, tuple(self._kept), tuple(self._refused), self._run)

    def _session(self, one: Waiting) -> None:
        told: dict[str, object] = {"tokens": one.request.tokens}
        found = self._asking.ask(one.session.id, one.request.text, notes_in, told)
        if found is None:
            return
        self._read += 1
        notes = found.answer
        kept, refused = check(notes, one.turns, self._config[DISTILL_NOTES])
        self._refused += refused
        if kept and self._run is None:
            with self._store.write(ACTOR) as transaction:
                self._run = self._store.runs.start(transaction, "distill").id
        with self._store.write(ACTOR, self._run) as transaction:
            for checked in kept:
                self._kept.append(self._stored(transaction, checked, one.session))
            told |= {"attempts": found.attempts, "notes": len(notes), "kept": len(kept)}
            note_call(transaction, one.session.id, self._way, {**told, "up_to": one.turns[-1].source_id})

    def _stored(self, transaction: Transaction, checked: Checked, session: Session) -> Kept:
        fact, evidence = draft(self._store, checked, session, self._config)
        known = self._known(checked, fact)
        if known is not None:
            outcome, action = self._sharpened(transaction, known, fact), Action.KNOWN.value
        else:
            entered = remember(self._store, transaction, fact, [evidence])
            outcome, action = entered.fact, entered.action.value
        return Kept(checked.note, outcome, action, self._proposed(transaction, outcome, checked))

    def _known(self, checked: Checked, fact: Fact) -> Fact | None:
        """The fact that was drawn from the same words before."""
        for one in self._store.facts.resting_on(checked.turn.session, checked.turn.source_id):
            quotes = [item.quote for item in self._store.facts.evidence([one.id])[one.id]]
            if one.tainted == fact.tainted and overlap(checked.quote, quotes):
                return one
        return None

    def _sharpened(self, transaction: Transaction, known: Fact, fact: Fact) -> Fact:
        """The known fact, as a rule where the note says that it is one; nothing that a person decided is touched."""
        rule = fact.layer in (Layer.USER_PROJECT, Layer.USER)
        if not rule or known.tainted or known.approved_at or known.pinned:
            return known
        own = known.layer is not Layer.PROJECT
        return self._store.facts.update(
            transaction,
            known.id,
            action="fact.distill",
            kind=known.kind if known.kind in _SHARP else fact.kind,
            layer=known.layer if own else fact.layer,
            project=known.project if own else fact.project,
            confidence=max(known.confidence, fact.confidence),
        )

    def _proposed(self, transaction: Transaction, fact: Fact, checked: Checked) -> bool:
        """Put the note's own wording into the queue, where a person said it and it is a standing rule."""
        if checked.wording_stands or not checked.note.standing or fact.tainted or not may_form(self._store, fact):
            return False
        propose(
            self._store, transaction, fact, because=f"worded by {self._way.label}", sessions=1, text=checked.note.text
        )
        return True

    def _finish(self) -> None:
        if self._run is not None:
            counts = {"sessions": self._read, "notes": len(self._kept), "refused": len(self._refused)}
            with self._store.write(ACTOR, self._run) as transaction:
                self._store.runs.finish(transaction, self._run, counts)
