"""Copies of the store: made through SQLite, checked, kept for a while, and restored without a file being replaced.

A copy is `lore-<time>-<reason>.db` with a `.json` beside it that holds its SHA-256. Kept: all of the last 24 hours,
then one a day for 7 days, then one a week for 4 weeks.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lore import clock, paths
from lore.errors import NotFound, StoreError
from lore.store.connection import Connection, DatabaseError, connect, explain
from lore.store.migrations import SCHEMA_VERSION, version_of

if TYPE_CHECKING:
    from lore.store.store import Store

DUE_DAYS = 30 / (24 * 60)
"""A copy is due after 30 minutes in which something was written."""
KEEP_ALL_DAYS, KEEP_DAILY_DAYS, KEEP_WEEKLY_DAYS = 1.0, 7.0, 28.0
CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy of the store."""

    name: str
    at: str
    reason: str
    """`asked`, `due`, or what it was made before: `import`, `purge`, `repair`, `migration`, `restore`."""
    size: int
    """Bytes."""
    sha256: str
    schema: int
    facts: int


def make_backup(store: "Store", reason: str) -> Backup:
    """Copy the store as it is now, check the copy, let old ones go. Raises StoreError; a failed copy leaves nothing."""
    folder = paths.backup_folder(store.folder)
    folder.mkdir(mode=0o700, exist_ok=True)
    at = clock.now()
    name = _free_name(folder, f"lore-{at.replace(':', '').replace('-', '')}-{reason}")
    partial = folder / f"{name}.partial"
    partial.unlink(missing_ok=True)
    try:
        # SQLite fills an empty file and keeps its mode; a file it makes itself would be readable by others.
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        store.copy_into(partial)
        with closing(connect(partial, budget_s=1)) as copy:
            _check(copy, name)
            facts = int(copy.execute("SELECT count(*) FROM facts").fetchone()[0])
            schema = version_of(copy)
        backup = Backup(f"{name}.db", at, reason, partial.stat().st_size, _sha256(partial), schema, facts)
        _write(folder / f"{name}.json", json.dumps(asdict(backup)))
        partial.rename(folder / backup.name)
    except OSError as error:
        raise StoreError(f"the backup failed: {error.strerror}", hint="free some space and try again") from error
    except DatabaseError as error:
        raise explain(error, partial) from error
    finally:
        partial.unlink(missing_ok=True)
    prune(store)
    return backup


def backups(folder: Path) -> list[Backup]:
    """The copies of the store in this data folder, newest first."""
    kept = paths.backup_folder(folder)
    found = [
        Backup(**json.loads(path.read_text(encoding="utf-8")))
        for path in kept.glob("lore-*.json")
        if path.with_suffix(".db").exists()
    ]
    return sorted(found, key=lambda backup: (backup.at, backup.name), reverse=True)


def is_due(store: "Store") -> bool:
    """Whether something was written 30 minutes or more after the newest copy, or after the first change."""
    newest = next(iter(backups(store.folder)), None)
    since = newest.at if newest else store.audit.value("SELECT min(at) FROM audit")
    return since is not None and clock.days_between(since, clock.now()) >= DUE_DAYS


def back_up_if_due(store: "Store") -> Backup | None:
    """Make the copy that is due, or None. Raises StoreError, saying that what was written before is safe."""
    if not is_due(store):
        return None
    try:
        return make_backup(store, "due")
    except StoreError as error:
        raise StoreError(f"{error.message} (all changes are saved)", hint=error.hint) from error


def verify(folder: Path, name: str) -> Backup:
    """The copy with this name, once its checksum and its structure are right. Raises NotFound or StoreError."""
    backup = next((item for item in backups(folder) if item.name in (name, f"{name}.db")), None)
    if backup is None:
        raise NotFound(f"there is no backup `{name}`", hint="`lore backup list` shows them")
    path = paths.backup_folder(folder) / backup.name
    if _sha256(path) != backup.sha256:
        raise StoreError(f"the backup `{backup.name}` is damaged: its checksum differs", hint="restore an older one")
    if backup.schema > SCHEMA_VERSION:
        raise StoreError(f"the backup `{backup.name}` is of a newer Lore", hint="upgrade Lore first")
    with closing(connect(path, budget_s=1)) as copy:
        _check(copy, backup.name)
    return backup


def restore_backup(store: "Store", name: str, *, actor: str = "person") -> tuple[Backup, Backup]:
    """Go back to a copy, after checking it. Returns the copy, and the one that was made of the store as it was.

    Pages are copied through SQLite, so other processes that have the store open go on with the restored one. The
    derived indexes start anew. `lore undo` brings back what was.
    """
    chosen = verify(store.folder, name)
    before = make_backup(store, "restore")
    generation = store.generation()
    store.overwrite_from(paths.backup_folder(store.folder) / chosen.name)
    store.prepare()
    with store.write(actor) as change:
        store.settings.put(change, "store.generation", generation + 1)
        change.record("store.restore", "store", chosen.name, {"backup": before.name}, {"backup": chosen.name})
    return chosen, before


def reseal(folder: Path, name: str) -> None:
    """Take the size and checksum of a copy anew, after a purge reached into it."""
    path = paths.backup_folder(folder) / name
    record = path.with_suffix(".json")
    backup = Backup(**json.loads(record.read_text(encoding="utf-8")))
    _write(record, json.dumps(asdict(replace(backup, size=path.stat().st_size, sha256=_sha256(path)))))


def prune(store: "Store") -> list[str]:
    """Let copies go that are neither recent, nor the newest of their day or week. Returns their names."""
    now = clock.now()
    seen: set[str] = set()
    gone = []
    for backup in backups(store.folder):
        age = clock.days_between(backup.at, now)
        if not _keeps(backup, age, seen):
            folder = paths.backup_folder(store.folder)
            (folder / backup.name).unlink(missing_ok=True)
            (folder / backup.name).with_suffix(".json").unlink(missing_ok=True)
            gone.append(backup.name)
    return gone


def _keeps(backup: Backup, age_days: float, seen: set[str]) -> bool:
    if age_days < KEEP_ALL_DAYS:
        return True
    if age_days >= KEEP_WEEKLY_DAYS + KEEP_DAILY_DAYS:
        return False
    moment = clock.parse(backup.at)
    if moment is None:
        return True
    period = moment.strftime("day %Y-%m-%d" if age_days < KEEP_DAILY_DAYS else "week %G-%V")
    if period in seen:
        return False
    seen.add(period)
    return True


def _check(copy: Connection, name: str) -> None:
    answer = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if answer != "ok":
        raise StoreError(f"the backup `{name}` is damaged: {answer}", hint="restore an older one")


def _free_name(folder: Path, name: str) -> str:
    def names() -> Iterator[str]:
        yield name
        number = 2
        while True:
            yield f"{name}-{number}"
            number += 1

    return next(candidate for candidate in names() if not (folder / f"{candidate}.json").exists())


def _sha256(path: Path) -> str:
    """Of a finished copy, which no connection has open."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(CHUNK_BYTES):
            digest.update(piece)
    return digest.hexdigest()


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(descriptor)
