"""What was recalled, and when; it counts towards the strength of a fact."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lore import clock
from lore.errors import Busy, Unwritable
from lore.store.sqlite.connection import Connection
from lore.store.sqlite.database import Database
from lore.store.sqlite.door import insert
from lore.store.sqlite.ids import is_old
from lore.text import short_id

COLUMNS = frozenset({"id", "fact", "session", "kind", "at"})
"""What is kept of one recall."""
GIVEN = "given"
"""The kind of what an agent was handed unasked."""
WITHHELD = "withheld"
"""The kind of what it would have been handed, in a session that is compared with others."""
LISTED = "search"
"""The kind of what stood in a list that somebody asked for."""
OPENED = "opened"
"""The kind of what a person looked at, in stores of before a look was no use."""
TAKEN_UP = "taken up"
"""The kind of what an agent was handed and made use of."""
PAID_OFF = "paid off"
"""The kind of what it made use of in a session that ended well: it counts beside the use."""
DOUBTED = "doubted"
"""The kind of what was contradicted where it was retrieved."""
CHECKED = "checked"
"""The kind of what an agent said still holds, in stores of before the log told of it."""
SAVED = "saved"
"""The kind of what a session of an agent saved: it finds that again, though no person has confirmed it."""
NO_USES = (GIVEN, WITHHELD, LISTED, OPENED, DOUBTED, CHECKED, SAVED)
"""The kinds that strengthen nothing: what Lore hands out, lists or shows proves nothing."""
Leave = Callable[[Sequence[Mapping[str, object]]], None]


class Accesses:
    """Records use without ever making a read wait: what cannot be written at once is left for the next writer."""

    def __init__(self, database: Database, leave: Leave) -> None:
        """leave: keeps the lines of accesses until somebody else writes them."""
        self._database = database
        self._leave = leave

    def record(self, facts: Sequence[str], *, session: str | None = None, kind: str = TAKEN_UP) -> None:
        """Note what was done with these facts, each time. Raises StoreError where that is neither written nor left."""
        at = clock.now()
        self._write([{"fact": fact, "session": session, "kind": kind, "at": at} for fact in facts])

    def give(self, passages: Sequence[str], session: str, at: str | None = None) -> None:
        """Note that a session was given these facts and messages, once each: no use, so that nothing strengthens by it.

        at: when, where that is not now. Raises StoreError where that can neither be written nor left.
        """
        self._note(GIVEN, passages, session, at)

    def withhold(self, passages: Sequence[str], session: str, at: str | None = None) -> None:
        """Note that a session would have been given these, and was not. Raises StoreError as `give`."""
        self._note(WITHHELD, passages, session, at)

    def take_up(self, passages: Sequence[str], session: str) -> None:
        """Note that a session made use of what it was given, once each: that is a use. Raises StoreError as `give`."""
        self._note(TAKEN_UP, passages, session)

    def pay_off(self, passages: Sequence[str], session: str) -> None:
        """Note that a session that made use of these ended well, once each: a use more. Raises StoreError as `give`."""
        self._note(PAID_OFF, passages, session)

    def doubt(self, passages: Sequence[str], session: str, at: str | None = None) -> None:
        """Note that what a session says contradicts these, once each. Raises StoreError as `give`."""
        self._note(DOUBTED, passages, session, at)

    def save(self, facts: Sequence[str], session: str) -> None:
        """Note that a session of an agent saved these facts, once each. Raises as `give` does."""
        self._note(SAVED, facts, session)

    def noted(self, kind: str, passages: Sequence[str] = (), session: str | None = None) -> list[tuple[str, str, str]]:
        """What was noted of a kind, as (passage, session, time), in that order; of a session, or of passages."""
        where, values = ["kind = ?"], [kind]
        if session is not None:
            mark = _mark(session, kind)
            where.append("id >= ? AND id < ?")
            values += [mark, f"{mark}~"]
        if passages:
            where.append(f"fact IN ({', '.join('?' * len(passages))})")
            values += passages
        sql = f"SELECT fact, session, at FROM accesses WHERE {' AND '.join(where)} ORDER BY seq"
        return [(row[0], row[1], row[2]) for row in self._database.connection().execute(sql, values)]

    def since(self, seq: int) -> tuple[int, list[str]]:
        """The number of the newest one, and what was used after another number, each once."""
        rows = self._database.connection().execute("SELECT seq, fact FROM accesses WHERE seq > ? ORDER BY seq", [seq])
        found = [(int(row[0]), str(row[1])) for row in rows]
        return (found[-1][0] if found else seq), list(dict.fromkeys(name for _, name in found))

    def _note(self, kind: str, passages: Sequence[str], session: str, at: str | None = None) -> None:
        at, mark = at or clock.now(), _mark(session, kind)
        self._write(
            [
                {"id": f"{mark}{name}", "fact": name, "session": session, "kind": kind, "at": at}
                for name in dict.fromkeys(passages)
            ]
        )

    def given(self, session: str) -> list[str]:
        """The ids of what a session was given, in that order."""
        mark = _mark(session)
        sql = "SELECT fact FROM accesses WHERE id >= ? AND id < ? ORDER BY seq"
        return [row[0] for row in self._database.connection().execute(sql, [mark, f"{mark}~"])]

    def _write(self, lines: Sequence[Mapping[str, object]]) -> None:
        if not lines:
            return
        try:
            with self._database.writing(0.0) as connection:
                for line in lines:
                    insert_access(connection, {"id": None, **line})
        except (Busy, Unwritable):
            self._leave(lines)


def _mark(session: str, kind: str = GIVEN) -> str:
    """What the ids of everything begin with that was noted of a session: their names may be long, or masked."""
    return f"{kind.replace(' ', '-')}:{short_id(session, 16)}:"


def insert_access(connection: Connection, line: Mapping[str, Any]) -> None:
    """Store one access; one that was left and taken over before is passed over by its id."""
    values = {name: line[name] for name in sorted(COLUMNS)}
    if is_old(line["fact"]):  # left by an older release
        known = connection.execute("SELECT id FROM aliases WHERE alias = ?", [line["fact"]]).fetchone()
        values["fact"] = known[0] if known else line["fact"]
    insert(connection, "accesses", values, conflict="ON CONFLICT DO NOTHING")
