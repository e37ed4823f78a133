"""Reads transcripts into the store: reader → intake → extraction → short write transactions, under one run."""

import hashlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from lore import clock
from lore.capture.extraction import Meanings
from lore.capture.files import sources
from lore.capture.known import Known
from lore.capture.prepare import Drawn, event_of, facts_of, refused_of, session_of, turn_of
from lore.capture.readers import Mark, Problem, RawEvent, RawSession, RawTurn, Reader, Transcript, reader_for
from lore.capture.readers.lines import Head
from lore.capture.repetition import Repetitions
from lore.capture.sinks import Batch, Preview, Sink, StoreSink
from lore.capture.summary import WARNINGS_A_FILE, CaptureSummary, Growth, Options, Source, Watcher
from lore.errors import BadInput, LoreError
from lore.index import bundled_embedder
from lore.intake import clean
from lore.model import Event, Project, Role, Session, Turn
from lore.opening import reason
from lore.projects import project_of
from lore.store import SessionFilter, Store
from lore.store.sessions import SourcePosition

Told = TypeVar("Told", Turn, Event)
RECORDS, FACTS = 200, 8
"""New records, and facts among them, that go into one transaction: the lock is held for less than 50 ms."""
RUNNING = 20
"""The sessions begun last before a message that are asked whether it is theirs."""
_UUID = 36
"""Characters."""
_FINGERPRINTED = 1024
"""First bytes of a file that tell whether it is still the same one."""


def capture(store: Store, paths: Sequence[Path], options: Options, watcher: Watcher | None = None) -> CaptureSummary:
    """Read the transcripts at these paths into the store; what is there already is left alone.

    A file or line that cannot be read is told to the watcher, and everything else is kept. Raises Busy or StoreError.
    """
    return _Capture(store, options, watcher or Watcher(), StoreSink(store, options.actor)).run(paths)


def preview(store: Store, paths: Sequence[Path], options: Options, watcher: Watcher | None = None) -> CaptureSummary:
    """What `capture` would do; writes nothing."""
    return _Capture(store, options, watcher or Watcher(), Preview(store)).run(paths)


@dataclass(slots=True)
class _Open:
    """A session while its files are read."""

    session: Session
    known: Known
    stored: Session | None
    project: Project | None = None
    last: Turn | None = None
    used_tools: bool = False
    narrated: set[str] = field(default_factory=set)
    """Ids of the messages an agent wrote while it worked on: a tool call followed."""
    speaking: str | None = None
    """Id of the newest message, where the agent wrote it."""
    turns: list[Turn] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


class _Capture:
    """One capture on its way."""

    def __init__(self, store: Store, options: Options, watcher: Watcher, sink: Sink) -> None:
        self._store, self._options, self._watcher, self._sink = store, options, watcher, sink
        self._meanings = Meanings(bundled_embedder(store.folder))
        self._repetitions = Repetitions(store)
        self._open: dict[str, _Open] = {}
        self._counts: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._projects: dict[str, Project] = {}

    def run(self, paths: Sequence[Path]) -> CaptureSummary:
        started = time.monotonic()
        found = list(sources(paths, self._cannot_read))
        whole, done = sum(source.size for source in found), 0
        for source in found:
            if self._watcher.stopped():
                break
            self._watcher.progress(done, whole)
            try:
                self._file(source)
            except BadInput as error:
                self._cannot_read(error)
            except OSError as error:
                self._cannot_read(BadInput(f"{source.path}: {reason(error)}"))
            done += source.size
        self._watcher.progress(done, whole)
        if problem := self._meanings.problem:
            self._warn(f"{problem.message}: facts were chosen by their words alone")
        counts = self._counts
        self._sink.finish({**counts, "facts": sum(self._kinds.values())})
        return CaptureSummary(
            files=counts["files"],
            unchanged=counts["unchanged"],
            bytes=counts["bytes"],
            sessions=counts["sessions"],
            turns=counts["turns"],
            events=counts["events"],
            facts=dict(self._kinds),
            reinforced=counts["reinforced"],
            warnings=counts["warnings"],
            unread=counts["unread"],
            seconds=time.monotonic() - started,
            run=self._sink.run,
        )

    def _cannot_read(self, error: LoreError) -> None:
        self._counts["unread"] += 1
        self._warn(error.message)

    def _warn(self, message: str) -> None:
        self._counts["warnings"] += 1
        self._watcher.warn(message)

    def _file(self, source: Source) -> None:
        head = Transcript(source.path).head()
        reader = self._reader(source.path, head)
        path = str(source.path.absolute())
        known = self._position(path, source.size, head)
        self._counts["files"] += 1
        if known and known.size == source.size:
            self._counts["unchanged"] += 1
            return
        start, too_old = known.offset if known else 0, self._counts["too_old"]
        self._counts["bytes"] += source.size - start
        mark = self._read(reader, Transcript(source.path, start), start)
        # Where older messages were left out, a reading without a limit must find them.
        whole = self._counts["too_old"] == too_old
        self._flush(SourcePosition(path, source.size, mark, _fingerprint(head, source.size)) if whole else None)

    def _reader(self, path: Path, head: Head) -> Reader:
        """The reader of a file. Raises BadInput for what is no transcript."""
        if not head.data:
            raise BadInput(f"{path}: the file is empty")
        if b"\0" in head.data:
            raise BadInput(f"{path}: the file is binary, not a transcript")
        found = self._options.reader or reader_for(head)
        if found is None:
            raise BadInput(f"{path}: not a transcript of a known format")
        return found

    def _position(self, path: str, size: int, head: Head) -> SourcePosition | None:
        """How far this file was read before; None where it is new, another one, or shorter than it was."""
        known = self._store.sources.position(path)
        if known is None or known.size > size:
            return None
        return known if known.fingerprint == _fingerprint(head, known.size) else None

    def _read(self, reader: Reader, transcript: Transcript, start: int) -> int:
        """Read a file into the open sessions, writing as they fill up. Returns the byte that all before is done."""
        mark, problems, waiting = start, 0, 0
        for record in reader.read(transcript):
            match record:
                case Mark():
                    mark = record.offset
                    if waiting >= RECORDS:
                        self._flush(None)
                        waiting = 0
                case Problem(cut_off=True) if self._options.growing:
                    continue
                case Problem():
                    problems += 1
                    if problems <= WARNINGS_A_FILE:
                        self._warn(f"{transcript.path}:{record.line}: {record.reason}")
                case RawSession():
                    self._meet(record)
                case RawTurn():
                    waiting += self._turn(record)
                case RawEvent():
                    waiting += self._event(record)
        if problems > WARNINGS_A_FILE:
            self._warn(f"{transcript.path}: {problems - WARNINGS_A_FILE:,} more lines could not be read")
        return mark

    def _meet(self, raw: RawSession) -> None:
        """Open a session, or fill in what is said of it now."""
        open_session = self._open.get(raw.id)
        if open_session is None:
            open_session = self._open[raw.id] = self._opened(session_of(raw, None))
        if raw.continues and raw.continues not in open_session.known.origins:
            open_session.known.origins.add(raw.continues)
            open_session.known.ids |= self._store.sessions.known_ids(clean(raw.continues))
        self._fill(open_session, raw)

    def _opened(self, session: Session) -> _Open:
        """A session with all that is stored of it."""
        known = Known()
        stored = self._store.sessions.find(session.id)
        if stored is None:
            return _Open(session, known, None)
        turns, events = self._store.sessions.turns(session.id), self._store.sessions.events(session.id)
        known.add((*turns, *events))
        used_tools = bool(events) or any(turn.role is Role.TOOL for turn in turns)
        return _Open(stored, known, stored, last=turns[-1] if turns else None, used_tools=used_tools)

    def _fill(self, one: _Open, raw: RawSession) -> None:
        known = one.session
        if known.project is None and one.project is None:
            one.project = self._project(raw)
        if raw.ended_at == known.ended_at and not raw.title and (known.cwd or not raw.cwd):
            if one.project and known.project is None:
                one.session = replace(known, project=one.project.key)
            return
        one.session = replace(
            known,
            project=known.project or (one.project.key if one.project else None),
            cwd=known.cwd or (clean(raw.cwd) if raw.cwd else None),
            title=clean(raw.title) if raw.title else known.title,
            started_at=min(filter(None, (known.started_at, raw.started_at)), default=None),
            ended_at=max(filter(None, (known.ended_at, raw.ended_at)), default=None),
        )

    def _project(self, raw: RawSession) -> Project | None:
        if self._options.project:
            return Project(self._options.project, "set")
        if raw.project:
            return Project(clean(raw.project), "transcript")
        if not raw.cwd:
            return None
        if raw.cwd not in self._projects:
            folder = Path(raw.cwd)
            known = self._store.projects.all_known()
            there = False
            with suppress(OSError, ValueError):
                there = folder.is_dir()
            self._projects[raw.cwd] = (
                project_of(folder, known) if there else Project(clean(raw.cwd), "transcript", clean(raw.cwd))
            )
        return self._projects[raw.cwd]

    def _turn(self, raw: RawTurn) -> int:
        one = self._open[raw.session]
        one.speaking = raw.source_id if raw.role is Role.ASSISTANT else None
        return self._note(one, one.turns, turn_of(raw)) if self._is_new(one, raw) else 0

    def _event(self, raw: RawEvent) -> int:
        one = self._open[raw.session]
        if one.speaking:
            one.narrated.add(one.speaking)
        return self._note(one, one.events, event_of(raw)) if self._is_new(one, raw) else 0

    def _is_new(self, one: _Open, raw: RawTurn | RawEvent) -> bool:
        if raw.source_id in one.known.ids:
            return False
        too_old = bool(self._options.since and raw.at and raw.at < self._options.since)
        self._counts["too_old"] += too_old
        return not too_old

    def _note(self, one: _Open, waiting: list[Told], told: Told) -> int:
        """Let a message or an event wait to be written, unless another recorder told it; returns how many wait more."""
        if one.stored is None and not one.known.ids:
            one.known.ids |= self._copied(one.session, told)
        if told.source_id in one.known.ids or one.known.is_retold(told):
            return 0
        one.known.add([told])
        waiting.append(told)
        return 1

    def _copied(self, session: Session, first: Turn | Event) -> set[str]:
        """What is stored of the session that a new one begins with a copy of; nothing for most.

        Resuming made a new file with the old messages once, under their ids: those are unique everywhere, and the
        session they come from was running when they were said.
        """
        moment = clock.parse(first.at) if first.at else None
        if moment is None or len(first.source_id) != _UUID:
            return set()
        begun = SessionFilter(agent=session.agent, before=clock.stamp(moment + timedelta(seconds=1)))
        for other in self._store.sessions.select(begun, limit=RUNNING):
            if other.id != session.id and (other.ended_at or "") >= (first.at or ""):
                ids = self._store.sessions.known_ids(other.id)
                if first.source_id in ids:
                    return ids
        return set()

    def _flush(self, position: SourcePosition | None) -> None:
        """Write everything that is waiting, a few facts at a time, and at last how far the file was read."""
        for one in self._open.values():
            turns, events = len(one.turns), len(one.events)
            facts = sum(self._put(batch) for batch in list(self._batches(one)))
            if turns or events:
                self._watcher.grown(Growth(one.session, turns, events, facts))
        if position and self._store.sources.position(position.path) != position:
            self._sink.put([], position)

    def _batches(self, one: _Open) -> Iterator[Batch]:
        if not one.turns and not one.events:
            return
        after_tools = one.used_tools or bool(one.events) or any(turn.role is Role.TOOL for turn in one.turns)
        found = facts_of(
            one.turns, one.last, one.session, self._meanings, narrated=one.narrated, after_tools=after_tools
        )
        drawn = self._repetitions.without(found)
        if self._watcher.refused:
            for refused in refused_of(one.turns, one.last, self._meanings, narrated=one.narrated):
                self._watcher.refused(refused)
        self._counts["sessions"] += one.stored is None
        self._counts["turns"] += len(one.turns)
        self._counts["events"] += len(one.events)
        project = one.project
        yield from _cut(Batch(one.session, one.turns, one.events, drawn, project))
        one.stored, one.used_tools = one.session, after_tools
        one.last = one.turns[-1] if one.turns else one.last
        one.turns, one.events = [], []

    def _put(self, batch: Batch) -> int:
        """Write a batch; returns how many facts are new."""
        new = 0
        for found in self._sink.put([batch], None):
            self._watcher.found(found)
            if found.action in ("added", "superseded", "held", "new"):
                self._kinds[found.fact.kind.value] += 1
                new += 1
            elif found.action == "reinforced":
                self._counts["reinforced"] += 1
        return new


def _fingerprint(head: Head, size: int) -> str:
    """Hash of the beginning of a file that has, or had, this size."""
    return hashlib.sha256(head.data[: min(size, _FINGERPRINTED)]).hexdigest()[:16]


def _cut(batch: Batch) -> Iterator[Batch]:
    """Parts of a batch that each hold few facts: a fact is compared with many others while the lock is held."""
    yield replace(batch, drawn=batch.drawn[:FACTS])
    for start in range(FACTS, len(batch.drawn), FACTS):
        yield Batch(batch.session, drawn=batch.drawn[start : start + FACTS])


__all__ = ["Drawn", "capture", "preview"]
