"""Reads transcripts into the store: reader → intake → stated sentences → short write transactions, under one run."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from lore.capture.contract import CaptureSummary, Options, Watcher
from lore.capture.file_reading import FileReading, can_be_looked_at, fingerprint, reader_of
from lore.capture.files import Source, sources
from lore.capture.ownership import Folders, Owner, OwnFolders, declared_by_person, prompts_of
from lore.capture.readers import HOOKS, RawSession, Transcript, hooks_reader
from lore.capture.readers.lines import FileStart
from lore.capture.sessions import OpenSessions
from lore.capture.sinks import Preview, Sink, StoreSink
from lore.capture.tally import Tally
from lore.config import in_force
from lore.errors import BadInput
from lore.intake import clean
from lore.model import Project, Session
from lore.opening import reason
from lore.projects import TRANSCRIPT
from lore.store import SourcePosition, Store
from lore.text import path_text

_BROKEN = (ValueError, ArithmeticError, TypeError, LookupError, AttributeError, RecursionError)
"""What no reader should let through; a file that finds a way must not keep the others from being read."""


def capture(store: Store, paths: Sequence[Path], options: Options, watcher: Watcher | None = None) -> CaptureSummary:
    """Read the transcripts at these paths into the store; what is there already is left alone.

    The facts do not depend on how often a file was read while it grew. A file or line that cannot be read is told to
    the watcher, and everything else is kept. Raises Busy or StoreError.
    """
    if options.mine:
        declared_by_person()
    return _Capture(store, options, watcher or Watcher(), StoreSink(store, options.actor)).run(paths)


def preview(store: Store, paths: Sequence[Path], options: Options, watcher: Watcher | None = None) -> CaptureSummary:
    """What `capture` would do; writes nothing."""
    return _Capture(store, options, watcher or Watcher(), Preview(store)).run(paths)


class _Capture:
    """One capture on its way, file after file."""

    def __init__(self, store: Store, options: Options, watcher: Watcher, sink: Sink) -> None:
        self._store, self._options, self._watcher, self._sink = store, options, watcher, sink
        self._tally = Tally(store, watcher)
        self._config = in_force(store)
        self._folders = Folders(store)
        self._owner = Owner(store, mine=options.mine or options.bundled)
        self._sessions = OpenSessions(store, self._project)
        self._unchanged: dict[str, Session] = {}

    def run(self, paths: Sequence[Path]) -> CaptureSummary:
        started, named, counts = time.monotonic(), frozenset(paths), self._tally.counts
        counts["failed"] += sum(not can_be_looked_at(path) for path in dict.fromkeys(paths))
        found = list(sources(paths, self._tally.cannot_read, OwnFolders(self._store).may_open))
        whole, done = sum(source.size for source in found), 0
        for number, source in enumerate(found):
            if self._watcher.stopped():
                break
            self._watcher.progress(done, whole)
            self._watcher.files(number, len(found), self._tally.facts)
            if (error := self._try(source)) is not None:
                counts["failed"] += source.path in named
                self._tally.cannot_read(error)
            done += source.size
        else:
            self._watcher.files(len(found), len(found), self._tally.facts)
        self._watcher.progress(done, whole)
        self._tell_the_rest()
        self._sink.finish(self._tally.for_run(), self._sessions.forks)
        return self._tally.summary(time.monotonic() - started, self._sink.run)

    def _tell_the_rest(self) -> None:
        wanted = self._options.project
        held = Counter(
            session.project
            for session in {**self._unchanged, **self._sessions.stored}.values()
            if wanted and session.project not in (None, wanted)
        )
        for key, sessions in held.items():
            told = "1 session belongs" if sessions == 1 else f"{sessions:,} sessions belong"
            self._tally.warn(
                f"{told} to the project `{key}` already: `--project {self._options.project}` moves nothing"
            )

    def _try(self, source: Source) -> BadInput | None:
        """Read a file; what stops it, so that the other files are read all the same."""
        try:
            self._file(source)
        except BadInput as error:
            return error
        except OSError as error:
            return BadInput(f"{path_text(source.path)}: {reason(error)}")
        except _BROKEN as error:
            return BadInput(f"{path_text(source.path)}: it could not be read to its end: {error!r}")
        return None

    def _file(self, source: Source) -> None:
        head = Transcript(source.path).head()
        reader = reader_of(source.path, head, self._options)
        reader = hooks_reader(prompts_of(self._store)) if reader.name == HOOKS else reader
        path, own = path_text(source.path.absolute()), self._owner.owns(source.path, reader.name)
        known = self._position(path, source.extent, head, own=own)
        if known and known.size == source.extent:
            self._tally.counts.update(files=1, unchanged=1)
            if held_in := self._sessions.find(known.session):
                self._unchanged[held_in.id] = held_in
            return
        start = known.offset if known else 0
        self._tally.counts["bytes"] += max(0, source.size - start) if source.extent == source.size else source.size
        reading = FileReading(
            source.path, self._options, self._sessions, self._folders, self._sink, self._tally, self._config, own=own
        )
        try:
            reading.read(reader, Transcript(source.path, start))
        except (BadInput, OSError, *_BROKEN):
            reading.flush()
            raise
        self._tally.counts["files"] += 1
        # Where no message was whole yet, the file still ends with the last one before.
        session = self._sessions.find(reading.session or (known.session if known else None))
        position = SourcePosition(
            path,
            source.extent,
            reading.offset,
            fingerprint(head, source.extent, own=own and self._folders.claim_of(session, self._options) is None),
            session.id if session else None,
        )
        # What hooks left is gone once it is read: nobody goes on from there.
        reading.finish(position if reading.is_whole and reader.name != HOOKS else None)

    def _position(self, path: str, size: int, head: FileStart, *, own: bool) -> SourcePosition | None:
        """How far this file was read before; None where it is new, another one, shorter than it was, or where its
        words were somebody's then and are the person's now."""
        known = self._store.sources.position(path)
        if known is None or known.size > size:
            return None
        session = self._sessions.find(known.session)
        if self._options.project and session and session.project is None:
            return None  # the person says now which project it is of: what was said in it follows
        own = own and self._folders.claim_of(session, self._options) is None
        return known if known.fingerprint == fingerprint(head, known.size, own=own) else None

    def _project(self, raw: RawSession) -> Project | None:
        if self._options.project:
            return Project(self._options.project, "set")
        if raw.project:
            return Project(clean(raw.project), TRANSCRIPT)
        return self._folders.project(raw.cwd, raw.remote) if raw.cwd else None
