"""The only truth: one SQLite file behind a narrow interface that speaks `lore.model`.

`open_store()` gives a `Store`; its rooms (`facts`, `sessions`, `candidates`, …) read at once and write only inside
`with store.write(actor) as transaction`, which is one transaction, one undo unit, and records what it did.

May import `lore.intake` and what lies below it. Nothing above the store imports SQLite.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.store.filters import FactFilter, SessionFilter
    from lore.store.local.backup import Backup, backups, make_backup, newest_whole, restore_backup, verify
    from lore.store.local.copying import odd_row
    from lore.store.local.health import copies_of
    from lore.store.local.purge import PurgeReport, purge_collection, purge_facts, purge_session, purge_text
    from lore.store.local.revive import keep_rows, restore_damaged
    from lore.store.local.spool import SET_ASIDE, Spool
    from lore.store.local.statistics import ActTally, DailyFigures, DayTally, Share
    from lore.store.local.store import Store, open_store
    from lore.store.local.texts import MaskedText, Reach, SHORTEST, StoredText
    from lore.store.records import SourcePosition, StrengthInputs, VectorRow
    from lore.store.sqlite.accesses import CHECKED, DOUBTED, GIVEN, LISTED, OPENED, SAVED, TAKEN_UP, WITHHELD
    from lore.store.sqlite.applying import apply, state_now
    from lore.store.sqlite.locks import file_lock, hint_for
    from lore.store.sqlite.reading import damage_met
    from lore.store.sqlite.transaction import SEAL, Transaction
    from lore.store.sqlite.version import SCHEMA_VERSION
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
