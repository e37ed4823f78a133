"""One pass of a model over captured sessions: one answer each, and of it only what the session bears out."""

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.capture import holding
from lore.config import DISTILL_NOTES, DISTILL_TOKENS, in_force
from lore.distill.agreement import agreed_route
from lore.distill.asking import Asking
from lore.distill.calls import ACTOR, is_read_to, note_call, place_of, read_up_to
from lore.distill.left_to_read import without_wordings
from lore.distill.notes import Refused
from lore.distill.request import Request, known_to, request_for
from lore.distill.route import Route, insist
from lore.distill.storing import Kept as Kept, Storing
from lore.distill.ways import Model, Way, model_of
from lore.model import Session, Turn
from lore.progress import SILENT, Reporter
from lore.store import SessionFilter, Store


@dataclass(frozen=True, slots=True)
class Waiting:
    """A session that a model has not read to its end, and what it would be sent."""

    session: Session
    turns: Sequence[Turn]
    request: Request


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


def waiting(store: Store, *, project: str | None, session: str | None, again: bool = False) -> list[Waiting]:
    """The sessions to read, the newest first: those that were never read to their end, or the one that is named.

    again: those instead of which an earlier release kept no wordings.
    """
    earlier = set(without_wordings(store)) if again else set()
    named = [store.sessions.get(session)] if session else store.sessions.select(SessionFilter(project=project))
    waiting_sessions = []
    for one in named:
        turns = store.sessions.turns(one.id)
        if not turns:
            continue
        is_left = one.id in earlier if again else not is_read_to(turns[-1], read_up_to(store, one.id))
        if not (session or is_left):
            continue
        request = _request(store, one, holding(store, turns))
        if request is not None:
            waiting_sessions.append(Waiting(one, turns, request))
    return sorted(
        waiting_sessions, key=lambda one: (one.session.ended_at or one.session.started_at or "", one.session.id)
    )[::-1]


def distill(store: Store, way: Way, sessions: Sequence[Waiting], reporter: Reporter = SILENT) -> Distilled:
    """Ask about each session, and store what counts under one run. What a model does wrong is told, the rest goes on.

    A program is run as a person agreed to it. Raises BadInput for a recording that cannot be read, ModelError where
    nobody agreed, or something is not as it was then.
    """
    route = insist(agreed_route(store, way), way) if way.leaves else Route()
    with tempfile.TemporaryDirectory(prefix="lore-distill-", dir=store.folder) as folder:
        model = model_of(way, Path(folder), route.path(way), route.environment())
        return _Pass(store, way, model, reporter).over(sessions)


def _request(store: Store, session: Session, turns: Sequence[Turn]) -> Request | None:
    """What a model would be sent now, beside what is known by now."""
    config = in_force(store)
    return request_for(
        session,
        turns,
        notes=config[DISTILL_NOTES],
        tokens=config[DISTILL_TOKENS],
        events=store.sessions.events(session.id),
        known=known_to(store, session.project),
    )


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
        left = self._asking.each(sessions, self._session)
        self._finish()
        return Distilled(self._read, left, tuple(self._kept), tuple(self._refused), self._run)

    def _session(self, one: Waiting) -> None:
        turns = holding(self._store, one.turns)
        request = _request(self._store, one.session, turns) or one.request
        told: dict[str, object] = {"tokens": request.tokens, "left_out": request.left_out}
        found = self._asking.ask(one.session.id, request.text, told)
        if found is None:
            return
        self._read += 1
        answer = found.answer
        storing = Storing(self._store, self._way, self._config, one.session, turns)
        checked = storing.checked(answer, self._config[DISTILL_NOTES])
        if (len(answer) or answer.narrative) and self._run is None:
            with self._store.write(ACTOR) as transaction:
                self._run = self._store.runs.start(transaction, "distill").id
        with self._store.write(ACTOR, self._run) as transaction:
            storing.put(transaction, answer, checked)
            told |= {"attempts": found.attempts, "notes": len(answer), **storing.told()}
            note_call(transaction, one.session.id, self._way, {**told, "up_to": place_of(one.turns[-1])})
        self._kept += storing.kept
        self._refused += storing.refused

    def _finish(self) -> None:
        if self._run is not None:
            reasons = Counter(f"refused_{one.why.name.lower()}" for one in self._refused)
            counts = {"sessions": self._read, "notes": len(self._kept), "refused": len(self._refused), **reasons}
            with self._store.write(ACTOR, self._run) as transaction:
                self._store.runs.finish(transaction, self._run, counts)
