"""One database file as a process uses it: a connection for each thread, one writer at a time."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from lore.errors import Busy, Damaged, LoreError, StoreError, Unwritable
from lore.store.sqlite.connection import Connection, DatabaseError, as_lore_error, connect, connect_frozen, immediate
from lore.store.sqlite.locks import file_lock, hint_for


class Database:
    """A file that several threads and processes use. What goes wrong with it is explained in its words."""

    def __init__(self, path: Path, *, queue: Path, budget_s: float, way_back: Callable[[], str | None]) -> None:
        """queue: the lock file where writers of other processes line up. budget_s: how long a writer waits.

        way_back: the hint to a user whose file is damaged, asked only then; None where there is no better one.
        """
        self.path = path
        self.budget_s = budget_s
        self._queue = queue
        self._way_back = way_back
        self._threads = threading.local()
        self._opened: list[Connection] = []
        self._opening = threading.Lock()
        self.frozen = ""
        """Why nobody can write it, where it is only read for that reason."""
        self._state: object = None

    def connection(self) -> Connection:
        """The connection of the running thread. Raises StoreError."""
        if self.frozen and not self._is_as_frozen():
            self.close()  # somebody could write it: what is open now does not see that
        connection: Connection | None = getattr(self._threads, "connection", None)
        if connection is None:
            with self._hinting():
                connection = self._connected()
            self._threads.connection = connection
            with self._opening:
                self._opened.append(connection)
        return connection

    def _connected(self) -> Connection:
        try:
            return connect(self.path, budget_s=self.budget_s)
        except Damaged:
            raise
        except StoreError:
            from lore.lookup import state_of, why_frozen  # a rare store

            self.frozen = why_frozen(str(self.path))
            if not self.frozen:
                raise
            self._state = state_of(str(self.path))
            return connect_frozen(self.path)

    def _is_as_frozen(self) -> bool:
        from lore.lookup import state_of

        return state_of(str(self.path)) == self._state

    @contextmanager
    def writing(self, budget_s: float | None = None) -> Iterator[Connection]:
        """One write transaction. Raises Busy past the budget, by default its own, and StoreError."""
        budget = self.budget_s if budget_s is None else budget_s
        self.connection()
        if self.frozen:
            raise Unwritable(
                f"nothing was written to `{self.path}`: {self.frozen}",
                hint=hint_for(self.path.parent) or "free some space, or let yourself write there, and try again",
            )
        with self._hinting(), immediate(self.connection(), self.path, budget_s=budget, queue=self._queue):
            yield self.connection()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """No other process writes during the body, nor may it write itself. Raises Busy past the budget."""
        with file_lock(self._queue, budget_s=self.budget_s):
            # Whoever began to write before now is done when this succeeds.
            with immediate(self.connection(), self.path, budget_s=self.budget_s):
                pass
            yield

    def copy_into(self, target: Path) -> None:
        """Write a compact copy into an empty file. Raises StoreError."""
        try:
            self.connection().execute("VACUUM INTO ?", [str(target)])
        except DatabaseError as error:
            raise as_lore_error(error, target) from error

    def overwrite_from(self, source: Path) -> None:
        """Replace the whole content by that of a checked copy, page by page, as one write. Raises Busy, StoreError."""
        deadline = time.monotonic() + self.budget_s

        def give_up_late(_status: int, remaining: int, _total: int) -> None:
            if remaining and time.monotonic() > deadline:
                raise Busy("other processes keep reading the store", hint="close other Lore programs")

        with closing(connect(source, budget_s=self.budget_s)) as copy:
            try:
                copy.backup(self.connection(), pages=-1, progress=give_up_late)
            except DatabaseError as error:
                raise self.explained(error) from error

    def explained(self, error: DatabaseError) -> LoreError:
        """The error a person can act on, for one of SQLite's that this file gave."""
        return self._hinted(as_lore_error(error, self.path))

    def close(self) -> None:
        """Close the connections of all threads."""
        with self._opening:
            for connection in self._opened:
                connection.close()
            self._opened.clear()
            self.frozen = ""
        self._threads = threading.local()

    @contextmanager
    def _hinting(self) -> Iterator[None]:
        try:
            yield
        except Damaged as error:
            self._hinted(error)
            raise

    def _hinted(self, error: LoreError) -> LoreError:
        if type(error) is Damaged:  # the others know a way of their own
            error.hint = self._way_back() or error.hint
        return error


def scrub(connection: Connection, path: Path) -> None:
    """Rewrite a file so that no free page and no log holds what was removed. Raises Busy while others read it."""
    try:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("VACUUM")
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except DatabaseError as error:
        raise as_lore_error(error, path) from error
    if busy:
        raise Busy(
            f"the rows are gone, but another process still reads the log of `{path.name}`",
            hint="close other Lore programs and run the same purge again",
        )
