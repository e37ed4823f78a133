"""The rooms of a memory on one SQLite database, and the transaction that writes to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from lore.lazy import TYPE_CHECKING
from lore.store.sqlite.database import Database, scrub

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

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


class SqliteMemory:
    """The rooms on one database, and what is done to it as a whole. A room is loaded when it is entered first."""

    def __init__(self, database: Database, folder: Path) -> None:
        """folder: the data folder, whose key marks what is recorded of files."""
        self._database = database
        self.folder = folder

    @cached_property
    def facts(self) -> "Facts":
        from lore.store.sqlite.facts import Facts

        return Facts(self._database)

    @cached_property
    def candidates(self) -> "Candidates":
        from lore.store.sqlite.candidates import Candidates

        return Candidates(self._database)

    @cached_property
    def sessions(self) -> "Sessions":
        from lore.store.sqlite.sessions import Sessions

        return Sessions(self._database)

    @cached_property
    def sources(self) -> "Sources":
        from lore.store.sqlite.sessions import Sources

        return Sources(self._database)

    @cached_property
    def documents(self) -> "Documents":
        from lore.store.sqlite.documents import Documents

        return Documents(self._database)

    @cached_property
    def digests(self) -> "Digests":
        from lore.store.sqlite.candidates import Digests

        return Digests(self._database)

    @cached_property
    def projects(self) -> "Projects":
        from lore.store.sqlite.projects import Projects

        return Projects(self._database)

    @cached_property
    def settings(self) -> "Settings":
        from lore.store.sqlite.settings import Settings

        return Settings(self._database)

    @cached_property
    def roots(self) -> "Roots":
        from lore.store.sqlite.projects import Roots

        return Roots(self._database)

    @cached_property
    def audit(self) -> "Audit":
        from lore.store.sqlite.audit import Audit

        return Audit(self._database)

    @cached_property
    def runs(self) -> "Runs":
        from lore.store.sqlite.audit import Runs

        return Runs(self._database)

    @cached_property
    def names(self) -> "Names":
        from lore.store.sqlite.names import Names

        return Names(self._database)

    @cached_property
    def passages(self) -> "Passages":
        from lore.store.sqlite.passages import Passages

        return Passages(self._database)

    @cached_property
    def vectors(self) -> "Vectors":
        from lore.store.sqlite.passages import Vectors

        return Vectors(self._database)

    @cached_property
    def _index_queue(self) -> "IndexQueue":
        from lore.store.sqlite.passages import IndexQueue

        return IndexQueue(self._database)

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
