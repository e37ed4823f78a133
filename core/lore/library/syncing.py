"""Bringing what is stored of a collection in step with its files.

A file with the hash it had is not read again. One that moved keeps its parts, and so their vectors. Whatever was
written by then stays when a sync is interrupted: the next one goes on from there.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path, PurePosixPath

from lore import clock, paths
from lore.errors import BadInput, LoreError, NotFound
from lore.intake import clean
from lore.library.chunks import chunks_of
from lore.library.files import is_closed, is_there, listing
from lore.library.formats import decode, format_of
from lore.model import Chunk, Clean, Collection, Document
from lore.opening import read_whole, reason
from lore.progress import SILENT, Reporter
from lore.store import Store, file_lock

READING = 2
"""Raised by hand when files fall into other parts than before: all are then read again."""
TOGETHER = 200
"""Parts written in one transaction, which holds the lock for 7 ms."""
WAIT_S = 2.0
HASH_LENGTH = 32
DROPPED_TOGETHER = 50
"""Documents removed in one transaction."""
ADDED, CHANGED, RENAMED, REMOVED, UNCHANGED = "added", "changed", "renamed", "removed", "unchanged"
OUTCOMES = (ADDED, CHANGED, RENAMED, REMOVED)


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync found and did."""

    collection: Collection
    files: Mapping[str, tuple[str, ...]]
    """Paths by what became of them: added, changed, renamed, removed. A path renamed is the new one."""
    unchanged: int
    parts: int
    """Of the files that are new or changed."""
    left_out: Mapping[str, int]
    """Files of a known format that were not read, by reason."""
    warnings: int

    @property
    def documents(self) -> int:
        """Files of the collection now."""
        return self.unchanged + sum(len(self.files[name]) for name in (ADDED, CHANGED, RENAMED))


@dataclass(frozen=True, slots=True)
class _Read:
    """A file that is new, changed or renamed."""

    document: Document
    chunks: Sequence[Chunk]


def sync(store: Store, collection: Collection, reporter: Reporter = SILENT, actor: str = "sync") -> SyncReport:
    """Read what is new in the files of a collection, and drop what is gone. Progress counts files.

    Raises NotFound where the folder is gone or holds nothing to read, Busy while another sync runs.
    """
    with file_lock(paths.docs_lock(store.folder), budget_s=WAIT_S):
        work = _Work(store, collection, reporter)
        for group in _groups(work.read()):
            with store.write(actor) as transaction:
                for read in group:
                    store.documents.put(transaction, read.document, read.chunks)
        gone = [work.known[path] for path in work.outcomes[REMOVED]]
        for start in range(0, len(gone), DROPPED_TOGETHER):
            with store.write(actor) as transaction:
                store.documents.drop(transaction, gone[start : start + DROPPED_TOGETHER])
        report = work.report()
        if any(report.files.values()):
            with store.write(actor) as transaction:
                store.documents.say_synced(transaction, collection, _counts(report))
    return report


def preview(store: Store, collection: Collection, reporter: Reporter = SILENT) -> SyncReport:
    """What `sync` would do. Writes nothing; the collection need not be stored."""
    work = _Work(store, collection, reporter)
    for _ in work.read():
        pass
    return work.report()


def _counts(report: SyncReport) -> dict[str, int]:
    return {name: len(found) for name, found in report.files.items()} | {UNCHANGED: report.unchanged}


def _groups(reads: Iterator[_Read]) -> Iterator[list[_Read]]:
    """What was read, in groups of about `TOGETHER` parts."""
    group: list[_Read] = []
    parts = 0
    for read in reads:
        group.append(read)
        parts += 1 + len(read.chunks)
        if parts >= TOGETHER:
            yield group
            group, parts = [], 0
    if group:
        yield group


class _Work:
    """One look at all files of a collection."""

    def __init__(self, store: Store, collection: Collection, reporter: Reporter) -> None:
        self._collection = collection
        self._told = reporter
        self.known = {str(document.path): document for document in store.documents.of(collection)}
        """By path, as they were before."""
        self.outcomes: dict[str, list[str]] = {name: [] for name in (*OUTCOMES, UNCHANGED)}
        """Paths by what became of them."""
        self._moved: dict[str, list[Document]] = {}
        """By hash, the documents whose paths are gone and that were not found under another one yet."""
        self._found_again: set[str] = set()
        """The former paths of renamed documents."""
        self._root = Path(collection.path)
        self._left_out: Counter[str] = Counter()
        self._parts = 0
        self._warnings = 0

    def read(self) -> Iterator[_Read]:
        """Every file that is new, changed or renamed. What cannot be read is named, and stays as it was."""
        found = self._listed()
        lost = self._lost(found)
        for path in lost:
            self._moved.setdefault(self.known[path].hash, []).append(self.known[path])
        for number, path in enumerate(found, 1):
            try:
                one = self._look_at(path)
            except (LoreError, OSError) as error:
                self._warn(path, error.message if isinstance(error, LoreError) else reason(error))
                one = None
                if path in self.known:
                    self.outcomes[UNCHANGED].append(path)
            if one is not None:
                self._parts += len(one.chunks)
                yield one
            self._told.progress(number, len(found))
        self.outcomes[REMOVED] = [path for path in lost if path not in self._found_again]

    def report(self) -> SyncReport:
        """What was found so far."""
        files = {name: tuple(self.outcomes[name]) for name in OUTCOMES}
        unchanged = len(self.outcomes[UNCHANGED])
        return SyncReport(self._collection, files, unchanged, self._parts, dict(self._left_out), self._warnings)

    def _listed(self) -> list[str]:
        """The paths of the files. Raises NotFound where the folder is gone or empty: what was read of it stays."""
        path = Path(self._collection.path)
        if not is_there(path):
            raise NotFound(
                f"`{path}` is gone; what was read of it is still found",
                hint=f"`lore docs remove {self._collection.name}` takes it out of search",
            )
        made = listing(path, code=self._collection.code, warn=self._tell)
        self._root, self._left_out = made.root, made.left_out
        return made.found

    def _lost(self, found: Sequence[str]) -> list[str]:
        """The paths that are gone. What lies in a folder that one may not look into now stays as it was."""
        closed = cache(is_closed)
        lost: list[str] = []
        for path in sorted(self.known.keys() - set(found)):
            folders = [self._root / folder for folder in PurePosixPath(path).parents]
            (self.outcomes[UNCHANGED] if any(map(closed, folders)) else lost).append(path)
        return lost

    def _look_at(self, path: str) -> _Read | None:
        """What is to be stored of a file; None where it is as it was. Raises BadInput, OSError."""
        if clean(path) != path or path.splitlines() != [path]:
            raise BadInput("its name holds hidden characters, or what looks like a secret")
        file = self._root / path
        form = format_of(file)
        if form is None:
            raise BadInput("this is no kind of file that is read")
        data = read_whole(file, form.largest, links=False)
        digest = hashlib.sha256(b"%d %s " % (READING, form.name.encode()) + data).hexdigest()[:HASH_LENGTH]
        former, outcome = self._former(path, digest)
        if outcome == UNCHANGED:
            self.outcomes[UNCHANGED].append(path)
            return None
        text, remark = decode(data)
        parts = chunks_of(form.label(path), form.sections(text.replace("\r\n", "\n")))
        if remark:
            self._warn(path, remark)
        self.outcomes[outcome].append(path)
        modified = _time(file.lstat().st_mtime)
        seq = former.seq if former else 0
        return _Read(Document(self._collection.id, Clean(path), form.name, digest, modified, seq), parts)

    def _former(self, path: str, digest: str) -> tuple[Document | None, str]:
        """The document a file takes the place of, and what became of it."""
        former = self.known.get(path)
        if former is not None:
            return former, UNCHANGED if former.hash == digest else CHANGED
        alike = self._moved.get(digest)
        if not alike:
            return None, ADDED
        name = PurePosixPath(path).name
        moved = max(
            alike, key=lambda document: PurePosixPath(document.path).name == name
        )  # of twins the one of the same name
        alike.remove(moved)
        self._found_again.add(moved.path)
        return moved, RENAMED

    def _warn(self, path: str, words: str) -> None:
        self._tell(BadInput(f"{self._root / path}: {words}"))

    def _tell(self, problem: LoreError) -> None:
        self._warnings += 1
        self._told.warn(problem)


def _time(seconds: float) -> str | None:
    """The stored form of a time of a file; None where the file system holds none that makes sense."""
    try:
        return clock.stamp(datetime.fromtimestamp(seconds, UTC))
    except (OverflowError, ValueError, OSError):
        return None
