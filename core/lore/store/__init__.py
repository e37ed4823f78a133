"""The only truth: one SQLite file behind a narrow interface that speaks `lore.model`.

`open_store()` gives a `Store`; its rooms (`facts`, `sessions`, `candidates`, …) read at once and write only inside
`with store.write(actor) as change`, which is one transaction, one undo unit, and records what it did.

May import `lore.intake` and what lies below it. Nothing above the store imports SQLite.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.store import api as api, rooms as rooms
    from lore.store.filters import FactFilter as FactFilter, SessionFilter as SessionFilter
    from lore.store.local.backup import (
        Backup as Backup,
        backups as backups,
        make_backup as make_backup,
        newest_whole as newest_whole,
        restore_backup as restore_backup,
        verify as verify,
    )
    from lore.store.local.fitness import Snapshot as Snapshot
    from lore.store.local.forms import SHORTEST as SHORTEST
    from lore.store.local.health import copies_of as copies_of
    from lore.store.local.purge import (
        PurgeReport as PurgeReport,
        purge_collection as purge_collection,
        purge_facts as purge_facts,
        purge_session as purge_session,
        purge_text as purge_text,
    )
    from lore.store.local.revive import keep_rows as keep_rows, restore_beside as restore_beside
    from lore.store.local.spool import SET_ASIDE as SET_ASIDE, Spool as Spool
    from lore.store.local.store import Store as Store, open_store as open_store
    from lore.store.local.texts import Reach as Reach, StoredText as StoredText
    from lore.store.records import SourcePosition as SourcePosition, VectorRow as VectorRow, Vitals as Vitals
    from lore.store.sqlite.applying import apply as apply, state_now as state_now
    from lore.store.sqlite.changes import SEAL as SEAL, Change as Change
    from lore.store.sqlite.damage import damage_met as damage_met
    from lore.store.sqlite.locks import held as held
    from lore.store.sqlite.owned import hint_for as hint_for
    from lore.store.sqlite.version import SCHEMA_VERSION as SCHEMA_VERSION

__getattr__ = lazy_face(
    __name__,
    {
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
        "records": "SourcePosition VectorRow Vitals",
        "sqlite.applying": "apply state_now",
        "sqlite.changes": "Change SEAL",
        "sqlite.damage": "damage_met",
        "sqlite.locks": "held",
        "sqlite.owned": "hint_for",
        "sqlite.version": "SCHEMA_VERSION",
    },
)
