"""What the derived indexes have to hear of, in the order in which it happened."""

from lore.store.records import Announcement
from lore.store.sqlite.reading import Reader


class IndexQueue(Reader):
    """Rows are only added."""

    def since(self, cursor: int, limit: int) -> list[Announcement]:
        """The announcements after a cursor, oldest first."""
        rows = self._all("SELECT seq, passage FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?", cursor, limit)
        return [Announcement(row["seq"], row["passage"]) for row in rows]

    def last(self) -> int:
        """The cursor of the newest announcement; 0 before the first."""
        return int(self._value("SELECT coalesce(max(seq), 0) FROM outbox"))
