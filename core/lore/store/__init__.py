"""The only truth: one SQLite file behind a narrow interface that speaks `lore.model`.

`open_store()` gives a `Store`; its rooms (`facts`, `sessions`, `candidates`, …) read at once and write only inside
`with store.write(actor) as change`, which is one transaction, one undo unit, and records what it did.

May import `lore.intake` and what lies below it. Nothing above the store imports SQLite.
"""

from lore.store.changes import Change
from lore.store.filters import FactFilter, SessionFilter
from lore.store.store import Store, open_store

__all__ = [
    "Change",
    "FactFilter",
    "SessionFilter",
    "Store",
    "open_store",
]
