"""What was read of a file and waits to be written, in the order of the file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lore.capture.drafts import DraftFact, draft_facts, refused
from lore.capture.rewinds import Rewind
from lore.capture.session_buffer import SessionBuffer
from lore.capture.sinks import JournalStep, Sink
from lore.capture.tally import Tally
from lore.config import Config
from lore.model import Event, Project, Session, Turn
from lore.store import SourcePosition

RECORDS, FACTS = 200, 8
"""New records, and facts among them, that go into one transaction: the lock is held for less than 50 ms."""


@dataclass(slots=True)
class _Waiting:
    """A record on its way into the store, with its session as it was known when the record was read."""

    session: Session
    project: Project | None
    record: Turn | Event | Rewind
    is_stored: bool = False
    """Whether the message is there already, as somebody's: only now something says that the person typed it."""


class WriteQueue:
    """The records of one file that wait."""

    def __init__(self, sink: Sink, config: Config, tally: Tally) -> None:
        self._sink, self._config, self._tally = sink, config, tally
        self._waiting: list[_Waiting] = []

    @property
    def is_full(self) -> bool:
        return len(self._waiting) >= RECORDS

    def add(self, buffer: SessionBuffer, record: Turn | Event) -> None:
        """Take a new message or event."""
        self._tally.session(buffer)
        buffer.add(record)
        self._waiting.append(_Waiting(buffer.session, buffer.project, record))

    def add_rewind(self, buffer: SessionBuffer, rewind: Rewind) -> None:
        """Take it that the person went back."""
        self._waiting.append(_Waiting(buffer.session, buffer.project, rewind))

    def claim(self, buffer: SessionBuffer, turn: Turn) -> None:
        """Take it that the person typed a message that is stored as somebody's."""
        self._tally.session(buffer)
        self._waiting.append(_Waiting(buffer.session, buffer.project, turn, is_stored=True))

    def flush(self) -> None:
        """Write all that waits."""
        self.finish((), None)

    def finish(self, sessions: Sequence[SessionBuffer], position: SourcePosition | None) -> None:
        """Write everything, at last what else the file says of its sessions and how far it was read."""
        steps = [self._step(waiting) for waiting in self._waiting]
        self._waiting = []
        for buffer in sessions:
            if buffer.has_news:
                steps.append(JournalStep(buffer.session, buffer.project, None))
                buffer.told = buffer.session
        self._write(steps, position)
        if sessions:
            self._tally.tell_progress()

    def _step(self, waiting: _Waiting) -> JournalStep:
        turn = waiting.record
        drafts: Sequence[DraftFact] = ()
        if isinstance(turn, Turn):
            drafts = draft_facts(turn, waiting.session, self._config)
            self._tally.refused(lambda: refused(turn))
        return JournalStep(waiting.session, waiting.project, turn, tuple(drafts), is_stored=waiting.is_stored)

    def _write(self, steps: Sequence[JournalStep], position: SourcePosition | None) -> None:
        parts = list(_parts(steps))
        for number, part in enumerate(parts, start=1):
            self._tally.written(part, self._sink.put(part, position if number == len(parts) else None))
        if position and not parts:
            self._sink.put([], position)


def _parts(steps: Sequence[JournalStep]) -> Iterator[Sequence[JournalStep]]:
    """The steps in parts that each hold few facts: a fact is compared with many others while the lock is held."""
    part: list[JournalStep] = []
    for step in steps:
        if part and (len(part) >= RECORDS or sum(len(journal_step.drafts) for journal_step in (*part, step)) > FACTS):
            yield part
            part = []
        part.append(step)
    if part:
        yield part
