"""Writes, in a thread and in their order, so that the screen never waits.

A job ends as a message to the screen that asked for it; only handlers of messages change widgets.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from textual.message import Message
from textual.message_pump import MessagePump

from lore.errors import LoreError


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write did."""

    said: str
    """One line for the person."""
    facts: tuple[str, ...] = ()
    """The facts it touched."""
    candidates: tuple[str, ...] = ()
    """The candidates it touched."""
    question: "Question | None" = None
    """Where nothing was done yet: what you have to agree to first."""
    undoable: bool = True
    """Whether there is anything to take back."""
    result: object = None
    """What the action answered."""
    command: str = ""
    """What you would type to do the same."""


@dataclass(frozen=True, slots=True)
class Question:
    """A write that waits for a yes."""

    text: str
    work: Callable[[], Outcome]
    """What to do after it."""


@dataclass(frozen=True, slots=True)
class Job:
    """One write: what to do, and for whom."""

    name: str
    """The id of the action it carries out."""
    work: Callable[[], Outcome]
    ids: tuple[str, ...] = ()
    """What it is about: comes back into the list when the write fails."""
    reopen: Callable[[str], None] | None = None
    """Puts what you typed back before you, with the reason, when the write is refused."""


@dataclass
class Written(Message):
    """A write succeeded."""

    job: Job
    outcome: Outcome


@dataclass
class NotWritten(Message):
    """A write was refused or could not be done: nothing has changed."""

    job: Job
    error: LoreError


@dataclass
class Progressed(Message):
    """What the first start set going came further."""

    what: str
    done: int
    whole: int


@dataclass
class AllDone(Message):
    """What the first start set going is over."""

    said: str
    errors: tuple[str, ...] = ()
    """What could not be done, and why."""


@dataclass
class WriteQueue:
    """Runs jobs one at a time, in the order they were given."""

    start: Callable[[Callable[[], None]], object]
    """Runs a function in a thread."""
    unanswered: int = 0
    """Jobs whose end no handler has seen yet."""
    _waiting: deque[tuple[Job, MessagePump]] = field(default_factory=deque)
    _lock: Lock = field(default_factory=Lock)
    _running: bool = False

    def put(self, job: Job, reply_to: MessagePump) -> None:
        """Do this after everything before it; `reply_to` gets a Written or a NotWritten and calls `answered`."""
        self.unanswered += 1
        with self._lock:
            self._waiting.append((job, reply_to))
            idle, self._running = not self._running, True
        if idle:
            self.start(self._run_all)

    def answered(self) -> None:
        self.unanswered -= 1

    def _run_all(self) -> None:
        while next_one := self._next():
            job, reply_to = next_one
            try:
                outcome = job.work()
            except LoreError as error:
                reply_to.post_message(NotWritten(job, error))
            except Exception as error:
                reply_to.post_message(NotWritten(job, LoreError(f"something broke: {error!r}")))
                with self._lock:
                    self._running = False
                raise
            else:
                reply_to.post_message(Written(job, outcome))

    def _next(self) -> tuple[Job, MessagePump] | None:
        with self._lock:
            if not self._waiting:
                self._running = False
                return None
            return self._waiting.popleft()
