"""One transcript file on its way into the store, from where it was read before."""

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lore.capture.contract import WARNINGS_A_FILE, Options
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
from lore.capture.session_buffer import SessionBuffer, SessionBuffers, event_of, turn_of
from lore.capture.tally import Tally
from lore.capture.write_queue import WriteQueue
from lore.errors import BadInput
from lore.model import Clean, Role
from lore.text import path_text


class Problems:
    """The problems of one file: held back until something in it is understood, and not more than can be read."""

    def __init__(self, path: Path, warn: Callable[[str], None], *, growing: bool) -> None:
        self._name = path_text(path)
        self._warn = warn
        self._growing = growing
        """An end that is cut off is no problem: the file is being written."""
        self._held: list[str] = []
        self._count = 0
        self._telling = False

    def note(self, problem: Problem) -> None:
        if problem.cut_off and self._growing:
            return
        self._count += 1
        if self._count <= WARNINGS_A_FILE:
            self._held.append(f"{self._name}:{problem.line}: {problem.reason}")
        if self._telling:
            self.tell()

    def tell(self) -> None:
        """Tell what was held back, and from now on each problem at once."""
        self._telling = True
        for message in self._held:
            self._warn(message)
        self._held.clear()

    def finish(self) -> None:
        """Tell the rest: the file was read to its end."""
        self.tell()
        if self._count > WARNINGS_A_FILE:
            self._warn(f"{self._name}: {self._count - WARNINGS_A_FILE:,} more lines could not be read")


def not_of(reader: Reader, transcript: Transcript) -> BadInput:
    """What is wrong with a file in which a reader finds nothing of its format."""
    other = recognised(transcript)
    looks = f"; it looks like {other.name}" if other else ""
    return BadInput(f"{path_text(transcript.path)}: no line of it is {reader.name}{looks}")


_FINGERPRINTED = 1024
"""First bytes of a file that tell whether it is still the same one."""


@dataclass(frozen=True, slots=True)
class ReadingPlace:
    """How far a file was read, and what it is of."""

    offset: int
    """The byte that all before is done."""
    session: str | None
    """The session of its last message."""
    sessions: Sequence[SessionBuffer]
    """All that it told of."""
    is_whole: bool
    """Whether everything before was taken: older messages than wanted are left out."""


class FileReading:
    """Reads one file: what is new of it goes into the queue."""

    def __init__(
        self,
        options: Options,
        sessions: SessionBuffers,
        folders: Folders,
        queue: WriteQueue,
        tally: Tally,
        *,
        own: bool,
    ) -> None:
        self._options, self._sessions, self._folders = options, sessions, folders
        self._queue, self._tally = queue, tally
        self._own = own
        """Whether what a user says in it was typed by the person."""
        self._session: str | None = None
        self._met: dict[str, SessionBuffer] = {}
        self._ours: set[str] = set()
        """Sessions in which Lore itself asked a model: nothing of them is kept."""
        self._is_whole = True

    def read(self, reader: Reader, transcript: Transcript) -> ReadingPlace:
        """Read to the end. Raises BadInput where nothing in it was understood: then it is not marked as read."""
        offset, understood = transcript.start, False
        problems = Problems(transcript.path, self._tally.warn, growing=self._options.growing)
        for record in reader.read(transcript):
            match record:
                case ResumePoint():
                    offset = record.offset
                    if self._queue.is_full:
                        self._queue.flush()
                case Problem():
                    problems.note(record)
                case RawSession():
                    self._met[record.id] = self._sessions.meet(record)
                    self._session = self._session or record.id
                    self._tally.release(record.agent, record.release)
                case UnknownRecord():
                    self._tally.unknown(reader.name, record.kind)
                case RawRewind():
                    if record.session in self._met and record.session not in self._ours:
                        self._rewind(self._met[record.session], record)
                case RawTurn() | RawEvent():
                    understood = True
                    problems.tell()
                    self._take(record, transcript.path)
        if not understood and recognised(transcript) is not reader and not reader.recognises(transcript.head()):
            raise not_of(reader, transcript)
        problems.finish()
        # What the file said of a session that holds nothing so far is stored nowhere: it is read again.
        kept = not any(buffer.seen.is_empty for buffer in self._met.values())
        return ReadingPlace(
            offset if kept else transcript.start, self._session, tuple(self._met.values()), self._is_whole
        )

    def _take(self, raw: RawTurn | RawEvent, path: Path) -> None:
        buffer = self._sessions[raw.session]
        if buffer.session.cwd is None and (told := self._options.folders.get(raw.session)):
            self._sessions.meet(RawSession(raw.session, buffer.session.agent, told))
        if buffer.seen.is_empty and isinstance(raw, RawTurn) and is_our_question(raw.text):
            self._ours.add(raw.session)
        if raw.session in self._ours:
            return
        if isinstance(raw, RawTurn):
            self._session = raw.session
            if buffer.seen.differs(raw.source_id, raw.text):
                self._tally.warn(f"{path_text(path)}: `{raw.source_id}` names two messages; the first one is kept")
        if buffer.seen.has(raw):
            return
        if self._options.since and raw.at and raw.at < self._options.since:
            self._is_whole = False
        elif isinstance(raw, RawTurn):
            self._turn(buffer, raw, path)
        else:
            event = event_of(raw)
            if buffer.seen.name_of(event) is None:
                self._queue.add(buffer, event)

    def _rewind(self, buffer: SessionBuffer, raw: RawRewind) -> None:
        """Let what was left give way, under the names that it is stored by."""

        def names(turns: tuple[RawTurn, ...]) -> list[str]:
            ready = [turn_of(turn, own=self._own) for turn in turns]
            return [buffer.seen.name_of(turn) or turn.source_id for turn in ready]

        left, back = set(names(raw.left)), names(raw.back)
        if raw.is_whole:
            newest = max((turn.at for turn in (*raw.left, *raw.back) if turn.at), default="")
            left |= buffer.seen.stored_before(newest) - set(back)
        self._queue.add_rewind(buffer, Rewind(buffer.session.id, frozenset(left), tuple(back)))

    def _turn(self, buffer: SessionBuffer, raw: RawTurn, path: Path) -> None:
        """Let a message wait to be written, unless it is there under this name or another recorder's."""
        elsewhere = self._folders.claim_of(buffer.session, self._options) if raw.role is Role.USER else None
        turn = turn_of(raw, own=self._own and elsewhere is None)
        if (name := buffer.seen.name_of(turn)) is not None:
            if turn.role is Role.USER and buffer.seen.claim(name):
                self._queue.claim(buffer, replace(turn, source_id=Clean(name)))
            return
        self._queue.add(buffer, turn)
        if self._own and elsewhere is not None:
            self._tally.elsewhere(elsewhere)
        elif raw.role is Role.USER and not self._own:
            self._tally.foreign(path.absolute().parent)


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
