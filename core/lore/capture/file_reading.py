"""One transcript file on its way into the store, from where it was read before.

What is new of it waits in the order of the file, and is written in short transactions.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from lore.capture.contract import WARNINGS_A_FILE, Options
from lore.capture.drafts import draft_facts
from lore.capture.lore_output import is_our_question
from lore.capture.ownership import Folders
from lore.capture.readers import (
    Problem,
    RawEvent,
    RawRewind,
    RawSession,
    RawTurn,
    Reader,
    ResumePoint,
    Transcript,
    UnknownRecord,
    reader_for,
    recognised,
)
from lore.capture.readers.lines import FileStart
from lore.capture.rewinds import Rewind
from lore.capture.sessions import OpenSession, OpenSessions, event_of, turn_of
from lore.capture.sinks import Sink, Step
from lore.capture.tally import Tally
from lore.config import Config
from lore.errors import BadInput
from lore.model import Clean, Event, Role, Turn
from lore.store import SourcePosition
from lore.text import path_text

RECORDS, FACTS = 200, 8
"""New records, and facts among them, that go into one transaction: the lock is held for less than 50 ms."""
_FINGERPRINTED = 1024
"""First bytes of a file that tell whether it is still the same one."""


class FileReading:
    """Reads one file, and lets what is new of it be written."""

    def __init__(
        self,
        path: Path,
        options: Options,
        sessions: OpenSessions,
        folders: Folders,
        sink: Sink,
        tally: Tally,
        config: Config,
        *,
        own: bool,
    ) -> None:
        self._path, self._options, self._sessions, self._folders = path, options, sessions, folders
        self._sink, self._tally, self._config = sink, tally, config
        self._own = own
        """Whether what a user says in it was typed by the person."""
        self.session: str | None = None
        """The session of its last message."""
        self.offset = 0
        """The byte that all before is done."""
        self.is_whole = True
        """Whether everything before was taken: older messages than wanted are left out."""
        self._met: dict[str, OpenSession] = {}
        """All sessions that it told of."""
        self._ours: set[str] = set()
        """Sessions in which Lore itself asked a model: nothing of them is kept."""
        self._waiting: list[Step] = []
        self._problems, self._held, self._is_understood = 0, list[str](), False
        """Problems are held back until something is understood."""

    def read(self, reader: Reader, transcript: Transcript) -> None:
        """Read to the end. Raises BadInput where nothing in it was understood: then it is not marked as read."""
        self.offset = transcript.start
        for record in reader.read(transcript):
            match record:
                case ResumePoint():
                    self.offset = record.offset
                    if len(self._waiting) >= RECORDS:
                        self.flush()
                case Problem():
                    self._note(record)
                case RawSession():
                    self._met[record.id] = self._sessions.meet(record)
                    self.session = self.session or record.id
                    self._tally.release(record.agent, record.release)
                case UnknownRecord():
                    self._tally.unknown(reader.name, record.kind)
                case RawRewind():
                    if record.session in self._met and record.session not in self._ours:
                        self._rewind(self._met[record.session], record)
                case RawTurn() | RawEvent():
                    self._is_understood = True
                    self._tell_problems()
                    self._take(record)
        is_of = self._is_understood or recognised(transcript) is reader or reader.recognises(transcript.head())
        if not is_of:
            raise not_of(reader, transcript)
        self._tell_problems()
        if self._problems > WARNINGS_A_FILE:
            more = self._problems - WARNINGS_A_FILE
            self._tally.warn(f"{path_text(self._path)}: {more:,} more lines could not be read")
        # What the file said of a session that holds nothing so far is stored nowhere: it is read again.
        if any(known.is_empty for known in self._met.values()):
            self.offset = transcript.start

    def flush(self) -> None:
        """Write all that waits."""
        self._write(None)

    def finish(self, position: SourcePosition | None) -> None:
        """Write everything, at last what else the file says of its sessions and how far it was read."""
        for known in self._met.values():
            if known.has_news:
                self._waiting.append(Step(known.session, known.project, None))
                known.told = known.session
        self._write(position)
        if self._met:
            self._tally.tell_progress()

    def _note(self, problem: Problem) -> None:
        if problem.cut_off and self._options.growing:
            return  # the file is being written
        self._problems += 1
        if self._problems <= WARNINGS_A_FILE:
            self._held.append(f"{path_text(self._path)}:{problem.line}: {problem.reason}")
        if self._is_understood:
            self._tell_problems()

    def _tell_problems(self) -> None:
        for message in self._held:
            self._tally.warn(message)
        self._held.clear()

    def _take(self, raw: RawTurn | RawEvent) -> None:
        known = self._sessions[raw.session]
        if known.session.cwd is None and (told := self._options.folders.get(raw.session)):
            self._sessions.meet(RawSession(raw.session, known.session.agent, told))
        if known.is_empty and isinstance(raw, RawTurn) and is_our_question(raw.text):
            self._ours.add(raw.session)
        if raw.session in self._ours:
            return
        if isinstance(raw, RawTurn):
            self.session = raw.session
            if known.differs(raw.source_id, raw.text):
                names_two = f"`{raw.source_id}` names two messages; the first one is kept"
                self._tally.warn(f"{path_text(self._path)}: {names_two}")
        if known.has(raw):
            return
        if self._options.since and raw.at and raw.at < self._options.since:
            self.is_whole = False
        elif isinstance(raw, RawTurn):
            self._turn(known, raw)
        else:
            event = event_of(raw)
            if known.name_of(event) is None:
                self._wait(known, event)

    def _rewind(self, known: OpenSession, raw: RawRewind) -> None:
        """Let what was left give way, under the names that it is stored by."""

        def names(turns: tuple[RawTurn, ...]) -> list[str]:
            ready = [turn_of(turn, own=self._own) for turn in turns]
            return [known.name_of(turn) or turn.source_id for turn in ready]

        left, back = set(names(raw.left)), names(raw.back)
        if raw.is_whole:
            newest = max((turn.at for turn in (*raw.left, *raw.back) if turn.at), default="")
            left |= known.stored_before(newest) - set(back)
        rewind = Rewind(known.session.id, frozenset(left), tuple(back))
        self._waiting.append(Step(known.session, known.project, rewind))

    def _turn(self, known: OpenSession, raw: RawTurn) -> None:
        """Let a message wait to be written, unless it is there under this name or another recorder's."""
        elsewhere = self._folders.claim_of(known.session, self._options) if raw.role is Role.USER else None
        turn = turn_of(raw, own=self._own and elsewhere is None)
        if (name := known.name_of(turn)) is not None:
            if turn.role is Role.USER and known.claim(name):
                self._wait(known, replace(turn, source_id=Clean(name)), is_stored=True)
            return
        self._wait(known, turn)
        if self._own and elsewhere is not None:
            self._tally.elsewhere.setdefault(elsewhere)
        elif raw.role is Role.USER and not self._own:
            self._tally.foreign.setdefault(path_text(self._path.absolute().parent))

    def _wait(self, known: OpenSession, record: Turn | Event, *, is_stored: bool = False) -> None:
        """Take a new message or event. is_stored: only now something says that the person typed this message."""
        self._tally.session(known)
        if not is_stored:
            known.add(record)
        drafts = draft_facts(record, known.session, self._config) if isinstance(record, Turn) else ()
        if isinstance(record, Turn):
            self._tally.refused(record)
        self._waiting.append(Step(known.session, known.project, record, tuple(drafts), is_stored))

    def _write(self, position: SourcePosition | None) -> None:
        parts = list(_parts(self._waiting)) or [[]]
        self._waiting = []
        for number, part in enumerate(parts, start=1):
            self._tally.written(part, self._sink.put(part, position if number == len(parts) else None))


def _parts(steps: Sequence[Step]) -> Iterator[Sequence[Step]]:
    """The steps in parts that each hold few facts: a fact is compared with many others while the lock is held."""
    part: list[Step] = []
    for step in steps:
        if part and (len(part) >= RECORDS or sum(len(one.drafts) for one in (*part, step)) > FACTS):
            yield part
            part = []
        part.append(step)
    if part:
        yield part


def not_of(reader: Reader, transcript: Transcript) -> BadInput:
    """What is wrong with a file in which a reader finds nothing of its format."""
    other = recognised(transcript)
    looks = f"; it looks like {other.name}" if other else ""
    return BadInput(f"{path_text(transcript.path)}: no line of it is {reader.name}{looks}")


def reader_of(path: Path, head: FileStart, options: Options) -> Reader:
    """The reader of a file. Raises BadInput for what is no transcript."""
    if not head.data:
        raise BadInput(f"{path_text(path)}: the file is empty")
    reader = options.reader or recognised(Transcript(path))
    if reader is None and b"\0" in head.data:
        raise BadInput(f"{path_text(path)}: the file is binary, not a transcript")
    if reader is None:
        raise BadInput(f"{path_text(path)}: not a transcript of a known format")
    if options.reader and not reader.recognises(head) and reader_for(head) is not None:
        raise not_of(reader, Transcript(path))
    return reader


def fingerprint(head: FileStart, size: int, *, own: bool) -> str:
    """Hash of the beginning of a file that has, or had, this size, and of whose words it holds."""
    beginning = head.data[: min(size, _FINGERPRINTED)]
    return hashlib.sha256(beginning if own else b"somebody's\0" + beginning).hexdigest()[:16]


def can_be_looked_at(path: Path) -> bool:
    """Whether a named file or folder is there and may be listed; what is in it is another matter."""
    try:
        if path.is_dir():
            os.scandir(path).close()
        else:
            path.stat()
    except OSError:
        return False
    return True
