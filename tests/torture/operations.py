"""Everything that writes to a data folder, each with a check of what it promised."""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lore.errors import NotFound
from lore.history import redo_last, undo_last
from lore.index import catch_up
from lore.memory.purging import PurgeTarget, purge
from lore.model import Chunk, Clean, Collection, Document
from lore.store import Store, open_store
from lore.store.local.backup import backups, make_backup, restore_backup, verify
from lore.store.local.spool import Spool
from lore.store.records import VectorRow

from .derived import mismatches
from .processes import Child
from .work import Write, capture, consolidate, review, save, token

SECRET = token("what is purged")


@dataclass(frozen=True)
class Operation:
    """One public write."""

    name: str
    act: Callable[[Store, Path], object]
    """Done while calls fail. What it returns was acknowledged."""
    check: Callable[[Path, object], Iterator[str]]
    """What is wrong afterwards; told what was acknowledged, None for nothing. Runs in a process of its own."""
    around: Callable[[Path], AbstractContextManager[object]] = lambda _home: nullcontext()
    from_nothing: bool = False
    forgets: bool = False
    """Whether it may take back or remove what was acknowledged before."""


def prepare(home: Path) -> list[list[str]]:
    rng = random.Random(7)
    lines = []
    with open_store(home) as store:
        for number in range(4):
            for write in (save, capture, consolidate, review):
                lines.append([str(word) for word in write(store, rng, number)])
        _read_documents(store)
        make_backup(store, "asked")
        catch_up(store, None)
        lines.append([str(word) for word in save(store, rng, 99)])
    return lines


def _read_documents(store: Store) -> None:
    with store.write("person") as transaction:
        handbook = store.documents.add(transaction, Collection("", Clean("handbook"), Clean("/srv/handbook")))
        page = Document(handbook.id, Clean("ports.md"), "markdown", "0" * 32)
        store.documents.put(transaction, page, [Chunk(Clean(token("a page")), Clean("Staging listens on 5433."), 1, 1)])


def _writes(write: Write) -> Callable[[Store, Path], object]:
    return lambda store, _home: [list(map(str, write(store, random.Random(3), 1000)))]


def _fine(_home: Path, _said: object) -> Iterator[str]:
    yield from ()


def _first_start(_store: Store, home: Path) -> object:
    with open_store(home) as store:
        return [list(map(str, save(store, random.Random(3), 1000)))]


def _back_up(store: Store, _home: Path) -> object:
    return make_backup(store, "asked").name


def _backups_whole(home: Path, said: object) -> Iterator[str]:
    names = [backup.name for backup in backups(home)]
    for name in names:
        verify(home, name)
    if said and said not in names:
        yield f"the backup {said} is not there"


def _restore(store: Store, home: Path) -> object:
    return restore_backup(store, backups(home)[0].name)[0].facts


def _restored(home: Path, said: object) -> Iterator[str]:
    with open_store(home) as store:
        restored = store.audit.select(action="store.restore", limit=1)
        if said and not restored:
            yield "an acknowledged restore did not happen"
        if bool(restored) != bool(store.generation()):
            yield "the indexes would not notice the restore"
    yield from _backups_whole(home, None)
    yield from mismatches(home)


def _purge(store: Store, _home: Path) -> object:
    purge(store, PurgeTarget(secret=SECRET))
    return "purged"


@contextmanager
def _with_secret(home: Path) -> Iterator[None]:
    with open_store(home) as store, store.write("person") as transaction:
        (fact,) = store.facts.select(limit=1)
        store.facts.update(transaction, fact.id, problem=SECRET)
    with open_store(home) as store:
        make_backup(store, "asked")
    yield


def _purged(home: Path, said: object) -> Iterator[str]:
    if not said:
        # The same purge again removes the last traces, also where no row holds the text any more.
        with open_store(home) as store, suppress(NotFound):
            purge(store, PurgeTarget(secret=SECRET))
    for path in home.rglob("*"):
        if path.is_file() and SECRET.encode() in path.read_bytes():
            yield f"the secret is still in {path.name}"
    yield from _backups_whole(home, None)


@contextmanager
def _somebody_writes(home: Path) -> Iterator[None]:
    ready, done = os.pipe(), os.pipe()

    def hold() -> None:
        os.close(done[1])  # so that it ends, too, when its parent is killed
        with open_store(home) as store, store.write("agent:other"):
            os.write(ready[1], b"!")
            os.read(done[0], 1)

    child = Child(hold)
    os.read(ready[0], 1)
    try:
        yield
    finally:
        os.write(done[1], b"!")
        child.wait()


def _spool(store: Store, _home: Path) -> object:
    store.accesses.record([_oldest(store)])
    return True


@contextmanager
def _a_line_waits(home: Path) -> Iterator[None]:
    with open_store(home) as store:
        name = _oldest(store)
    Spool(home).add([{"fact": name, "session": None, "kind": "search", "at": "2026-01-01T00:00:00Z"}])
    yield


def _taken_over(home: Path, said: object, *, waited: bool) -> Iterator[str]:
    with open_store(home) as store:
        store.drain_spool()
        found = len(store.facts.uses([_oldest(store)])[_oldest(store)])
    if found > 1 or (found == 0 and (said or waited)):
        yield f"a use was counted {found} times"


def _oldest(store: Store) -> str:
    return store.facts.ids(newest_first=False)[0]


def _embed(store: Store, _home: Path) -> object:
    store.vectors.put([VectorRow(_oldest(store), part, "torture", 2, "hash", b"\0\0\0\0") for part in range(3)])
    return True


def _embedded(home: Path, said: object) -> Iterator[str]:
    with open_store(home) as store:
        if (found := store.vectors.count("torture")) not in ((3,) if said else (0, 3)):
            yield f"{found} of 3 vectors"


def _index(store: Store, _home: Path) -> object:
    return catch_up(store, None)


def _indexed(home: Path, _said: object) -> Iterator[str]:
    yield from mismatches(home)


OPERATIONS = (
    Operation("first start", _first_start, _fine, from_nothing=True),
    Operation("add", _writes(save), _fine),
    Operation("edit", _writes(review), _fine),
    Operation("capture", _writes(capture), _fine),
    Operation("consolidate", _writes(consolidate), _fine),
    Operation("undo", lambda store, _home: bool(undo_last(store)), _fine, forgets=True),
    Operation("undo, redo", lambda store, _home: bool(undo_last(store) and redo_last(store)), _fine, forgets=True),
    Operation("backup", _back_up, _backups_whole),
    Operation("restore", _restore, _restored, forgets=True),
    Operation("purge", _purge, _purged, around=_with_secret, forgets=True),
    Operation("spool", _spool, partial(_taken_over, waited=False), around=_somebody_writes),
    Operation("drain", _writes(save), partial(_taken_over, waited=True), around=_a_line_waits),
    Operation("vectors", _embed, _embedded),
    Operation("index", _index, _indexed),
)
