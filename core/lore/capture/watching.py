"""Captures transcripts while they are written: for agents that have no hooks.

Every file is looked at again and again, and read when nobody has written to it since the last look. How far it was
read is in the store, so whatever stops a watch, the next one goes on from there.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from lore.capture.contract import CaptureSummary, Options, SessionProgress, Watcher
from lore.capture.files import is_inside, named_in
from lore.capture.ownership import OwnFolders
from lore.capture.pipeline import capture
from lore.capture.readers import Transcript, recognised
from lore.capture.readers.lines import extent
from lore.errors import Busy
from lore.opening import reason
from lore.store import Store, open_store

LOOK_S, SHARE = 1.0, 20
"""How often every file is looked at, and how much longer than looking takes the pause is, up to `LATEST_S`."""
LATEST_S = 5.0
"""So long after the first change a file is read although it is still written to."""
BUDGET_S = 5.0
"""How long one try waits for the store."""
_TICK_S = 0.2

Signature = tuple[int, int, int]
"""Number, size (of a database its last change) and time of change of a file: equal where nobody wrote to it."""


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


def watch(places: Sequence[Path], options: Options, listener: Listener, stop: Event, own: OwnFolders) -> Watched:
    """Capture what is in these files and folders, and what comes, until `stop` is set. They need not exist yet.

    Where another process holds the store, what came waits. own: the own folders of agents. Raises StoreError.
    """
    return _Watch(places, options, listener, stop, own).run()


class _Watch:
    """One watch on its way."""

    def __init__(
        self, places: Sequence[Path], options: Options, listener: Listener, stop: Event, own: OwnFolders
    ) -> None:
        self._places = list(dict.fromkeys(path.absolute() for path in places))
        self._options, self._listener, self._stop = replace(options, growing=True), listener, stop
        self._own = own
        self._read: dict[Path, Signature] = {}
        """Files as they were when they were read, or found to be no transcripts."""
        self._waiting: dict[Path, tuple[float, Signature]] = {}
        """Files with news: when the first of it was seen, and how they were at the last look."""
        self._there: dict[Path, bool] = {}
        """Which of the places were there at the last look."""
        self._warned: set[str] = set()
        self._is_busy = False
        """Whether another process held the store last."""
        self._gained: Counter[str] = Counter()
        self._sessions: set[str] = set()
        self._left = 0

    def run(self) -> Watched:
        while not self._stop.is_set():
            self._pause(min(LATEST_S, max(LOOK_S, SHARE * self._look())))
        if not self._left:
            self._waiting = {path: (0.0, state) for place in self._places for path, state in self._news(place)}
            self._take({path: state for path, (_, state) in self._waiting.items()}, to_the_end=True)
        return Watched(
            sessions=len(self._sessions),
            turns=self._gained["turns"],
            events=self._gained["events"],
            facts=self._gained["facts"],
            left=self._left + len(self._waiting),
        )

    def _pause(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self._stop.wait(_TICK_S):
            pass

    def _look(self) -> float:
        """Read what is new and settled, and all of a place that came; then tell which places are watched.

        Returns how long looking took, in seconds, without what was read.
        """
        now, waiting = time.monotonic(), self._waiting
        ready: dict[Path, Signature] = {}
        self._waiting = {}
        there = {place: place.exists() for place in self._places}
        for place in self._places:
            for path, state in self._news(place):
                first, last = waiting.get(path, (now, None))
                self._waiting[path] = (first, state)
                if state == last or now - first >= LATEST_S or not self._there.get(place):
                    ready[path] = state
        looking_s = time.monotonic() - now
        self._take(ready)
        for place in self._places:
            if self._there.get(place) != there[place]:
                (self._listener.watching if there[place] else self._listener.missing)(place)
        self._there = there
        return looking_s

    def _news(self, place: Path) -> Iterator[tuple[Path, Signature]]:
        """The transcripts at a place that are not as they were read, each with how it is now."""
        is_folder = place.is_dir()
        for path in named_in(place, lambda error: self._warn(error.message)) if is_folder else [place]:
            if (state := self._state(path, place if is_folder else None)) is not None:
                yield path, state

    def _take(self, news: Mapping[Path, Signature], *, to_the_end: bool = False) -> None:
        """Read these files. to_the_end: even though the watch is to stop."""
        if not news:
            return
        try:
            self._left += self._capture(sorted(news), (lambda: False) if to_the_end else self._stop.is_set)
        except Busy as error:
            if not self._is_busy:
                self._listener.warn(f"{error.message}: what came in the meantime waits")
            self._is_busy = True
            return
        self._is_busy = False
        self._read |= news
        for path in news:
            self._waiting.pop(path, None)

    def _state(self, path: Path, folder: Path | None) -> Signature | None:
        """How a transcript is now; None where it is as it was read, gone, or none (yet)."""
        try:
            state = path.stat()
            found = (state.st_ino, extent(path), state.st_mtime_ns)
            if not state.st_size or self._read.get(path) == found or not path.is_file():
                return None
            if folder is None or (is_inside(path, folder) and self._own.may_open(path)):
                head = Transcript(path).head()
                if self._options.reader or recognised(Transcript(path)):
                    return found
                if folder is None and b"\n" in head.data:
                    self._warn(f"{path}: not a transcript of a known format so far")
        except FileNotFoundError:
            return None
        except OSError as error:
            self._warn(f"{path}: {reason(error)}")
            return None
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
            grown.setdefault(more.session.id, SessionProgress(more.session)).add(more)

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
