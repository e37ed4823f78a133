"""Compressing: what the command line calls after the diff was seen."""

from collections.abc import Sequence

from lore.compress.planning import Shrink
from lore.errors import Conflict
from lore.files import Replacement, write_all
from lore.model import Status
from lore.presence import Person
from lore.publish import WholeChange, record_whole
from lore.store import Store, Transaction


def compress(store: Store, shrinks: Sequence[Shrink], *, by: Person) -> None:
    """Write the files as planned; one undo unit, all files or none.

    Raises Conflict where a file, or a convention that says a part of it, changed since the plan was made.
    """
    changes = [shrink for shrink in shrinks if shrink.changes]
    files = [
        Replacement(shrink.folder, shrink.path, shrink.before.encode(), shrink.after.encode()) for shrink in changes
    ]

    def log(transaction: Transaction) -> None:
        for one in changes:
            _refuse_changed(store, one)
            file = WholeChange(one.folder, one.path, one.before, one.after, one.facts)
            record_whole(transaction, file, "memory_file.compress")

    write_all(store, files, log, by)


def _refuse_changed(store: Store, shrink: Shrink) -> None:
    if shrink.folder.read(shrink.path) != shrink.before.encode():
        raise Conflict(f"`{shrink.path}` changed since the diff was made", hint="run `lore compress` again")
    facts = store.facts.many(shrink.facts)
    given = [fact for fact in facts if fact.status is Status.ACTIVE and fact.approved_at is not None]
    if len(given) != len(shrink.facts):
        raise Conflict(
            f"a convention that says a part of `{shrink.path}` is no longer in force", hint="run `lore compress` again"
        )
