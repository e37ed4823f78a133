"""The store of this machine: a memory in a data folder, with its spool, its copies and its figures."""

import os
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path

from lore import paths
from lore.errors import LoreError, StoreError
from lore.lazy import TYPE_CHECKING
from lore.store.local import preparing
from lore.store.sqlite.database import Database
from lore.store.sqlite.memory import SqliteMemory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lore.presence import Person
    from lore.store.local.health import Health
    from lore.store.local.spool import Spool
    from lore.store.local.statistics import Statistics
    from lore.store.local.texts import Texts
    from lore.store.sqlite.accesses import Accesses
    from lore.store.sqlite.transaction import Transaction

BUDGET_S = 30.0
"""How long a writer waits for the lock; hooks pass 2 seconds."""


def open_store(folder: Path | None = None, *, budget_s: float = BUDGET_S) -> "Store":
    """The store in `folder` (default: `paths.home()`), created or brought up to date where needed.

    Opening a store that is up to date writes nothing. Raises NewerSchema for the store of a newer Lore, Busy when
    another process holds the lock longer than `budget_s` seconds, StoreError when it cannot be opened, NeedsPerson
    where an agent chose the time: what fades, what is kept and what may be sent in a day would go by it.
    """
    if "LORE_NOW" in os.environ:  # else the clock need not be loaded to open a store
        _refuse_chosen_time()
    home = folder or paths.home()
    try:
        preparing.take(home)
    except OSError as error:
        raise StoreError(
            f"the data folder `{home}` cannot be used: {error.strerror}", hint="set `LORE_HOME` to a folder of yours"
        ) from error
    store = Store(home, budget_s=budget_s)
    try:
        store.prepare()
    except BaseException:  # ctrl+c as well: nobody else holds what is open so far
        store.close()
        raise
    return store


def _refuse_chosen_time() -> None:
    """Raises NeedsPerson where an agent chose the time."""
    from lore import clock
    from lore.presence import refuse_agent

    if clock.is_chosen():
        refuse_agent(f"choose the time (`{clock.VARIABLE}`)")


class Store(SqliteMemory):
    """One open store. May be used by several threads: each has a connection of its own."""

    def __init__(self, folder: Path, *, budget_s: float = BUDGET_S) -> None:
        self._wrote = False
        self.units: set[int] = set()
        """The undo units that were written through this object: what this visit changed."""
        self.backs_up = True
        """Off where nobody may wait for a copy, such as in a hook."""
        database = Database(
            paths.database(folder), queue=paths.write_queue(folder), budget_s=budget_s, way_back=self._way_back
        )
        super().__init__(database, folder)

    @cached_property
    def accesses(self) -> "Accesses":
        from lore.store.sqlite.accesses import Accesses

        return Accesses(self._database, lambda lines: self._spool.add(lines))

    @cached_property
    def _spool(self) -> "Spool":
        from lore.store.local.spool import Spool

        return Spool(self.folder)

    @cached_property
    def health(self) -> "Health":
        from lore.store.local.health import Health  # the doctor alone asks for it, as for the two below

        return Health(self._database)

    @cached_property
    def statistics(self) -> "Statistics":
        from lore.store.local.statistics import Statistics

        return Statistics(self._database)

    @cached_property
    def texts(self) -> "Texts":
        from lore.store.local.texts import Texts

        return Texts(self._database)

    @contextmanager
    def write(self, who: "str | Person", run: str | None = None) -> "Iterator[Transaction]":
        """One transaction and one undo unit, as in any memory; then takes over what others left in the spool."""
        with super().write(who, run) as transaction:
            yield transaction
        self._wrote = True
        if transaction.unit:
            self.units.add(transaction.unit)
        # The change is saved: where the spool cannot be taken over now, its lines stay for the next writer.
        with suppress(LoreError):
            self._spool.drain(lambda: self._database.writing(0.0))

    def drain_spool(self) -> int:
        """Take over the lines that other processes had to leave. Returns their number. Raises Busy, StoreError."""
        return self._spool.drain(self._database.writing)

    def prepare(self) -> None:
        """Create or migrate the database where needed, one process at a time."""
        preparing.prepare(self.folder, self._database, back_up=self._back_up_for_migration)

    def close(self) -> None:
        """Close every connection of every thread; first makes a backup where one is due after what was written."""
        try:
            if self._wrote and self.backs_up:
                from lore.store.local.backup import back_up_if_due  # only who wrote something needs it

                self._wrote = False
                back_up_if_due(self)
        finally:
            self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _back_up_for_migration(self) -> None:
        from lore.store.local.backup import make_backup

        make_backup(self, "migration")

    def _way_back(self) -> str | None:
        from lore.store.local.backup import way_back

        return way_back(self.folder)
