"""One pass of a model over captured sessions: one answer each, and of it only what the session bears out."""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from lore.capture import holding
from lore.config import (
    DISTILL_CALL_TIMEOUT,
    DISTILL_CALLS_A_DAY,
    DISTILL_JOB_TIMEOUT,
    DISTILL_NOTES,
    DISTILL_TOKENS,
    Config,
    in_force,
)
from lore.distill.agreement import agreed_route
from lore.distill.answers import Answer, answer_in
from lore.distill.calls import ACTOR, calls_today, is_read_to, note_call, place_of, read_up_to
from lore.distill.left_to_read import without_wordings
from lore.distill.notes import Refused
from lore.distill.request import Request, known_to, request_for
from lore.distill.route import Route, insist
from lore.distill.storing import Kept as Kept, Storing
from lore.distill.ways import Model, Way, model_of
from lore.errors import LoreError, ModelError, NoAnswer, NotFound
from lore.model import Clean, Session, Turn
from lore.progress import SILENT, Reporter
from lore.store import SessionFilter, Store

ATTEMPTS = 2
"""How often one question is asked where the answer says nothing; where none comes, a later pass asks again."""
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Answered:
    """What a model answered."""

    answer: Answer
    attempts: int
    """How often was asked."""


class Asking:
    """Asks one model within the limits of the settings."""

    def __init__(self, store: Store, way: Way, model: Model, reporter: Reporter) -> None:
        self._store, self._way, self._model, self._told = store, way, model, reporter
        self.config: Config = in_force(store)
        self.failed = 0
        """Questions to which no answer came."""
        self._end = time.monotonic() + self.config[DISTILL_JOB_TIMEOUT]

    def each(self, items: Sequence[Item], one: Callable[[Item], None]) -> int:
        """Do so for each session, until the time is over or the day had its questions; how many are left."""
        a_day = self.config[DISTILL_CALLS_A_DAY]
        room = max(0, a_day - calls_today(self._store)) if self._way.leaves else len(items)
        if room < len(items):
            self._told.warn(
                ModelError(
                    f"{len(items) - room} of {len(items)} sessions wait: at most {a_day} questions are asked in a day",
                    hint="`lore config set distill.calls_per_day N`",
                )
            )
        done = 0
        for item in items[:room]:
            self._told.progress(done, len(items))
            if self._told.stopped() or time.monotonic() >= self._end:
                break
            one(item)
            done += 1
        self._told.progress(len(items), len(items))
        return len(items) - done + self.failed

    def ask(self, session: str, question: Clean, told: Mapping[str, object]) -> Answered | None:
        """Ask about a session; None where no answer came, which is told and stands in the log.

        told: of the question, for the log.
        """
        try:
            return self._asked(session, question)
        except NotFound:  # a recording without this: nothing was asked
            self.failed += 1
        except LoreError as error:
            self.failed += 1
            self._told.warn(error)
            with self._store.write(ACTOR) as transaction:
                came = {"failed": error.message, "reached": not isinstance(error, NoAnswer)}
                note_call(transaction, session, self._way, {**told, **came})
        return None

    def _asked(self, session: str, question: Clean) -> Answered:
        for attempt in range(1, ATTEMPTS + 1):
            patience = min(self.config[DISTILL_CALL_TIMEOUT], max(1.0, self._end - time.monotonic()))
            try:
                said = self._model.answer(session, question, patience)
            except ModelError as error:
                raise NoAnswer(error.message, hint=error.hint) from error
            try:
                return Answered(answer_in(said), attempt)
            except ModelError:
                if attempt == ATTEMPTS or time.monotonic() >= self._end:
                    raise
        raise AssertionError("unreachable")


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
