"""The only truth: one SQLite file behind a narrow interface that speaks `lore.model`.

`open_store()` gives a `Store`; its rooms (`facts`, `sessions`, `candidates`, …) read at once and write only inside
`with store.write(actor) as change`, which is one transaction, one undo unit, and records what it did.

May import `lore.intake` and what lies below it. Nothing above the store imports SQLite.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.store import backup as backup
    from lore.store import damage as damage
    from lore.store import door as door
    from lore.store import migrations as migrations
    from lore.store import revive as revive
    from lore.store import schema as schema
    from lore.store import store as store
    from lore.store import undo as undo
    from lore.store.backup import (
        Backup as Backup,
    )
    from lore.store.backup import (
        backups as backups,
    )
    from lore.store.backup import (
        make_backup as make_backup,
    )
    from lore.store.backup import (
        newest_whole as newest_whole,
    )
    from lore.store.backup import (
        restore_backup as restore_backup,
    )
    from lore.store.backup import (
        verify as verify,
    )
    from lore.store.canary import (
        ACTOR as ACTOR,
    )
    from lore.store.canary import (
        PROJECT as PROJECT,
    )
    from lore.store.canary import (
        put_canary as put_canary,
    )
    from lore.store.canary import (
        remove_canaries as remove_canaries,
    )
    from lore.store.changes import FILES as FILES
    from lore.store.changes import SEAL as SEAL
    from lore.store.changes import Change as Change
    from lore.store.facts import Vitals as Vitals
    from lore.store.filters import FactFilter as FactFilter
    from lore.store.filters import SessionFilter as SessionFilter
    from lore.store.fitness import Snapshot as Snapshot
    from lore.store.forms import SHORTEST as SHORTEST
    from lore.store.health import copies_of as copies_of
    from lore.store.locks import held as held
    from lore.store.migrations import SCHEMA_VERSION as SCHEMA_VERSION
    from lore.store.owned import hint_for as hint_for
    from lore.store.passages import type_of as type_of
    from lore.store.purge import (
        PurgeReport as PurgeReport,
    )
    from lore.store.purge import (
        holds as holds,
    )
    from lore.store.purge import (
        purge_collection as purge_collection,
    )
    from lore.store.purge import (
        purge_facts as purge_facts,
    )
    from lore.store.purge import (
        purge_session as purge_session,
    )
    from lore.store.purge import (
        purge_text as purge_text,
    )
    from lore.store.purge import (
        was_purged as was_purged,
    )
    from lore.store.revive import restore_beside as restore_beside
    from lore.store.sessions import SourcePosition as SourcePosition
    from lore.store.spool import SET_ASIDE as SET_ASIDE
    from lore.store.spool import Spool as Spool
    from lore.store.store import Store as Store
    from lore.store.store import open_store as open_store
    from lore.store.texts import Reach as Reach
    from lore.store.texts import StoredText as StoredText
    from lore.store.undo import (
        Effect as Effect,
    )
    from lore.store.undo import (
        UndoReport as UndoReport,
    )
    from lore.store.undo import (
        redo_last as redo_last,
    )
    from lore.store.undo import (
        undo_event as undo_event,
    )
    from lore.store.undo import (
        undo_last as undo_last,
    )
    from lore.store.undo import (
        undo_run as undo_run,
    )
    from lore.store.vectors import VectorRow as VectorRow

__getattr__ = lazy_face(
    __name__,
    {
        "backup": "Backup backups make_backup newest_whole restore_backup verify",
        "canary": "ACTOR PROJECT put_canary remove_canaries",
        "changes": "Change FILES SEAL",
        "facts": "Vitals",
        "filters": "FactFilter SessionFilter",
        "fitness": "Snapshot",
        "forms": "SHORTEST",
        "health": "copies_of",
        "locks": "held",
        "migrations": "SCHEMA_VERSION",
        "owned": "hint_for",
        "passages": "type_of",
        "purge": "PurgeReport holds purge_collection purge_facts purge_session purge_text was_purged",
        "revive": "restore_beside",
        "sessions": "SourcePosition",
        "spool": "SET_ASIDE Spool",
        "store": "Store open_store",
        "texts": "Reach StoredText",
        "undo": "Effect UndoReport redo_last undo_event undo_last undo_run",
        "vectors": "VectorRow",
    },
)
