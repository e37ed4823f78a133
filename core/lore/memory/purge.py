"""Removing a text for good from the store and from everything derived from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.errors import UsageError
from lore.index import rebuild
from lore.store import Store
from lore.store.backup import make_backup
from lore.store.purge import PurgeReport, purge_collection, purge_facts, purge_session, purge_text, was_purged

SHORTEST_SECRET = 4
"""Characters: a shorter text would be masked in the middle of innocent words."""


@dataclass(frozen=True, slots=True)
class PurgeTarget:
    """What to purge: facts, or one source, or one text wherever it stands."""

    facts: Sequence[str] = ()
    session: str | None = None
    """A session, or a collection of documents by name or id; one that was removed by its id."""
    secret: str | None = None


def purge(store: Store, target: PurgeTarget, actor: str = "person") -> PurgeReport:
    """Remove the target from tables, history, index, vectors, log and backups; it cannot be undone.

    Raises NotFound for an unknown fact or source, UsageError for a text that is too short, and Busy when another
    program has the store open: it is then gone from the tables, and the same call removes the last traces.
    """
    store.drain_spool()
    if target.secret is not None and len(target.secret) < SHORTEST_SECRET:
        raise UsageError(
            f"a text of less than {SHORTEST_SECRET} characters would be masked inside other words",
            hint="give the whole secret, or purge the fact or the session that holds it",
        )
    for name in target.facts:
        if not was_purged(store, name):
            store.facts.get(name)
    source = target.session
    collection = store.documents.id_of(source) if source is not None else None
    if source is not None and collection is None and not was_purged(store, source):
        store.sessions.get(source)
    make_backup(store, "purge")  # for the case that this is killed half way; the purge then reaches into it
    try:
        if target.secret is not None:
            return purge_text(store, target.secret, actor)
        if collection is not None:
            return purge_collection(store, collection, actor)
        if source is not None:
            return purge_session(store, source, actor)
        return purge_facts(store, target.facts, actor)
    finally:
        rebuild(store, None)
