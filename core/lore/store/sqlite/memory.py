"""The rooms of a memory on one SQLite database, and the transaction that writes to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lore.presence import Person, actor_of
from lore.store.records import Announcement
from lore.store.sqlite.audit import Audit, Runs
from lore.store.sqlite.candidates import Candidates
from lore.store.sqlite.changes import Change
from lore.store.sqlite.database import Database
from lore.store.sqlite.documents import Documents
from lore.store.sqlite.facts import Facts
from lore.store.sqlite.names import Names
from lore.store.sqlite.outbox import Outbox
from lore.store.sqlite.passages import Passages
from lore.store.sqlite.projects import Projects, Roots, Settings
from lore.store.sqlite.sessions import Sessions, Sources
from lore.store.sqlite.vectors import Vectors


class SqliteMemory:
    """What `lore.store.api.Memory` promises, on SQLite."""

    def __init__(self, database: Database, home: Path) -> None:
        """home: the data folder, whose key marks what is recorded of files."""
        self._database = database
        self._home = home
        self.facts = Facts(database)
        self.candidates = Candidates(database)
        self.sessions = Sessions(database)
        self.sources = Sources(database)
        self.documents = Documents(database)
        self.projects = Projects(database)
        self.settings = Settings(database)
        self.roots = Roots(database)
        self.audit = Audit(database)
        self.runs = Runs(database)
        self.names = Names(database)
        self.passages = Passages(database)
        self.vectors = Vectors(database)
        self._outbox = Outbox(database)

    @contextmanager
    def write(self, who: str | Person, run: str | None = None) -> Iterator[Change]:
        """One transaction and one undo unit. Raises Busy past the budget; nothing is written when the body raises.

        Keep it short: no embedding, no file and no model inside. Raises NeedsPerson where an agent would write as the
        person.
        """
        actor = actor_of(who)
        with self._database.writing() as connection:
            yield Change(connection, actor, self._home, run)

    def changes_since(self, cursor: int, limit: int) -> list[Announcement]:
        """What passages changed, appeared or went after a cursor (0: ever), oldest first, at most `limit`."""
        return self._outbox.since(cursor, limit)

    def cursor(self) -> int:
        """What `changes_since` would go on from after everything that was announced until now."""
        return self._outbox.last()

    def data_version(self) -> int:
        """A number that changes when another connection has written."""
        return int(self._database.connection().execute("PRAGMA data_version").fetchone()[0])
