"""Questions to a model, one after the other: so many a day, for so long each, and each of them is in the log."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from lore.config import DISTILL_CALL_TIMEOUT, DISTILL_CALLS_A_DAY, DISTILL_JOB_TIMEOUT, Config, in_force
from lore.distill.answers import Answer, answer_in
from lore.distill.calls import ACTOR, calls_today, note_call
from lore.distill.ways import Model, Way
from lore.errors import LoreError, ModelError, NoAnswer, NotFound
from lore.model import Clean
from lore.progress import Reporter
from lore.store import Store

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
