"""The rooms of a memory on one SQLite database, and the transaction that writes to them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lore.lazy import TYPE_CHECKING
from lore.store.sqlite.database import Database, scrub

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import Any

    from lore.presence import Person
    from lore.store.records import Announcement
    from lore.store.sqlite.audit import Audit, Runs
    from lore.store.sqlite.candidates import Candidates, Digests
    from lore.store.sqlite.documents import Documents
    from lore.store.sqlite.facts import Facts
    from lore.store.sqlite.names import Names
    from lore.store.sqlite.passages import IndexQueue, Passages, Vectors
    from lore.store.sqlite.projects import Projects, Roots
    from lore.store.sqlite.sessions import Sessions, Sources
    from lore.store.sqlite.settings import Settings
    from lore.store.sqlite.transaction import Transaction


class _Room:
    """A room of a memory, loaded when it is entered first."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = f"lore.store.sqlite.{module}", name

    def __set_name__(self, _owner: type, name: str) -> None:
        self._as = name

    def __get__(self, memory: "SqliteMemory", _owner: type) -> object:
        __import__(self._module)
        room = memory.__dict__[self._as] = getattr(sys.modules[self._module], self._name)(memory._database)
        return room


def _room(module: str, name: str) -> "Any":
    return _Room(module, name)


class SqliteMemory:
    """The rooms on one database, and what is done to it as a whole."""

    facts: "Facts" = _room("facts", "Facts")
    candidates: "Candidates" = _room("candidates", "Candidates")
    sessions: "Sessions" = _room("sessions", "Sessions")
    sources: "Sources" = _room("sessions", "Sources")
    documents: "Documents" = _room("documents", "Documents")
    digests: "Digests" = _room("candidates", "Digests")
    projects: "Projects" = _room("projects", "Projects")
    settings: "Settings" = _room("settings", "Settings")
    roots: "Roots" = _room("projects", "Roots")
    audit: "Audit" = _room("audit", "Audit")
    runs: "Runs" = _room("audit", "Runs")
    names: "Names" = _room("names", "Names")
    passages: "Passages" = _room("passages", "Passages")
    vectors: "Vectors" = _room("passages", "Vectors")
    _index_queue: "IndexQueue" = _room("passages", "IndexQueue")

    def __init__(self, database: Database, folder: Path) -> None:
        """folder: the data folder, whose key marks what is recorded of files."""
        self._database = database
        self.folder = folder

    @contextmanager
    def write(self, who: "str | Person", run: str | None = None) -> "Iterator[Transaction]":
        """One transaction and one undo unit. Raises Busy past the budget; nothing is written when the body raises.

        Keep it short: no embedding, no file and no model inside. Raises NeedsPerson where an agent would write as the
        person.
        """
        from lore.presence import actor_of
        from lore.store.sqlite.transaction import Transaction

        actor = actor_of(who)
        with self._database.writing() as connection:
            yield Transaction(connection, actor, self.folder, run)

    def changes_since(self, cursor: int, limit: int) -> "list[Announcement]":
        """What passages changed, appeared or went after a cursor (0: ever), oldest first, at most `limit`."""
        return self._index_queue.since(cursor, limit)

    def cursor(self) -> int:
        """What `changes_since` would go on from after everything that was announced until now."""
        return self._index_queue.last()

    def is_quiet(self) -> bool:
        """Whether facts are stored and no proposal waits for a person. No room is loaded for it."""
        from lore.store.sqlite.reading import Glance

        return Glance(self._database).is_quiet()

    def data_version(self) -> int:
        """A number that changes when another connection has written."""
        return int(self._database.connection().execute("PRAGMA data_version").fetchone()[0])

    def exclusive(self) -> "AbstractContextManager[None]":
        """No other process writes during the body, nor may `write` be called in it. Raises Busy past the budget."""
        return self._database.exclusive()

    def generation(self) -> int:
        """Counts how often the store went back to a copy: an index of another generation must be made anew."""
        found = self.settings.get("store.generation", 0)
        return found if isinstance(found, int) else 0

    def copy_into(self, target: Path) -> None:
        """Write a compact copy into an empty file. Raises StoreError."""
        self._database.copy_into(target)

    def overwrite_from(self, source: Path) -> None:
        """Replace the whole content by that of a checked copy, page by page, as one write. Raises Busy, StoreError."""
        self._database.overwrite_from(source)

    def scrub(self) -> None:
        """Rewrite the file so that nothing that was purged is left in it or its log. Raises Busy."""
        with self.exclusive():
            scrub(self._database.connection(), self._database.path)
