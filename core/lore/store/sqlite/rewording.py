"""Other words, or another speaker, for what stands in the journal: its transcript says later who typed a message, and
earlier releases read words again. One event of the log for each change, which undo and redo apply as well."""

from collections.abc import Mapping

from lore.errors import NotFound
from lore.model import PassageType
from lore.store.sqlite.door import update
from lore.store.sqlite.hashes import content, entry_hash
from lore.store.sqlite.transaction import Transaction

_COLUMNS: Mapping[str, tuple[str, ...]] = {"turns": ("text", "role"), "events": ("name", "detail")}
"""The columns of the journal that may change."""
_TABLES = {PassageType.TURN.mark: "turns", "e": "events"}
"""By the mark of an id."""


def reword(transaction: Transaction, session_id: str, words: Mapping[str, str], action: str) -> None:
    """Set words of a session, by their places, such as `t:12 text` or `e:7 name`, and record it as one event.

    Raises NotFound where one of them is not there. The words have passed intake.
    """
    before = {}
    for place, text in words.items():
        row = _row(transaction, session_id, place)
        if row is None:
            raise NotFound(f"there is no `{place}` in session `{session_id}`")
        table, column = _named(place)
        before[place] = row[column]
        changed = {column: text, "row_hash": entry_hash({**row, column: text})}
        update(transaction._connection, table, changed, "seq", row["seq"], ready=True)
    transaction.record(action, "words", session_id, before, {**words})
    mark = f"{PassageType.TURN.mark}:"
    transaction.enqueue_for_index(place.partition(" ")[0] for place in words if place.startswith(mark))


def words_now(transaction: Transaction, session_id: str, places: Mapping[str, object]) -> dict[str, object]:
    """The words that stand at these places now; those that are gone are left out."""
    found = {place: _row(transaction, session_id, place) for place in places}
    return {place: row[_named(place)[1]] for place, row in found.items() if row is not None}


def _named(place: str) -> tuple[str, str]:
    """The table and the column of a place. Raises NotFound where it is none of the journal."""
    name, _, column = place.partition(" ")
    table = _TABLES.get(name.partition(":")[0], "")
    if column not in _COLUMNS.get(table, ()):
        raise NotFound(f"`{place}` names no words of a session")
    return table, column


def _row(transaction: Transaction, session_id: str, place: str) -> dict[str, object] | None:
    table, _ = _named(place)
    number = place.partition(" ")[0].partition(":")[2]
    row = transaction._connection.execute(
        f"SELECT * FROM {table} WHERE session = ? AND seq = ?", [session_id, int(number)]
    ).fetchone()
    return content(row) if row else None
