"""Bringing the derived indexes level with the store, by any process, one at a time.

The store announces each change of a passage in its outbox. The word indexes and the catalogue hold the number of the
last announcement they took in, the matrix that of the newest vector. What cannot be trusted is dropped and built again.
"""

import errno
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from lore import paths
from lore.embedding import Embedder
from lore.errors import Busy, IndexDamaged, StoreError, Unwritable
from lore.index import catalogue, file_stamps, lexical
from lore.index.catalogue import Catalogue
from lore.index.lexical_by_type import LexicalIndexes, open_words
from lore.index.vectors import Vectors
from lore.model import Passage, PassageType
from lore.platform import HERE, remove_folder
from lore.progress import Progress
from lore.store import Store, VectorRow, file_lock

HEAP_BYTES = 15_000_000
"""The least Tantivy accepts for one thread."""
BUILD_HEAP_BYTES = 60_000_000
PAGE = 2_000
LOCK = "index.lock"
OF_ANOTHER = "-of-another-user-"
"""In the name of a folder of indexes that could not be used, and that only its owner can remove."""
UNFINISHED = "unfinished"
"""The folder of indexes that are being built."""
_DELETED = (errno.ENOENT, errno.EEXIST, errno.ENOTEMPTY)
"""What writing fails with where something deletes the indexes, and with them the lock that keeps others out."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some passages that were announced, as they now are."""

    present: list[Passage]
    named: list[str]
    """All that were announced, also what is gone by now."""
    all: int
    """How many there are in all pages, about."""

    def gone(self) -> list[str]:
        there = {passage.id for passage in self.present}
        return [name for name in self.named if name not in there]


def derived_folder(store: Store) -> Path:
    """Where the indexes are now: another folder after each restored backup, and after each time they were built again.

    Sequence numbers begin again in a restored store, and would mean other changes.
    """
    root, name = paths.index_folder(store.folder), f"generation-{store.generation()}-"
    return root / f"{name}{max((_build(path) for path in root.glob(name + '*')), default=1)}"


def _build(folder: Path) -> int:
    return int(folder.name.rpartition("-")[2])


def words_folder(store: Store) -> Path:
    return _words_in(derived_folder(store))


def catalogue_folder(store: Store) -> Path:
    return _rows_in(derived_folder(store))


def vectors_folder(store: Store, embedder: Embedder) -> Path:
    return _matrix_in(derived_folder(store), embedder)


def _words_in(derived: Path) -> Path:
    return derived / f"words-{lexical.version()}"


def _rows_in(derived: Path) -> Path:
    return derived / f"passages-{catalogue.version()}"


def _matrix_in(derived: Path, embedder: Embedder) -> Path:
    """Inside the catalogue's folder: its rows name rows of that very catalogue."""
    return _rows_in(derived) / f"vectors-{embedder.name.replace('/', '_')}"


@contextmanager
def index_lock(store: Store, *, wait_s: float) -> Iterator[None]:
    """Hold the lock of the derived indexes, to write to them.

    Raises Busy when another process holds it for longer, StoreError where they cannot be written or the store was moved
    away, IndexDamaged where something deletes them meanwhile.
    """
    folder = paths.index_folder(store.folder)
    if not store.folder.is_dir():  # none is made in its place
        raise StoreError(f"the store is gone: `{store.folder}`", hint="bring its folder back, and start again")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with ExitStack() as held:
            try:
                held.enter_context(file_lock(folder / LOCK, budget_s=wait_s))
            except Unwritable:
                if not _is_put_aside(folder):
                    raise
                held.enter_context(file_lock(folder / LOCK, budget_s=wait_s))
            yield
    except OSError as error:
        if error.errno in _DELETED:
            raise IndexDamaged("the index was deleted meanwhile", hint="`lore reindex` builds it again") from error
        raise Unwritable(
            f"the index cannot be written: {error.strerror}: `{error.filename or folder}`",
            hint="no fact is lost: free some space, or check the permissions of the folder",
        ) from error


def _is_put_aside(folder: Path) -> bool:
    """Whether indexes that another user wrote here, as `sudo` does, are out of the way, and an empty folder is there.

    Nothing in them is lost: they are built again from the store. Raises OSError.
    """
    if HERE.is_mine((folder / LOCK).stat()):
        return False
    names = (folder.with_name(f"{folder.name}{OF_ANOTHER}{number}") for number in count(1))
    folder.rename(next(name for name in names if not name.exists()))
    folder.mkdir(mode=0o700)
    return True


def catch_up(store: Store, embedder: Embedder | None, *, wait_s: float = 0.0, progress: Progress | None = None) -> bool:
    """Take in every change the store has announced. False where another process is doing that for longer than `wait_s`.

    embedder: whose vectors to take in; None for none. wait_s: 0 does not wait. With a wait, the matrix is also
    compacted.
    """
    if is_level(store, embedder):
        return True
    try:
        with index_lock(store, wait_s=wait_s):
            try:
                _level(store, derived_folder(store), embedder, progress)
                if embedder and wait_s and _is_wasteful(store, embedder):
                    _replace(store, embedder, progress)
            except IndexDamaged:
                _replace(store, embedder, progress)
    except Busy:
        return False
    return True


def rebuild(
    store: Store,
    embedder: Embedder | None,
    *,
    damaged: Path | None = None,
    wait_s: float = 30.0,
    progress: Progress | None = None,
) -> None:
    """Build everything derived again from the store; searches use what is there until that is done. Raises Busy.

    damaged: the folder that is to be replaced; nothing is done where another process has replaced it already.
    """
    with index_lock(store, wait_s=wait_s):
        if damaged is None or damaged == derived_folder(store):
            _replace(store, embedder, progress)


def _replace(store: Store, embedder: Embedder | None, progress: Progress | None) -> None:
    """Build beside what is there, which one rename then puts out of use."""
    root = paths.index_folder(store.folder)
    fresh, current = root / UNFINISHED, derived_folder(store)
    remove_folder(fresh)  # of a process that was killed
    fresh.mkdir(mode=0o700)
    with ExitStack() as on_failure:
        on_failure.callback(remove_folder, fresh)
        _level(store, fresh, embedder, progress)
        on_failure.pop_all()
    built = fresh.rename(current.with_name(f"{current.name.rpartition('-')[0]}-{_build(current) + 1}"))
    for path in root.iterdir():
        if path.is_dir() and path != built:
            remove_folder(path)


def is_level(store: Store, embedder: Embedder | None) -> bool:
    """Whether the indexes hold everything the store has announced. Damage counts as no."""
    last = store.cursor()
    try:
        words = open_words(words_folder(store))
        rows = Catalogue(catalogue_folder(store))
        if words is None or words.applied() < last or rows.applied < last:
            return not last
        if embedder is None:
            return True
        vectors = Vectors(vectors_folder(store, embedder), embedder.dimension)
        return vectors.applied >= store.vectors.last_seq(embedder.name) and vectors.seen >= rows.size
    except IndexDamaged:
        return False


def _is_wasteful(store: Store, embedder: Embedder) -> bool:
    vectors = Vectors(vectors_folder(store, embedder), embedder.dimension)
    return vectors.is_wasteful(Catalogue(catalogue_folder(store)))


def _level(store: Store, derived: Path, embedder: Embedder | None, progress: Progress | None) -> None:
    """Take in what the indexes in a folder lack. Raises IndexDamaged."""
    file_stamps.check(derived)
    file_stamps.lift(derived)
    folder, rows, last = _words_in(derived), Catalogue(_rows_in(derived)), store.cursor()
    with lexical.guarded():
        lexical_indexes = open_words(folder)
        applied = min(lexical_indexes.applied(), rows.applied) if lexical_indexes else 0
        if applied < last:
            words = lexical_indexes or open_words(folder, create=True)
            assert words is not None  # it was created
            written = _write(words, rows, _changed(store, applied, last), last, progress)
            # A commit can report success and store nothing.
            again = open_words(folder)
            if again is None or not again.keep(last, written):
                raise IndexDamaged(
                    f"`{folder}` does not keep what is written to it", hint="see whether the disk is full"
                )
    rows.update([], [], max(last, rows.applied))
    if embedder:
        _write_vectors(store, Vectors(_matrix_in(derived, embedder), embedder.dimension), embedder, rows)
    file_stamps.put(derived)


def _write_vectors(store: Store, vectors: Vectors, embedder: Embedder, rows: Catalogue) -> None:
    """Take in the vectors that are new, and older ones of passages that are back: an undo was undone."""
    fresh = not vectors.applied
    for page in _whole_passages(store.vectors.pages(embedder.name, PAGE, after=vectors.applied)):
        vectors.update(page, rows)
    if vectors.seen < rows.size:
        back = [] if fresh else store.vectors.of(vectors.lacking(rows), embedder.name)
        if back:
            vectors.update(back, rows)
        vectors.look_up_to(rows)


def _write(
    words: LexicalIndexes, rows: Catalogue, pages: Iterator[Page], last: int, progress: Progress | None
) -> list[PassageType]:
    """Write pages to all indexes; the catalogue does not yet know that these were the changes up to `last`.

    Returns the types of passages whose word index knows it.
    """
    fresh = not words.applied()
    if rows.size and not rows.applied:
        raise IndexDamaged("the catalogue was never finished")
    done = 0
    with words.writing(BUILD_HEAP_BYTES if fresh else HEAP_BYTES) as writing:
        for page in pages:
            for name in () if fresh else page.named:
                writing.remove(name)
            for passage in page.present:
                writing.add(passage)
            rows.update(page.present, page.gone(), rows.applied)
            done += len(page.named)
            if progress:
                progress(done, page.all)
        return writing.commit(last)


def _changed(store: Store, applied: int, last: int) -> Iterator[Page]:
    """What changed after `applied`; from nothing: everything."""
    if not applied:
        total = sum(store.passages.count().values())
        for present in store.passages.pages(PAGE):
            yield Page(present, [passage.id for passage in present], total)
        return
    total = last - applied
    while applied < last:
        rows = store.changes_since(applied, PAGE)
        if not rows:
            return
        applied = rows[-1].cursor
        named = list(dict.fromkeys(row.passage for row in rows))
        yield Page(list(store.passages.many(named).values()), named, total)


def _whole_passages(pages: Iterator[list[VectorRow]]) -> Iterator[list[VectorRow]]:
    """The pages, cut so that no passage has its windows in two of them."""
    held_back: list[VectorRow] = []
    for page in pages:
        rows = [*held_back, *page]
        held_back = [row for row in rows if row.passage == rows[-1].passage]
        if vector_rows := rows[: -len(held_back)]:
            yield vector_rows
    if held_back:
        yield held_back
