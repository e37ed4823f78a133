"""What was recalled, and when; it counts towards the strength of a fact."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lore import clock
from lore.errors import Busy
from lore.store.sqlite.connection import Connection
from lore.store.sqlite.database import Database
from lore.store.sqlite.door import insert
from lore.store.sqlite.ids import is_old

COLUMNS = frozenset({"id", "fact", "session", "kind", "at"})
"""What is kept of one recall."""
Leave = Callable[[Sequence[Mapping[str, object]]], None]


class Accesses:
    """Records use without ever making a read wait: what cannot be written at once is left for the next writer."""

    def __init__(self, database: Database, leave: Leave) -> None:
        """leave: keeps the lines of accesses until somebody else writes them."""
        self._database = database
        self._leave = leave

    def record(self, facts: Sequence[str], *, session: str | None = None, kind: str = "search") -> None:
        """Note that these facts were used. Raises StoreError where that can neither be written nor left."""
        at = clock.now()
        lines = [{"fact": fact, "session": session, "kind": kind, "at": at} for fact in facts]
        if not lines:
            return
        try:
            with self._database.writing(0.0) as connection:
                for line in lines:
                    insert_access(connection, {"id": None, **line})
        except Busy:
            self._leave(lines)


def insert_access(connection: Connection, line: Mapping[str, Any]) -> None:
    """Store one access; one that was left and taken over before is passed over by its id."""
    values = {name: line[name] for name in sorted(COLUMNS)}
    if is_old(line["fact"]):  # left by an older release
        known = connection.execute("SELECT id FROM aliases WHERE alias = ?", [line["fact"]]).fetchone()
        values["fact"] = known[0] if known else line["fact"]
    insert(connection, "accesses", values, conflict="ON CONFLICT DO NOTHING")
