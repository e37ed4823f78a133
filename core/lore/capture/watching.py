"""Captures transcripts while they are written: for agents that have no hooks.

The operating system tells which files change; each is read when nobody has written to it for a moment. How far it was
read is in the store, so whatever stops a watch, the next one goes on from there.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from lore.capture.contract import CaptureSummary, Options, SessionProgress, Watcher
from lore.capture.files import is_among_programs, may_be_transcript, walk
from lore.capture.pipeline import capture
from lore.capture.readers import Transcript, recognised
from lore.errors import Busy, LoreError
from lore.opening import reason
from lore.store import Store, open_store

SETTLED_S = 0.5
"""A file that nobody has written to for so long is read."""
LATEST_S = 5.0
"""So long after the first change a file is read although it is still written to."""
LOOK_S = 60.0
"""How often every file is looked at: network folders tell of no change, and of very many at once some are lost."""
RETRY_S = 2.0
"""Pause after another process held the store for too long."""
BUDGET_S = 5.0
"""How long one try waits for the store."""
_TICK_MS = 200

Signature = tuple[int, int, int]
"""Number, size and time of change of a file: equal where nobody wrote to it."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Whom a watch tells what happens, while it happens."""

    watching: Callable[[Path], None] = lambda place: None
    """A file or folder that is watched from now on: everything in it was looked at."""
    missing: Callable[[Path], None] = lambda place: None
    """One that is not there (any more); it is watched as soon as it is."""
    grown: Callable[[SessionProgress, str | None], None] = lambda growth, run: None
    """What a session gained, and the run that takes it back."""
    stored: Callable[[Store], None] = lambda store: None
    """Something was stored: the time to make it ready to be found."""
    warn: Callable[[str], None] = lambda message: None
    progress: Callable[[int, int], None] = lambda done, whole: None
    """Bytes read, of all bytes."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What a watch stored."""

    sessions: int
    turns: int
    """Messages."""
    events: int
    facts: int
    left: int
    """Files with something new that could not be read in the end; the next capture reads them."""


def watch(places: Sequence[Path], options: Options, listener: Listener, stop: Event) -> Watched:
    """Capture what is in these files and folders, and what comes, until `stop` is set. They need not exist yet.

    Where another process holds the store, what came waits. Raises StoreError, and LoreError where the system cannot
    watch so many folders.
    """
    return _Watch(places, options, listener, stop).run()


class _Watch:
    """One watch on its way."""

    def __init__(self, places: Sequence[Path], options: Options, listener: Listener, stop: Event) -> None:
        self._places = list(dict.fromkeys(path.absolute() for path in places))
        self._options, self._listener, self._stop = replace(options, growing=True), listener, stop
        self._read: dict[Path, Signature] = {}
        """Files as they were when they were read, or found to be no transcripts."""
        self._waiting: dict[Path, tuple[float, float]] = {}
        """Files with news: when the first and the last of it was noticed."""
        self._there: dict[Path, tuple[int, int]] = {}
        """The places that are watched, each with what tells it from another one of this name."""
        self._told: dict[Path, tuple[int, int] | None] = {}
        self._warned: set[str] = set()
        self._not_before = self._next_look = 0.0
        self._gained: Counter[str] = Counter()
        self._sessions: set[str] = set()
        self._left = 0

    def run(self) -> Watched:
        while not self._stop.is_set():
            self._there = self._present()
            self._next_look = 0.0
            self._listen()
        if not self._left:
            self._notice_all()
            self._take(list(self._waiting), to_the_end=True)
        return Watched(
            sessions=len(self._sessions),
            turns=self._gained["turns"],
            events=self._gained["events"],
            facts=self._gained["facts"],
            left=self._left + len(self._waiting),
        )

    def _present(self) -> dict[Path, tuple[int, int]]:
        found = {}
        for path in self._places:
            try:
                state = path.stat()
            except OSError:
                continue  # told as missing; it may come
            found[path] = (state.st_dev, state.st_ino)
        return found

    def _listen(self) -> None:
        """Until the watch ends, or one of the places comes, goes or is exchanged."""
        for paths in self._changes():
            for path in paths:
                self._notice(path)
            if time.monotonic() >= self._next_look:
                self._look()
            self._take(self._settled())
            if self._stop.is_set() or self._present() != self._there:
                return

    def _changes(self) -> Iterator[Iterable[Path]]:
        """What changed since the last time, several times a second."""
        from watchfiles import (
            Change,  # 37 ms
            watch as watch_files,
        )

        if not self._there:
            while not self._stop.wait(_TICK_MS / 1000):
                yield ()
            return
        try:
            for changes in watch_files(
                *self._there, watch_filter=None, debounce=_TICK_MS, stop_event=self._stop, rust_timeout=_TICK_MS,
                yield_on_timeout=True, ignore_permission_denied=True,
            ):  # fmt: skip
                yield [Path(name) for _, name in changes]
                if any(change is Change.deleted and Path(name) in self._there for change, name in changes):
                    return  # what comes in its place is another one
        except FileNotFoundError:
            return  # it went this very moment
        except OSError as error:
            raise LoreError(
                f"the system cannot watch the folders: {reason(error)}",
                hint="set `WATCHFILES_FORCE_POLLING=1` to look at the files in turn, or name fewer folders",
            ) from error

    def _look(self) -> None:
        """Read every file that is not as it was read last, then tell which places are watched."""
        self._next_look = time.monotonic() + LOOK_S
        self._notice_all()
        self._take(list(self._waiting))
        for path in self._places:
            now = self._there.get(path)
            if path not in self._told or self._told[path] != now:
                self._told[path] = now
                (self._listener.watching if now else self._listener.missing)(path)

    def _notice_all(self) -> None:
        for path in self._there:
            self._notice(path)

    def _notice(self, path: Path) -> None:
        """Let a file wait to be read, or all files of a folder that is new."""
        now = time.monotonic()
        around = [place for place in self._there if path.is_relative_to(place)]
        if around and all(is_among_programs(path, place) for place in around):
            return
        if path.is_dir():
            for file in walk(path, lambda error: self._warn(error.message)):
                self._waiting.setdefault(file, (now, now))
        elif path in self._there or may_be_transcript(path):
            first, _ = self._waiting.get(path, (now, now))
            self._waiting[path] = (first, now)

    def _settled(self) -> list[Path]:
        now = time.monotonic()
        if now < self._not_before:
            return []
        return [
            path for path, (first, last) in self._waiting.items() if now - last >= SETTLED_S or now - first >= LATEST_S
        ]

    def _take(self, paths: Sequence[Path], *, to_the_end: bool = False) -> None:
        """Read these files, where there is something new in them. to_the_end: even though the watch is to stop."""
        news = {path: state for path in sorted(paths) if (state := self._state(path)) is not None}
        if news:
            try:
                self._left += self._capture(list(news), (lambda: False) if to_the_end else self._stop.is_set)
            except Busy as error:
                if not self._not_before:
                    self._listener.warn(f"{error.message}: what came in the meantime waits")
                self._not_before = time.monotonic() + RETRY_S
                return
        self._not_before = 0.0
        self._read |= news
        for path in paths:
            del self._waiting[path]

    def _state(self, path: Path) -> Signature | None:
        """How a transcript is now; None where it is as it was read, gone, or none (yet)."""
        try:
            state = path.stat()
            found = (state.st_ino, state.st_size, state.st_mtime_ns)
            if not state.st_size or self._read.get(path) == found or not path.is_file():
                return None
            head = Transcript(path).head()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._warn(f"{path}: {reason(error)}")
            return None
        if self._options.reader or recognised(Transcript(path)):
            return found
        if path in self._there and b"\n" in head.data:
            self._warn(f"{path}: not a transcript of a known format so far")
        self._read[path] = found
        return None

    def _warn(self, message: str) -> None:
        """Tell a problem once, however often it is met."""
        if message not in self._warned:
            self._warned.add(message)
            self._listener.warn(message)

    def _capture(self, files: Sequence[Path], stopped: Callable[[], bool]) -> int:
        """Read files into the store, which is open only for as long as that takes; returns how many were left."""
        grown: dict[str, SessionProgress] = {}

        def note(more: SessionProgress) -> None:
            known = grown.get(more.session.id, SessionProgress(more.session, 0, 0, 0))
            grown[more.session.id] = SessionProgress(
                more.session,
                known.turns + more.turns,
                known.events + more.events,
                known.facts + more.facts,
                known.retired + more.retired,
            )

        listener = self._listener
        with open_store(budget_s=BUDGET_S) as store:
            done = CaptureSummary()
            try:
                watcher = Watcher(self._warn, listener.progress, grown=note, stopped=stopped)
                done = capture(store, files, self._options, watcher)
            finally:
                self._sessions |= grown.keys()
                for growth in grown.values():
                    self._gained.update(turns=growth.turns, events=growth.events, facts=growth.facts)
                    listener.grown(growth, done.run)
            if grown and not self._stop.is_set():  # who ends a watch does not wait for what the next search can do
                listener.stored(store)
        return len(files) - done.files - done.unread
