"""Copies of the store: made through SQLite, checked, kept for a while, and restored without a file being replaced.

A copy is `lore-<time>-<reason>.db` with a `.json` beside it that holds its SHA-256. Kept, unless the settings say
otherwise: all of the last 24 hours, then one a day for 7 days, then one a week for 4 weeks.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields, replace
from itertools import count
from pathlib import Path

from lore import clock, paths, small_files
from lore.config import BACKUP_ALL, BACKUP_DAILY, BACKUP_MINUTES, BACKUP_NEWEST, BACKUP_WEEKLY, Config, in_force
from lore.errors import Busy, LoreError, NotFound, StoreError
from lore.platform import HERE
from lore.presence import PERSON, Person, actor_of
from lore.store.local.copying import copy_rows, go_on_counting
from lore.store.sqlite import schema
from lore.store.sqlite.connection import Connection, DatabaseError, as_lore_error, connect, immediate
from lore.store.sqlite.locks import file_lock, hint_for
from lore.store.sqlite.memory import SqliteMemory
from lore.store.sqlite.migrations import migrate
from lore.store.sqlite.transaction import Transaction
from lore.store.sqlite.version import SCHEMA_VERSION, refuse_older, version_of

MINUTES_A_DAY = 24 * 60
LOCK_BUDGET_S = 60.0
PARTIAL = ".partial"
CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Keeping:
    """Which copies are kept, and when the next one is due."""

    due_days: float = BACKUP_MINUTES.default / MINUTES_A_DAY
    """A copy is due so long after the last one, when something was written."""
    all_days: float = BACKUP_ALL.default
    daily_days: float = BACKUP_DAILY.default
    weekly_days: float = BACKUP_WEEKLY.default
    newest: int = BACKUP_NEWEST.default
    """Copies kept however old they seem: a clock that is wrong by years must not cost all of them."""

    @classmethod
    def of(cls, config: Config) -> "Keeping":
        """As the settings say."""
        return cls(
            config[BACKUP_MINUTES] / MINUTES_A_DAY,
            config[BACKUP_ALL],
            config[BACKUP_DAILY],
            config[BACKUP_WEEKLY],
            config[BACKUP_NEWEST],
        )

    def keeps(self, backup: "Backup", age_days: float, seen: set[str]) -> bool:
        """Whether a copy stays for its age. `seen`: the days and weeks that a newer copy stands for already."""
        if age_days < self.all_days:
            return True
        if age_days >= self.weekly_days + self.daily_days:
            return False
        moment = clock.parse(backup.at)
        if moment is None:
            return True
        period = moment.strftime("day %Y-%m-%d" if age_days < self.daily_days else "week %G-%V")
        if period in seen:
            return False
        seen.add(period)
        return True


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


def make_backup(store: SqliteMemory, reason: str) -> Backup:
    """Copy the store as it is now, check the copy, let old ones go. Raises StoreError; a failed copy leaves nothing."""
    with backing_up(store.folder):
        backup = _copy(store, reason)
        prune(store)
    return backup


def _copy(store: SqliteMemory, reason: str) -> Backup:
    folder = paths.backup_folder(store.folder)
    at = clock.now()
    name = free_name(folder, f"lore-{at.replace(':', '').replace('-', '')}-{reason}", ".json").stem
    with unfinished(folder / f"{name}.db") as partial:
        store.copy_into(partial)
        with closing(connect(partial, budget_s=1)) as copy:
            _check(copy, name)
            facts = int(copy.execute("SELECT count(*) FROM facts").fetchone()[0])
            schema = version_of(copy)
        backup = Backup(f"{name}.db", at, reason, partial.stat().st_size, _sha256(partial), schema, facts)
        _write_record(folder, backup)
        partial.rename(folder / backup.name)
    return backup


@contextmanager
def backing_up(home: Path, *, budget_s: float = LOCK_BUDGET_S) -> Iterator[None]:
    """Hold the lock of the backups, rid of what was left half done. Raises Busy, and StoreError for what goes wrong."""
    folder = paths.backup_folder(home)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with file_lock(folder / "backups.lock", budget_s=budget_s):
            for rest in folder.glob(f"*{PARTIAL}*"):
                rest.unlink()
            for record in folder.glob("lore-*.json"):
                if not record.with_suffix(".db").exists():
                    record.unlink()
            yield
    except OSError as error:
        raise StoreError(
            f"`{error.filename or folder}` cannot be used: {error.strerror}", hint="free some space and try again"
        ) from error
    except DatabaseError as error:
        raise as_lore_error(error, folder) from error


def backups(folder: Path) -> list[Backup]:
    """The copies of the store in this data folder, newest first. Raises StoreError where nobody may look."""
    place = paths.backup_folder(folder)
    try:
        if folder.exists() and not folder.is_dir():
            raise StoreError(
                f"the data folder `{folder}` cannot be used: it is a file", hint="set `LORE_HOME` to a folder of yours"
            )
        files = [path for path in place.glob("lore-*.db") if path.is_file() and not path.is_symlink()]
        found = [_read_record(path) for path in files]
    except OSError as error:
        hint = hint_for(folder) or hint_for(place) or "check who owns it"
        raise StoreError(f"`{place}` cannot be read: {error.strerror}", hint=hint) from error
    return sorted(found, key=lambda backup: (backup.at, backup.name), reverse=True)


def is_due(store: SqliteMemory) -> bool:
    """Whether something was written so long (`backup.every`) after the newest copy, or after the first change."""
    now = clock.now()
    # Copies from the future were made while the clock was wrong: they must not put off the next one.
    copied = [backup.at for backup in backups(store.folder) if backup.at and backup.at <= now]
    since = max(copied) if copied else store.audit.first_at()
    return since is not None and clock.days_between(since, now) >= Keeping.of(in_force(store)).due_days


def back_up_if_due(store: SqliteMemory) -> Backup | None:
    """Make the copy that is due, or None. Raises StoreError, saying that what was written before is safe."""
    if not is_due(store):
        return None
    try:
        with backing_up(store.folder, budget_s=0):
            if not is_due(store):
                return None
            backup = _copy(store, "due")
            prune(store)
            return backup
    except Busy:
        return None  # another process is making it
    except StoreError as error:
        raise StoreError(f"{error.message} (all changes are saved)", hint=error.hint) from error


def verify(folder: Path, name: str) -> Backup:
    """The copy with this name, once its checksum, structure and schema are right. Raises NotFound or StoreError."""
    backup = next((item for item in backups(folder) if item.name in (name, f"{name}.db")), None)
    if backup is None:
        raise NotFound(f"there is no backup `{name}`", hint="`lore backup list` shows them")
    path = paths.inside(paths.backup_folder(folder), backup.name)
    try:
        if _sha256(path) != backup.sha256:
            raise StoreError(f"the backup `{name}` is damaged: its checksum differs", hint="restore an older one")
        with closing(connect(path, budget_s=1)) as copy:
            if max(backup.schema, version_of(copy)) > SCHEMA_VERSION:
                raise StoreError(f"the backup `{name}` is of a newer Lore", hint="upgrade Lore first")
            refuse_older(version_of(copy), f"the backup `{name}`", "restore a newer one")
            _check(copy, backup.name)
    except OSError as error:
        hint = "restore an older one"
        raise StoreError(f"the backup `{name}` cannot be read: {error.strerror}", hint=hint) from error
    except DatabaseError as error:
        raise as_lore_error(error, path) from error
    return backup


def newest_whole(folder: Path) -> Backup | None:
    """The newest copy that can be restored, or None: what a person is told whose store is damaged or gone."""
    try:
        found = backups(folder)
    except StoreError:
        return None  # who asks tells of a worse trouble
    for backup in found:
        try:
            return verify(folder, backup.name)
        except LoreError:
            continue  # not this one: an older one may be whole
    return None


def way_back(folder: Path) -> str | None:
    """The hint to somebody whose store is damaged: the newest copy that can be restored; None where there is none."""
    newest = newest_whole(folder)
    return f"`lore restore-backup {newest.name}` goes back to {newest.at}" if newest else None


def restore_backup(store: SqliteMemory, name: str, *, by: str | Person = PERSON) -> tuple[Backup, Backup]:
    """Go back to a copy, after checking it. Returns the copy, and the one that was made of the store as it was.

    Its rows are copied into a database made here, which then replaces the content of the store in one transaction:
    other processes that have the store open go on with the restored one. The derived indexes start anew. `lore undo`
    brings back what was. Raises NeedsPerson for an agent.
    """
    actor = actor_of(by)
    folder = paths.backup_folder(store.folder)
    with backing_up(store.folder):
        chosen = verify(store.folder, name)
        # What others wrote before this is in the copy that is made now; what they write later finds the restored store.
        with store.exclusive(), unfinished(folder / "restored.db") as staged:
            before = _copy(store, "restore")
            copy_rows(folder / chosen.name, staged)
            with closing(connect(staged, budget_s=1)) as copy, immediate(copy, staged, budget_s=1):
                transaction = Transaction(copy, actor, store.folder)
                go_on_counting(copy, max(store.audit.seqs(1), default=0))
                if version_of(copy) < SCHEMA_VERSION:
                    migrate(copy)
                store.settings.put(transaction, "store.generation", store.generation() + 1)
                transaction.record(
                    "store.restore", "store", chosen.name, {"backup": before.name}, {"backup": chosen.name}
                )
            store.overwrite_from(staged)
    return chosen, before


def rewrite(home: Path, backup: Backup, work: Callable[[Connection, Path], bool]) -> bool:
    """Let `work` change a copy, and seal it anew where it says that it did. Only while `backing_up`.

    A copy whose checksum was wrong before keeps a wrong one. Raises StoreError for one that Lore did not make.
    """
    folder = paths.backup_folder(home)
    path = paths.inside(folder, backup.name)
    whole = _sha256(path) == backup.sha256
    with unfinished(path) as partial:
        copy_rows(path, partial)
        with closing(connect(partial, budget_s=1)) as copy:
            changed = work(copy, partial)
        if changed:
            # In this order a kill between the two leaves the copy as it was, to be found when `work` is done again.
            seal = _sha256(partial) if whole else backup.sha256
            _write_record(folder, replace(backup, size=partial.stat().st_size, sha256=seal))
            partial.rename(path)
    return changed


def prune(store: SqliteMemory) -> list[str]:
    """Let copies go that are neither recent, nor the newest of their day or week. Returns their names."""
    now = clock.now()
    keeping = Keeping.of(in_force(store))
    seen: set[str] = set()
    gone = []
    for place, backup in enumerate(backups(store.folder)):
        age = clock.days_between(backup.at, now)
        if not keeping.keeps(backup, age, seen) and place >= keeping.newest:
            path = paths.inside(paths.backup_folder(store.folder), backup.name)
            path.unlink(missing_ok=True)
            path.with_suffix(".json").unlink(missing_ok=True)
            gone.append(backup.name)
    return gone


def _check(copy: Connection, name: str) -> None:
    schema.check(copy, f"the backup `{name}`", "restore another one; `lore backup list` shows them")
    answer = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if answer != "ok":
        raise StoreError(f"the backup `{name}` is damaged: {answer}", hint="restore an older one")


def free_name(folder: Path, name: str, suffix: str) -> Path:
    """The first of `name`, `name-2`, `name-3` … that no file with this suffix has."""
    numbered = (f"{name}-{number}" if number > 1 else name for number in count(1))
    return next(path for each in numbered if not (path := folder / f"{each}{suffix}").exists())


def _sha256(path: Path) -> str:
    """Of a finished copy, which no connection has open."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(CHUNK_BYTES):
            digest.update(piece)
    return digest.hexdigest()


def _read_record(path: Path) -> Backup:
    """What is known of a copy. One without a readable record of its own is listed too: its checksum never agrees."""
    try:
        backup = Backup(**small_files.values(path.with_suffix(".json")))
    except (OSError, ValueError, TypeError):
        return _unknown(path)
    types_fit = all(type(getattr(backup, field.name)) is field.type for field in fields(Backup))
    return backup if types_fit and backup.name == path.name else _unknown(path)


def _unknown(path: Path) -> Backup:
    return Backup(path.name, "", "unreadable record", path.stat().st_size, "", 0, 0)


def _write_record(folder: Path, backup: Backup) -> None:
    record = (folder / backup.name).with_suffix(".json")
    with unfinished(record) as partial:
        descriptor = os.open(partial, os.O_WRONLY)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(json.dumps(asdict(backup)))
            file.flush()
            HERE.sync(descriptor)
        partial.rename(record)


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """An empty file for what shall become `path`, removed at the end unless it was renamed.

    SQLite fills an empty file and keeps its mode; a file it makes itself would be readable by others.
    """
    partial = path.with_name(f"{path.name}{PARTIAL}")
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield partial
    finally:
        partial.unlink(missing_ok=True)
