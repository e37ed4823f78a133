"""Compressing: what the command line calls after the diff was seen."""

from collections.abc import Sequence

from lore.compress.plan import Shrink
from lore.errors import Conflict
from lore.memory.facts import pin
from lore.model import Status
from lore.presence import Person
from lore.publish.whole import WholeChange, record_whole
from lore.publish.writing import Replacement, write_all
from lore.store import Change, Store


def compress(store: Store, shrinks: Sequence[Shrink], *, by: Person) -> None:
    """Write the files as planned; one undo unit, all files or none.

    Before that, in a unit of its own, what holds their statements is pinned where it would fade: a file does not forget
    either. Raises Conflict where a file, or a fact that holds a part of it, changed since the plan was made.
    """
    changes = [one for one in shrinks if one.changes]
    files = [Replacement(one.folder, one.path, one.before.encode(), one.after.encode()) for one in changes]
    for one in changes:
        _refuse_changed(store, one)
    _keep_from_fading(store, changes, by)

    def log(change: Change) -> None:
        for one in changes:
            _refuse_changed(store, one)
            file = WholeChange(one.folder, one.path, one.before, one.after, one.facts)
            record_whole(change, file, "memory_file.compress")

    write_all(store, files, log, by)


def _keep_from_fading(store: Store, changes: Sequence[Shrink], by: Person) -> None:
    names = dict.fromkeys(name for one in changes for name in one.facts)
    fading = [fact.id for fact in store.facts.many(list(names)) if not fact.pinned and fact.approved_at is None]
    if fading:
        pin(store, fading, by=by)


def _refuse_changed(store: Store, one: Shrink) -> None:
    if one.folder.read(one.path) != one.before.encode():
        raise Conflict(f"`{one.path}` changed since the diff was made", hint="run `lore compress` again")
    facts = store.facts.many(one.facts)
    if len(facts) != len(one.facts) or any(fact.status is not Status.ACTIVE for fact in facts):
        raise Conflict(
            f"a fact that holds a part of `{one.path}` is no longer active", hint="run `lore compress` again"
        )
