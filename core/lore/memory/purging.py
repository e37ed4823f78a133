"""Removing a text for good from the store and from everything derived from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.errors import NotFound, UsageError
from lore.index import rebuild
from lore.paths import index_folder
from lore.presence import PERSON
from lore.store import (
    SHORTEST,
    PurgeReport,
    Store,
    make_backup,
    purge_collection,
    purge_facts,
    purge_session,
    purge_text,
)


@dataclass(frozen=True, slots=True)
class PurgeTarget:
    """What to purge: facts, or one source, or one text wherever it stands."""

    facts: Sequence[str] = ()
    session: str | None = None
    """A session, or a collection of documents by name or id; one that was removed by its id."""
    secret: str | None = None


def purge(store: Store, target: PurgeTarget, actor: str = PERSON) -> PurgeReport:
    """Remove the target from tables, history, index, vectors, log and backups; it cannot be undone.

    Raises NotFound for an unknown fact or source, and for a text that stands nowhere, UsageError for a text that is too
    short, and Busy when another program has the store open: it is then gone from the tables, and the same call removes
    the last traces.
    """
    store.drain_spool()
    if target.secret is not None and len(target.secret) < SHORTEST:
        raise UsageError(
            f"a text of less than {SHORTEST} characters would be masked inside other words",
            hint="give the whole secret, or purge the fact or the session that holds it",
        )
    # Purging again removes what a killed or busy purge left behind.
    for name in target.facts:
        if not store.audit.was_purged(name):
            store.facts.get(name)
    source = target.session
    collection = store.documents.id_of(source) if source is not None else None
    if source is not None and collection is None and not store.audit.was_purged(source):
        store.sessions.get(source)
    if target.secret is not None:
        return _purge_text(store, target.secret, actor)
    if collection is not None or any(map(store.facts.has, target.facts)) or (source and store.sessions.find(source)):
        make_backup(store, "purge")  # for the case that this is killed half way; the purge then reaches into it
    try:
        if collection is not None:
            return purge_collection(store, collection, actor)
        if source is not None:
            return purge_session(store, source, actor)
        return purge_facts(store, target.facts, actor)
    finally:
        _rebuild(store)


def _purge_text(store: Store, secret: str, actor: str) -> PurgeReport:
    if store.texts.holds(secret):
        make_backup(store, "purge")
    try:
        report = purge_text(store, secret, actor)
    finally:
        _rebuild(store)
    if not report.rows and not report.backups:
        raise NotFound(
            "nothing to purge: the text stands neither in the store nor in its backups",
            hint="give it as it was said, whole lines of it; `lore search` finds where words of it stand",
        )
    return report


def _rebuild(store: Store) -> None:
    """Make anew what was derived from the store."""
    for opinions in index_folder(store.folder).glob("opinions-*.json"):  # of earlier releases
        opinions.unlink(missing_ok=True)
    rebuild(store, None)
