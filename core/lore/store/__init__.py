"""The only truth: one SQLite file behind a narrow interface that speaks `lore.model`.

`open_store()` gives a `Store`; its rooms (`facts`, `sessions`, `candidates`, …) read at once and write only inside
`with store.write(actor) as change`, which is one transaction, one undo unit, and records what it did.

May import `lore.intake` and what lies below it. Nothing above the store imports SQLite.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.store import migrations as migrations
    from lore.store import schema as schema
    from lore.store import undo as undo
    from lore.store.changes import FILES as FILES
    from lore.store.changes import SEAL as SEAL
    from lore.store.changes import Change as Change
    from lore.store.filters import FactFilter as FactFilter
    from lore.store.filters import SessionFilter as SessionFilter
    from lore.store.local.backup import (
        Backup as Backup,
    )
    from lore.store.local.backup import (
        backups as backups,
    )
    from lore.store.local.backup import (
        make_backup as make_backup,
    )
    from lore.store.local.backup import (
        newest_whole as newest_whole,
    )
    from lore.store.local.backup import (
        restore_backup as restore_backup,
    )
    from lore.store.local.backup import (
        verify as verify,
    )
    from lore.store.local.fitness import Snapshot as Snapshot
    from lore.store.local.forms import SHORTEST as SHORTEST
    from lore.store.local.health import copies_of as copies_of
    from lore.store.local.purge import (
        PurgeReport as PurgeReport,
    )
    from lore.store.local.purge import (
        purge_collection as purge_collection,
    )
    from lore.store.local.purge import (
        purge_facts as purge_facts,
    )
    from lore.store.local.purge import (
        purge_session as purge_session,
    )
    from lore.store.local.purge import (
        purge_text as purge_text,
    )
    from lore.store.local.revive import keep_rows as keep_rows
    from lore.store.local.revive import restore_beside as restore_beside
    from lore.store.local.spool import SET_ASIDE as SET_ASIDE
    from lore.store.local.spool import Spool as Spool
    from lore.store.local.store import Store as Store
    from lore.store.local.store import open_store as open_store
    from lore.store.local.texts import Reach as Reach
    from lore.store.local.texts import StoredText as StoredText
    from lore.store.migrations import SCHEMA_VERSION as SCHEMA_VERSION
    from lore.store.records import SourcePosition as SourcePosition
    from lore.store.records import VectorRow as VectorRow
    from lore.store.records import Vitals as Vitals
    from lore.store.sqlite.damage import damage_met as damage_met
    from lore.store.sqlite.locks import held as held
    from lore.store.sqlite.owned import hint_for as hint_for
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

__getattr__ = lazy_face(
    __name__,
    {
        "changes": "Change FILES SEAL",
        "filters": "FactFilter SessionFilter",
        "local.backup": "Backup backups make_backup newest_whole restore_backup verify",
        "local.fitness": "Snapshot",
        "local.forms": "SHORTEST",
        "local.health": "copies_of",
        "local.purge": "PurgeReport purge_collection purge_facts purge_session purge_text",
        "local.revive": "keep_rows restore_beside",
        "local.spool": "SET_ASIDE Spool",
        "local.store": "Store open_store",
        "local.texts": "Reach StoredText",
        "migrations": "SCHEMA_VERSION",
        "records": "SourcePosition VectorRow Vitals",
        "sqlite.damage": "damage_met",
        "sqlite.locks": "held",
        "sqlite.owned": "hint_for",
        "undo": "Effect UndoReport redo_last undo_event undo_last undo_run",
    },
)
