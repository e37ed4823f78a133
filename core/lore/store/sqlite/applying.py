"""Applying an event: the one way in which a recorded change is made again, here or in another store.

It is idempotent. Where the thing is as the event left it, nothing happens; where it is as the event found it, the
change is made and recorded; anything else is a conflict, which nobody decides by the order of arrival.
"""

from collections.abc import Mapping
from typing import Any

from lore.errors import Conflict, StoreError
from lore.model import AuditEvent, PassageType, SubjectKind
from lore.store.sqlite.connection import IntegrityError
from lore.store.sqlite.images import image_in, image_of, state_of
from lore.store.sqlite.rewording import reword, words_now
from lore.store.sqlite.sessions import move_session
from lore.store.sqlite.subjects import TABLES
from lore.store.sqlite.transaction import AUDITED, WITHDRAWN, Transaction

State = Mapping[str, Any]
_NEITHER: State = {}
"""Of a journal: some of the rows are shown and some hidden, or not all are here."""


def apply(transaction: Transaction, event: AuditEvent) -> bool:
    """Bring the thing to the state after the event and record it, with where it happened.

    False where it is there already, where the event was applied before whatever came since, or where it has no row.

    Raises Conflict where it is in neither state, or where something newer rests on what would go.
    """
    table = TABLES[event.subject.kind]
    has_rows = table in AUDITED or table in WITHDRAWN or event.is_move or event.subject.kind is SubjectKind.WORDS
    if not has_rows or _is_known(transaction, event):
        return False
    found = state_now(transaction, event)
    if found == event.after:
        return False
    if found != event.before:
        raise Conflict(
            f"`{event.subject.id}` is neither as {event.action} found it nor as it left it",
            hint=f"`lore history {event.subject.id}` shows what changed it",
        )
    transaction.happened_at = (event.installation, event.number) if event.number else None
    try:
        if event.is_move:
            before, after = ((state or _NEITHER).get("project") for state in (event.before, event.after))
            move_session(transaction, event.subject.id, before, after, event.action)
        elif event.subject.kind is SubjectKind.WORDS:
            reword(transaction, event.subject.id, event.after or _NEITHER, event.action)
        else:
            (_show if table in WITHDRAWN else _write)(transaction, table, event)
    except IntegrityError as error:
        raise Conflict(
            "later changes depend on this one",
            hint="`lore log` shows them; undo those first, or take a fact out of use: `lore archive ID`",
        ) from error
    finally:
        transaction.happened_at = None
    return True


def state_now(transaction: Transaction, event: AuditEvent) -> State | None:
    """The thing an event is about as it is now; None where there is none, or where its messages are hidden."""
    table = TABLES[event.subject.kind]
    if table in WITHDRAWN:
        return _shown(transaction, table, event)
    if event.is_move:
        sql = "SELECT project FROM sessions WHERE id = ?"
        row = transaction._connection.execute(sql, [event.subject.id]).fetchone()
        return None if row is None else {"project": row[0]}
    if event.subject.kind is SubjectKind.WORDS:
        return words_now(transaction, event.subject.id, event.state)
    return state_of(table, transaction.row(table, event.subject.id))


def _is_known(transaction: Transaction, event: AuditEvent) -> bool:
    where = [event.installation, event.number]
    found = transaction._connection.execute(
        "SELECT 1 FROM audit WHERE installation = ? AND number = ?", where
    ).fetchone()
    return found is not None


def _write(transaction: Transaction, table: str, event: AuditEvent) -> None:
    name = event.subject.id
    if event.after is None:
        transaction.delete(table, name, event.action)
    elif event.before is None:
        values = image_of(table, event.after)
        transaction.insert(table, {**_place(transaction, table, name), **values}, event.action)
    else:
        transaction.update(table, name, image_of(table, event.after), event.action)


def _place(transaction: Transaction, table: str, name: str) -> dict[str, object]:
    """What comes back takes its old place in the order; what was never here gets a new one."""
    row = transaction._connection.execute(
        'SELECT * FROM audit WHERE target = ? AND "table" = ? AND coalesce(before, after) IS NOT NULL'
        " ORDER BY seq DESC LIMIT 1",
        [name, table],
    ).fetchone()
    image = (image_in(row, "before") or image_in(row, "after") or {}) if row else {}
    seq = image.get("seq")
    taken = transaction._connection.execute(f"SELECT 1 FROM {table} WHERE seq = ?", [seq]).fetchone()
    return {} if seq is None or taken else {"seq": seq}


def _ranges(event: AuditEvent) -> list[tuple[int, int]]:
    numbers = event.state.get("numbers")
    if not isinstance(numbers, list):
        raise StoreError(f"event {event.seq} cannot be read", hint="run `lore doctor`")
    return [(first, last) for first, last in numbers]


def _shown(transaction: Transaction, table: str, event: AuditEvent) -> State | None:
    there = hidden = wanted = 0
    for first, last in _ranges(event):
        row = transaction._connection.execute(
            f"SELECT count(*), coalesce(sum(withdrawn), 0) FROM {table} WHERE session = ? AND seq BETWEEN ? AND ?",
            [event.subject.id, first, last],
        ).fetchone()
        there, hidden, wanted = there + row[0], hidden + row[1], wanted + last - first + 1
    if there != wanted or hidden not in (0, there):
        return _NEITHER
    return None if hidden else event.state


def _show(transaction: Transaction, table: str, event: AuditEvent) -> None:
    withdrawn = event.after is None
    for first, last in _ranges(event):
        transaction._connection.execute(
            f"UPDATE {table} SET withdrawn = ? WHERE session = ? AND seq BETWEEN ? AND ?",
            [int(withdrawn), event.subject.id, first, last],
        )
        if table == "turns":
            transaction.enqueue_for_index(PassageType.TURN.ids_of(range(first, last + 1)))
    before, after = (None if state is None else image_of(table, state) for state in (event.before, event.after))
    transaction.record(event.action, table, event.subject.id, before, after)
