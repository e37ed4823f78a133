"""The only truth: one SQLite file behind a narrow interface that speaks `lore.model`.

`open_store()` gives a `Store`; its rooms (`facts`, `sessions`, `candidates`, …) read at once and write only inside
`with store.write(actor) as transaction`, which is one transaction, one undo unit, and records what it did.

May import `lore.intake` and what lies below it. Nothing above the store imports SQLite.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.store import api as api
    from lore.store import digests as digests
    from lore.store.filters import (
        FactFilter as FactFilter, SessionFilter as SessionFilter,
    )
    from lore.store.local.activity import (
        ActTally as ActTally, DayTally as DayTally,
    )
    from lore.store.local.backup import (
        Backup as Backup, backups as backups, make_backup as make_backup, newest_whole as newest_whole,
        restore_backup as restore_backup, verify as verify,
    )
    from lore.store.local.copying import (
        odd_row as odd_row,
    )
    from lore.store.local.daily_figures import (
        DailyFigures as DailyFigures,
    )
    from lore.store.local.forms import (
        SHORTEST as SHORTEST,
    )
    from lore.store.local.health import (
        copies_of as copies_of,
    )
    from lore.store.local.purge import (
        PurgeReport as PurgeReport, purge_collection as purge_collection, purge_facts as purge_facts,
        purge_session as purge_session, purge_text as purge_text,
    )
    from lore.store.local.revive import (
        keep_rows as keep_rows, restore_damaged as restore_damaged,
    )
    from lore.store.local.spool import (
        SET_ASIDE as SET_ASIDE, Spool as Spool,
    )
    from lore.store.local.statistics import (
        Share as Share,
    )
    from lore.store.local.store import (
        Store as Store, open_store as open_store,
    )
    from lore.store.local.texts import (
        MaskedText as MaskedText, Reach as Reach, StoredText as StoredText,
    )
    from lore.store.records import (
        SourcePosition as SourcePosition, StrengthInputs as StrengthInputs, VectorRow as VectorRow,
    )
    from lore.store import rooms as rooms
    from lore.store.sqlite.accesses import (
        CHECKED as CHECKED, DOUBTED as DOUBTED, GIVEN as GIVEN, LISTED as LISTED, OPENED as OPENED, SAVED as SAVED,
        TAKEN_UP as TAKEN_UP, WITHHELD as WITHHELD,
    )
    from lore.store.sqlite.applying import (
        apply as apply, state_now as state_now,
    )
    from lore.store.sqlite.damage import (
        damage_met as damage_met,
    )
    from lore.store.sqlite.locks import (
        file_lock as file_lock,
    )
    from lore.store.sqlite.owned import (
        hint_for as hint_for,
    )
    from lore.store.sqlite.transaction import (
        SEAL as SEAL, Transaction as Transaction,
    )
    from lore.store.sqlite.version import (
        SCHEMA_VERSION as SCHEMA_VERSION,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "filters": "FactFilter SessionFilter",
        "local.activity": "ActTally DayTally",
        "local.backup": "Backup backups make_backup newest_whole restore_backup verify",
        "local.copying": "odd_row",
        "local.daily_figures": "DailyFigures",
        "local.forms": "SHORTEST",
        "local.health": "copies_of",
        "local.purge": "PurgeReport purge_collection purge_facts purge_session purge_text",
        "local.revive": "keep_rows restore_damaged",
        "local.spool": "SET_ASIDE Spool",
        "local.statistics": "Share",
        "local.store": "Store open_store",
        "local.texts": "MaskedText Reach StoredText",
        "records": "SourcePosition StrengthInputs VectorRow",
        "sqlite.accesses": "CHECKED DOUBTED GIVEN LISTED OPENED SAVED TAKEN_UP WITHHELD",
        "sqlite.applying": "apply state_now",
        "sqlite.damage": "damage_met",
        "sqlite.locks": "file_lock",
        "sqlite.owned": "hint_for",
        "sqlite.transaction": "SEAL Transaction",
        "sqlite.version": "SCHEMA_VERSION",
    },
)
