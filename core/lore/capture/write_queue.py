"""What was read of a file and waits to be written, in the order of the file.

An agent's message is read for facts only where it was the last word: a tool call that follows makes it narration. So
the newest message waits until something follows. At the end of a file it counts as the last word, until the file goes
on with something else; then its facts are undone, as if they had never been drawn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lore.capture.drafts import DraftFact, Extractor
from lore.capture.rewinds import Rewind
from lore.capture.session_buffer import SessionBuffer
from lore.capture.sinks import JournalStep, Sink
from lore.capture.tally import Tally
from lore.model import Event, Project, Role, Session, Turn
from lore.store import SourcePosition

RECORDS, FACTS = 200, 8
"""New records, and facts among them, that go into one transaction: the lock is held for less than 50 ms."""


@dataclass(slots=True)
class _Waiting:
    """A record on its way into the store, with its session as it was known when the record was read."""

    session: Session
    project: Project | None
    record: Turn | Event | Rewind
    before: str = ""
    """The message before it."""
    is_stored: bool = False
    """Whether the message is there already, as somebody's: only now something says that the person typed it."""
    states: bool = False
    """Whether it is a message that is read for facts."""


class WriteQueue:
    """The records of one file that wait."""

    def __init__(self, sink: Sink, extractor: Extractor, tally: Tally, resumed: Turn | None) -> None:
        self._sink, self._extractor, self._tally = sink, extractor, tally
        self._waiting: list[_Waiting] = []
        self._newest: _Waiting | None = None
        """The agent's message that nothing followed so far."""
        self._resumed = resumed
        """The same, where it was stored before: the file was read up to it."""

    @property
    def is_full(self) -> bool:
        return len(self._waiting) >= RECORDS

    def add_turn(self, buffer: SessionBuffer, turn: Turn) -> None:
        """Take a new message: what was said before it was the last word."""
        self._newest = self._resumed = None
        before = buffer.newest.text if buffer.newest else ""
        waiting = _Waiting(buffer.session, buffer.project, turn, before, states=True)
        if turn.role is Role.ASSISTANT:
            self._newest = waiting
        self._add(buffer, waiting)

    def add_event(self, buffer: SessionBuffer, event: Event) -> None:
        """Take a new event: what the agent of its session said right before it was narration."""
        if self._newest and self._newest.session.id == event.session:
            self._newest.states = False
            self._newest = None
        elif self._resumed and self._resumed.session == event.session:
            self._sink.unsay(self._resumed)
            self._resumed = None
        self._add(buffer, _Waiting(buffer.session, buffer.project, event))

    def add_rewind(self, buffer: SessionBuffer, rewind: Rewind) -> None:
        """Take it that the person went back: what was said before is decided first."""
        self._waiting.append(_Waiting(buffer.session, buffer.project, rewind))

    def claim(self, buffer: SessionBuffer, turn: Turn) -> None:
        """Take it that the person typed a message that is stored as somebody's."""
        self._tally.session(buffer)
        self._waiting.append(_Waiting(buffer.session, buffer.project, turn, is_stored=True, states=True))

    def flush(self) -> None:
        """Write all that is decided."""
        decided = self._waiting.index(self._newest) if self._newest else len(self._waiting)
        ready, self._waiting = self._waiting[:decided], self._waiting[decided:]
        self._write([self._step(waiting) for waiting in ready])

    def finish(self, sessions: Sequence[SessionBuffer], position: SourcePosition | None) -> None:
        """Write everything, at last what else the file says of its sessions and how far it was read.

        The facts of the last word go before it into a transaction of their own, which can be undone by itself: whoever
        is killed in between reads the message again.
        """
        self.flush()
        if self._newest and (drafts := self._drafts(self._newest)):
            self._write([JournalStep(self._newest.session, self._newest.project, None, tuple(drafts))])
        rest = [JournalStep(waiting.session, waiting.project, waiting.record) for waiting in self._waiting]
        for buffer in sessions:
            if buffer.has_news:
                rest.append(JournalStep(buffer.session, buffer.project, None))
                buffer.told = buffer.session
        self._write(rest, position)
        self._waiting, self._newest = [], None
        self._tally.tell_progress()

    def _add(self, buffer: SessionBuffer, waiting: _Waiting) -> None:
        self._tally.session(buffer)
        if not isinstance(waiting.record, Rewind):
            buffer.add(waiting.record)
        self._waiting.append(waiting)

    def _step(self, waiting: _Waiting) -> JournalStep:
        record = None if waiting.is_stored else waiting.record
        return JournalStep(waiting.session, waiting.project, record, tuple(self._drafts(waiting)))

    def _drafts(self, waiting: _Waiting) -> Sequence[DraftFact]:
        turn = waiting.record
        if not waiting.states or not isinstance(turn, Turn):
            return ()
        if not waiting.is_stored:
            self._tally.refused(lambda: self._extractor.refused(turn, waiting.before))
        return self._extractor.draft_facts(turn, waiting.before, waiting.session)

    def _write(self, steps: Sequence[JournalStep], position: SourcePosition | None = None) -> None:
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
