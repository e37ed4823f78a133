"""Reads transcripts into the store: reader → intake → extraction → short write transactions, under one run."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from lore import clock
from lore.capture.extraction import Meanings
from lore.capture.files import sources
from lore.capture.known import Known
from lore.capture.opened import OpenSession, can_be_looked_at, fingerprint
from lore.capture.ownership import Folders, Owner, declared_by_person
from lore.capture.prepare import Drawn, event_of, facts_of, refused_of, session_of, turn_of
from lore.capture.problems import Problems, not_of
from lore.capture.readers import Mark, Problem, RawEvent, RawSession, RawTurn, Reader, Transcript, reader_for
from lore.capture.readers.lines import Head
from lore.capture.repetition import Repetitions
from lore.capture.sinks import Batch, Preview, Sink, StoreSink
from lore.capture.summary import CaptureSummary, Elsewhere, Growth, Options, Source, Watcher
from lore.embedding import bundled_embedder
from lore.errors import BadInput, LoreError
from lore.intake import clean
from lore.model import Event, Project, Role, Session, Turn
from lore.opening import reason
from lore.store import SessionFilter, SourcePosition, Store
from lore.text import path_text

Told = TypeVar("Told", Turn, Event)
RECORDS, FACTS = 200, 8
"""New records, and facts among them, that go into one transaction: the lock is held for less than 50 ms."""
RUNNING = 20
"""The sessions begun last before a message that are asked whether it is theirs."""
_UUID = 36
"""Characters."""


def capture(store: Store, paths: Sequence[Path], options: Options, watcher: Watcher | None = None) -> CaptureSummary:
    """Read the transcripts at these paths into the store; what is there already is left alone.

    A file or line that cannot be read is told to the watcher, and everything else is kept. Raises Busy or StoreError.
    """
    if options.mine:
        declared_by_person()
    return _Capture(store, options, watcher or Watcher(), StoreSink(store, options.actor)).run(paths)


def preview(store: Store, paths: Sequence[Path], options: Options, watcher: Watcher | None = None) -> CaptureSummary:
    """What `capture` would do; writes nothing."""
    return _Capture(store, options, watcher or Watcher(), Preview(store)).run(paths)


class _Capture:
    """One capture on its way."""

    def __init__(self, store: Store, options: Options, watcher: Watcher, sink: Sink) -> None:
        self._store, self._options, self._watcher, self._sink = store, options, watcher, sink
        self._meanings = Meanings(bundled_embedder(store.folder))
        self._repetitions = Repetitions(store)
        self._open: dict[str, OpenSession] = {}
        self._counts: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._folders = Folders(store)
        self._owner = Owner(store, mine=options.mine or options.bundled)
        self._foreign: dict[str, None] = {}
        self._elsewhere: dict[Elsewhere, None] = {}
        self._moved: Counter[str] = Counter()

    def run(self, paths: Sequence[Path]) -> CaptureSummary:
        started = time.monotonic()
        named = frozenset(paths)
        for path in dict.fromkeys(paths):
            self._counts["failed"] += not can_be_looked_at(path)
        found = list(sources(paths, self._cannot_read))
        whole, done = sum(source.size for source in found), 0
        for source in found:
            if self._watcher.stopped():
                break
            self._watcher.progress(done, whole)
            if (error := self._try(source)) is not None:
                self._counts["failed"] += source.path in named
                self._cannot_read(error)
            done += source.size
        self._watcher.progress(done, whole)
        if problem := self._meanings.problem:
            self._warn(f"{problem.message}: facts were chosen by their words alone")
        for key, sessions in self._moved.items():
            told = "1 session belongs" if sessions == 1 else f"{sessions:,} sessions belong"
            self._warn(f"{told} to the project `{key}` already: `--project {self._options.project}` moves nothing")
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
            failed=counts["failed"],
            foreign=tuple(self._foreign),
            elsewhere=tuple(self._elsewhere),
            seconds=time.monotonic() - started,
            run=self._sink.run,
        )

    def _cannot_read(self, error: LoreError) -> None:
        self._counts["unread"] += 1
        self._warn(error.message)

    def _warn(self, message: str) -> None:
        self._counts["warnings"] += 1
        self._watcher.warn(message)

    def _try(self, source: Source) -> BadInput | None:
        """Read a file; what stops it, so that the other files are read all the same."""
        try:
            self._file(source)
        except BadInput as error:
            return error
        except OSError as error:
            return BadInput(f"{path_text(source.path)}: {reason(error)}")
        except (ValueError, ArithmeticError, TypeError, LookupError, AttributeError, RecursionError) as error:
            # No reader should let one through; a file that finds a way must not keep the others from being read.
            return BadInput(f"{path_text(source.path)}: it could not be read to its end: {error!r}")
        return None

    def _file(self, source: Source) -> None:
        head = Transcript(source.path).head()
        reader = self._reader(source.path, head)
        path, own = path_text(source.path.absolute()), self._owner.owns(source.path, reader.name)
        known = self._position(path, source.size, head, own=own)
        if known and known.size == source.size:
            self._counts.update(files=1, unchanged=1)
            self._note_move(self._store.sessions.find(known.session) if known.session else None)
            return
        start, too_old = known.offset if known else 0, self._counts["too_old"]
        self._counts["bytes"] += source.size - start
        mark, session = self._read(reader, Transcript(source.path, start), own=own)
        self._counts["files"] += 1
        # Where older messages were left out, a reading without a limit must find them.
        whole = self._counts["too_old"] == too_old
        print_of_it = fingerprint(head, source.size, own=own and self._elsewhere_of(session) is None)
        name = session.id if session else None
        self._flush(SourcePosition(path, source.size, mark, print_of_it, name) if whole else None)

    def _note_move(self, session: Session | None) -> None:
        """Remember that a session stays in its project though another one was named."""
        wanted = self._options.project
        if wanted and session is not None and session.project not in (None, wanted):
            self._moved[str(session.project)] += 1

    def _reader(self, path: Path, head: Head) -> Reader:
        """The reader of a file. Raises BadInput for what is no transcript."""
        if not head.data:
            raise BadInput(f"{path_text(path)}: the file is empty")
        found = self._options.reader or reader_for(head)
        if found is None and b"\0" in head.data:
            raise BadInput(f"{path_text(path)}: the file is binary, not a transcript")
        if found is None:
            raise BadInput(f"{path_text(path)}: not a transcript of a known format")
        if not found.recognises(head) and reader_for(head) is not None:
            raise not_of(found, path, head)
        return found

    def _position(self, path: str, size: int, head: Head, *, own: bool) -> SourcePosition | None:
        """How far this file was read before; None where it is new, another one, shorter than it was, or where its
        words were somebody's then and are the person's now."""
        known = self._store.sources.position(path)
        if known is None or known.size > size:
            return None
        held_in = self._store.sessions.find(known.session) if own and known.session else None
        own = own and self._elsewhere_of(held_in) is None
        return known if known.fingerprint == fingerprint(head, known.size, own=own) else None

    def _elsewhere_of(self, session: Session | None) -> Elsewhere | None:
        """Where a session was held, if only the folder itself says that it is the project's."""
        if session is None or session.cwd is None or self._options.project:
            return None
        found = self._folders.elsewhere(session.cwd)
        return found if found and found.project == session.project else None

    def _read(self, reader: Reader, transcript: Transcript, *, own: bool) -> tuple[int, Session | None]:
        """Read a file into the open sessions, writing as they fill up.

        Returns the byte that all before is done, and the session it is of. Raises BadInput where nothing in it was
        understood: then it is not marked as read.
        """
        mark, waiting, told, session = transcript.start, 0, 0, None
        problems = Problems(transcript.path, self._warn, growing=self._options.growing)
        for record in reader.read(transcript):
            match record:
                case Mark():
                    mark = record.offset
                    if waiting >= RECORDS:
                        self._flush(None)
                        waiting = 0
                case Problem():
                    problems.note(record)
                case RawSession():
                    session = record.id
                    self._meet(record)
                case RawTurn() | RawEvent():
                    told += 1
                    problems.tell()
                    if isinstance(record, RawTurn):
                        waiting += self._turn(record, transcript, own=own)
                    else:
                        waiting += self._event(record)
        if not told and not reader.recognises(transcript.head()):
            raise not_of(reader, transcript.path, transcript.head())
        problems.finish()
        return mark, self._open[session].session if session else None

    def _meet(self, raw: RawSession) -> None:
        """Open a session, or fill in what is said of it now."""
        open_session = self._open.get(raw.id)
        if open_session is None:
            open_session = self._open[raw.id] = self._opened(session_of(raw, None))
        if raw.continues and raw.continues not in open_session.known.origins:
            open_session.known.origins.add(raw.continues)
            open_session.known.ids |= self._store.sessions.known_ids(clean(raw.continues))
        self._fill(open_session, raw)

    def _opened(self, session: Session) -> OpenSession:
        """A session with all that is stored of it."""
        known = Known()
        stored = self._store.sessions.find(session.id)
        if stored is None:
            return OpenSession(session, known, None, is_empty=True)
        self._note_move(stored)
        turns, events = self._store.sessions.turns(session.id), self._store.sessions.events(session.id)
        known.add((*turns, *events))
        return OpenSession(stored, known, stored, last=turns[-1] if turns else None, is_empty=not known.ids)

    def _fill(self, one: OpenSession, raw: RawSession) -> None:
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
        return self._folders.project(raw.cwd)

    def _turn(self, raw: RawTurn, transcript: Transcript, *, own: bool) -> int:
        one = self._open[raw.session]
        one.speaking = raw.source_id if raw.role is Role.ASSISTANT else None
        if one.known.differs(raw.source_id, raw.text):
            self._warn(f"{path_text(transcript.path)}: `{raw.source_id}` names two messages; the first one is kept")
        if not self._is_new(one, raw):
            return 0
        elsewhere = self._elsewhere_of(one.session) if own and raw.role is Role.USER else None
        noted = self._note(one, one.turns, turn_of(raw, own=own and elsewhere is None))
        if noted and elsewhere is not None:
            self._elsewhere.setdefault(elsewhere)
        elif noted and raw.role is Role.USER and not own:
            self._foreign.setdefault(path_text(transcript.path.absolute().parent))
        return noted

    def _event(self, raw: RawEvent) -> int:
        one = self._open[raw.session]
        if one.speaking:
            one.narrated.add(one.speaking)
        return self._note(one, one.events, event_of(raw)) if self._is_new(one, raw) else 0

    def _is_new(self, one: OpenSession, raw: RawTurn | RawEvent) -> bool:
        unsure = isinstance(raw, RawTurn) and raw.source_id in one.known.unsure
        if raw.source_id in one.known.ids and not unsure:
            return False
        too_old = bool(self._options.since and raw.at and raw.at < self._options.since)
        self._counts["too_old"] += too_old
        return not too_old

    def _note(self, one: OpenSession, waiting: list[Told], told: Told) -> int:
        """Let a message or an event wait to be written, unless another recorder told it; returns how many wait more."""
        if one.stored is None and not one.known.ids:
            one.known.ids |= self._copied(one.session, told)
        if (name := one.known.name_of(told)) is not None:
            self._claim(one, told, name)
            return 0
        one.known.add([told])
        waiting.append(told)
        return 1

    def _claim(self, one: OpenSession, told: Turn | Event, name: str) -> None:
        """Let a stored message count as the person's, where only now something says that it is."""
        if isinstance(told, Turn) and told.role is Role.USER and name in one.known.unsure:
            one.known.unsure.discard(name)
            one.claimed.append(replace(told, source_id=name))

    def _copied(self, session: Session, first: Turn | Event) -> set[str]:
        """What is stored of the session that a new one begins with a copy of; nothing for most.

        Resuming made a new file with the old messages once, under their ids: those are unique everywhere, and the
        session they come from was running when they were said.
        """
        moment = clock.parse(first.at) if first.at else None
        if moment is None or len(first.source_id) != _UUID:
            return set()
        begun = SessionFilter(agent=session.agent, before=clock.later(moment, seconds=1))
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
            retired: list[str] = []
            facts = sum(self._put(batch, retired) for batch in list(self._batches(one)))
            if turns or events:
                gone = tuple(self._store.facts.many(retired))
                self._watcher.grown(Growth(one.session, turns, events, facts, gone))
        if position and self._store.sources.position(position.path) != position:
            self._sink.put([], position)

    def _batches(self, one: OpenSession) -> Iterator[Batch]:
        if not (one.turns or one.events or one.claimed):
            return
        found = facts_of(one.claimed, None, one.session, self._meanings, narrated=())
        found += facts_of(one.turns, one.last, one.session, self._meanings, narrated=one.narrated)
        drawn = self._repetitions.without(found)
        if self._watcher.refused:
            for refused in refused_of(one.turns, one.last, self._meanings, narrated=one.narrated):
                self._watcher.refused(refused)
        self._counts["sessions"] += one.is_empty
        self._counts["turns"] += len(one.turns)
        self._counts["events"] += len(one.events)
        project = one.project
        yield from _cut(Batch(one.session, one.turns, one.events, drawn, project))
        one.stored, one.is_empty = one.session, False
        one.last = one.turns[-1] if one.turns else one.last
        one.turns, one.events, one.claimed = [], [], []

    def _put(self, batch: Batch, retired: list[str]) -> int:
        """Write a batch, and note whom it retired; returns how many facts are new."""
        new = 0
        for found in self._sink.put([batch], None):
            self._watcher.found(found)
            retired += found.retired
            if found.action in ("added", "superseded", "held", "new"):
                self._kinds[found.fact.kind.value] += 1
                new += 1
            elif found.action == "reinforced":
                self._counts["reinforced"] += 1
        return new


def _cut(batch: Batch) -> Iterator[Batch]:
    """Parts of a batch that each hold few facts: a fact is compared with many others while the lock is held."""
    yield replace(batch, drawn=batch.drawn[:FACTS])
    for start in range(FACTS, len(batch.drawn), FACTS):
        yield Batch(batch.session, drawn=batch.drawn[start : start + FACTS])


__all__ = ["Drawn", "capture", "preview"]
