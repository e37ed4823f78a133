"""What was recalled, and when; it counts towards the strength of a fact."""

from collections.abc import Sequence

from lore import clock
from lore.errors import Busy
from lore.store.local.spool import Spool, Writing, insert_access


class Accesses:
    """Records use without ever making a read wait: what cannot be written at once goes to the spool."""

    def __init__(self, writing: Writing, spool: Spool) -> None:
        self._writing = writing
        self._spool = spool

    def record(self, facts: Sequence[str], *, session: str | None = None, kind: str = "search") -> None:
        """Note that these facts were used. Raises StoreError where neither the store nor the spool can be written."""
        at = clock.now()
        lines = [{"fact": fact, "session": session, "kind": kind, "at": at} for fact in facts]
        if not lines:
            return
        try:
            with self._writing() as connection:
                for line in lines:
                    insert_access(connection, {"id": None, **line})
        except Busy:
            self._spool.add(lines)
