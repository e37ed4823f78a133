"""The store: its folder, its connections, its rooms."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from lore import paths
from lore.errors import Busy, LoreError, Lost, NewerSchema, StoreError
from lore.platform import HERE
from lore.presence import Person, actor_of
from lore.store import schema
from lore.store.accesses import Accesses
from lore.store.audit import Audit, Runs
from lore.store.backup import back_up_if_due, make_backup, newest_whole
from lore.store.candidates import Candidates
from lore.store.census import Census
from lore.store.changes import Change
from lore.store.connection import (
    Connection,
    DatabaseError,
    connect,
    explain,
    immediate,
    insist,
    wanted_journal_mode,
)
from lore.store.documents import Documents
from lore.store.facts import Facts
from lore.store.fitness import Snapshots
from lore.store.health import Health
from lore.store.locks import held
from lore.store.migrations import SCHEMA_VERSION, migrate, version_of
from lore.store.owned import give_back_side_files, hint_for
from lore.store.passages import Passages
from lore.store.projects import Projects, Roots, Settings
from lore.store.purge import scrub
from lore.store.sessions import Sessions, Sources
from lore.store.spool import Spool
from lore.store.texts import Texts
from lore.store.vectors import Vectors

BUDGET_S = 30.0
"""How long a writer waits for the lock; hooks pass 2 seconds."""


def open_store(folder: Path | None = None, *, budget_s: float = BUDGET_S) -> "Store":
    """The store in `folder` (default: `paths.home()`), created or brought up to date where needed.

    Opening a store that is up to date writes nothing. Raises NewerSchema for the store of a newer Lore, Busy when
    another process holds the lock longer than `budget_s` seconds, StoreError when it cannot be opened.
    """
    home = folder or paths.home()
    try:
        _take(home)
    except OSError as error:
        raise StoreError(
            f"the data folder `{home}` cannot be used: {error.strerror}", hint="set `LORE_HOME` to a folder of yours"
        ) from error
    store = Store(home, budget_s=budget_s)
    try:
        store.prepare()
    except BaseException:
        store.close()
        raise
    return store


def _take(home: Path) -> None:
    """Make the data folder, or make sure that it is one: no folder of somebody else's is taken over, or closed.

    Raises StoreError, OSError.
    """
    if home.is_symlink():
        raise StoreError(
            f"the data folder `{home}` is a link to `{home.readlink()}`", hint="set `LORE_HOME` to the folder itself"
        )
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not HERE.is_open_to_others(home.stat()):
        return
    marks = (paths.database(home), paths.key_file(home), paths.backup_folder(home))
    if any(home.iterdir()) and not any(mark.exists() for mark in marks):
        raise StoreError(
            f"`{home}` holds other files and is open to others: it is no data folder of Lore",
            hint="set `LORE_HOME` to a folder of its own",
        )
    home.chmod(0o700)


class Store:
    """One open store. May be used by several threads: each has a connection of its own."""

    def __init__(self, folder: Path, *, budget_s: float = BUDGET_S) -> None:
        self.folder = folder
        self._path = paths.database(folder)
        self._budget_s = budget_s
        self._threads = threading.local()
        self._opened: list[Connection] = []
        self._opening = threading.Lock()
        self._spool = Spool(folder)
        self._wrote = False
        self.units: set[int] = set()
        """The undo units that were written through this object: what this visit changed."""
        self.backs_up = True
        """Off where nobody may wait for a copy, such as in a hook."""
        at = (self._connection, self._path)
        self.facts = Facts(*at)
        self.candidates = Candidates(*at)
        self.sessions = Sessions(*at)
        self.sources = Sources(*at)
        self.documents = Documents(*at)
        self.projects = Projects(*at)
        self.settings = Settings(*at)
        self.roots = Roots(*at)
        self.audit = Audit(*at)
        self.runs = Runs(*at)
        self.passages = Passages(*at)
        self.health = Health(*at)
        self.census = Census(*at)
        self.snapshots = Snapshots(*at)
        self.texts = Texts(*at)
        self.vectors = Vectors(*at, lambda: self._writing(self._budget_s))
        self.accesses = Accesses(lambda: self._writing(0.0), self._spool)

    @contextmanager
    def write(self, who: str | Person, run: str | None = None) -> Iterator[Change]:
        """One transaction and one undo unit. Raises Busy past the budget; nothing is written when the body raises.

        Keep it short: no embedding, no file and no model inside. Raises NeedsPerson where an agent would write as the
        person.
        """
        actor = actor_of(who)
        with self._writing(self._budget_s) as connection:
            change = Change(connection, actor, run, home=self.folder)
            yield change
        self._wrote = True
        if change.unit:
            self.units.add(change.unit)
        # The change is saved: where the spool cannot be taken over now, its lines stay for the next writer.
        with suppress(LoreError):
            self._spool.drain(lambda: self._writing(0.0))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No other process writes during the body, nor may `write` be called in it. Raises Busy past the budget."""
        with held(paths.write_queue(self.folder), budget_s=self._budget_s):
            # Whoever began to write before now is done when this succeeds.
            with immediate(self._connection(), self._path, budget_s=self._budget_s):
                pass
            yield

    def drain_spool(self) -> int:
        """Take over the lines that other processes had to leave. Returns their number. Raises Busy, StoreError."""
        return self._spool.drain(lambda: self._writing(self._budget_s))

    def generation(self) -> int:
        """Counts how often the store went back to a copy: an index of another generation must be made anew."""
        found = self.settings.get("store.generation", 0)
        return found if isinstance(found, int) else 0

    def copy_into(self, target: Path) -> None:
        """Write a compact copy into an empty file. Raises StoreError."""
        try:
            self._connection().execute("VACUUM INTO ?", [str(target)])
        except DatabaseError as error:
            raise explain(error, target) from error

    def overwrite_from(self, source: Path) -> None:
        """Replace the whole content by that of a checked copy, page by page, as one write. Raises Busy, StoreError."""
        deadline = time.monotonic() + self._budget_s

        def give_up_late(_status: int, remaining: int, _total: int) -> None:
            if remaining and time.monotonic() > deadline:
                raise Busy("another process reads the store all the time", hint="close other Lore programs")

        with closing(connect(source, budget_s=self._budget_s)) as copy:
            try:
                copy.backup(self._connection(), pages=-1, progress=give_up_late)
            except DatabaseError as error:
                raise explain(error, self._path) from error

    def scrub(self) -> None:
        """Rewrite the file so that nothing that was purged is left in it or its log. Raises Busy."""
        with self.alone():
            scrub(self._connection(), self._path)

    def data_version(self) -> int:
        """A number that changes when another connection has written."""
        return int(self._connection().execute("PRAGMA data_version").fetchone()[0])

    def interrupter(self) -> "Interrupter":
        """Stops a running query of the calling thread, from any other thread."""
        return Interrupter(self._connection())

    def close(self) -> None:
        """Close every connection of every thread; first makes a backup where one is due after what was written."""
        try:
            if self._wrote and self.backs_up:
                self._wrote = False
                back_up_if_due(self)
        finally:
            with self._opening:
                for connection in self._opened:
                    connection.close()
                self._opened.clear()
            self._threads = threading.local()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self) -> None:
        """Create or migrate the database where needed, one process at a time."""
        if self._is_ready():
            return
        with held(paths.store_lock(self.folder), budget_s=self._budget_s):
            if not self._is_ready():
                self._refuse_to_begin_anew()
                self._create_file()
                self._migrate()

    def _is_ready(self) -> bool:
        try:
            if self._path.is_symlink():
                raise StoreError(
                    f"`{self._path}` is a link to `{self._path.readlink()}`",
                    hint="move the store itself into the folder",
                )
            if not self._path.exists():
                return False
            if HERE.is_open_to_others(self._path.stat()):
                self._path.chmod(0o600)
            give_back_side_files(self._path)
        except OSError as error:
            raise StoreError(
                f"the data folder `{self.folder}` cannot be used: {error.strerror}",
                hint=hint_for(self.folder) or "check who owns it and what is in it",
            ) from error
        try:
            connection = self._connection()
            found = version_of(connection)
            mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
        except DatabaseError as error:
            raise explain(error, self._path) from error
        if found > SCHEMA_VERSION:
            raise NewerSchema(
                f"the store is of a newer Lore (schema {found}, this one knows {SCHEMA_VERSION})",
                hint="upgrade Lore, or `lore restore-backup` a copy from before",
            )
        schema.check(connection, f"the store `{self._path}`", _FOREIGN_HINT)
        return found == SCHEMA_VERSION and mode == wanted_journal_mode()

    def _refuse_to_begin_anew(self) -> None:
        """Raises Lost where the store is gone or empty, and a backup says that there was one."""
        gone = not self._path.exists()
        if not gone and version_of(self._connection()):
            return
        newest = newest_whole(self.folder)
        if newest:
            raise Lost(
                f"the store is {'gone' if gone else 'empty'}: `{self._path}`;"
                f" {newest.name} holds {newest.facts:,} facts, as of {newest.at}",
                hint=f"`lore restore-backup {newest.name}` brings it back; to begin anew,"
                f" move `{paths.backup_folder(self.folder)}` away",
            )

    def _create_file(self) -> None:
        """The key, then the empty file with its mode, before SQLite makes its side files with the same."""
        from lore.intake.keys import key_of  # 5 ms: only a new store pays it

        key_of(self.folder)
        try:
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            return
        except OSError as error:
            raise StoreError(
                f"`{self._path}` cannot be created: {error.strerror}", hint="set `LORE_HOME` to a folder of yours"
            ) from error

    def _migrate(self) -> None:
        connection = self._connection()
        if 0 < version_of(connection) < SCHEMA_VERSION:
            make_backup(self, "migration")
        # Cannot change inside a transaction; other processes wait at the store's lock, but look at the version first.
        insist(connection, self._path, f"PRAGMA journal_mode = {wanted_journal_mode()}", budget_s=self._budget_s)
        with immediate(connection, self._path, budget_s=self._budget_s):
            if version_of(connection) < SCHEMA_VERSION:
                migrate(connection)

    @contextmanager
    def _writing(self, budget_s: float) -> Iterator[Connection]:
        connection = self._connection()
        with immediate(connection, self._path, budget_s=budget_s, queue=paths.write_queue(self.folder)):
            yield connection

    def _connection(self) -> Connection:
        connection: Connection | None = getattr(self._threads, "connection", None)
        if connection is None:
            connection = connect(self._path, budget_s=self._budget_s)
            self._threads.connection = connection
            with self._opening:
                self._opened.append(connection)
        return connection


_FOREIGN_HINT = "`lore doctor --fix` moves it aside and takes its rows over into a store of Lore's own"


class Interrupter:
    """Stops the query that runs on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def interrupt(self) -> None:
        self._connection.interrupt()
