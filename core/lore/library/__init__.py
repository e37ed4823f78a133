"""Collections of documents: which files a folder holds, how they fall into parts, and the store brought in step.

`add` makes a collection, `sync` reads what is new in its files, `remove` takes it out of every search. What a file
says is never a fact: it is found by `lore.search`, and neither consolidated nor given to an agent.
May import `lore.store` and what lies below it.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.library.collections import Settings, add, planned, remove, sharing
    from lore.library.files import is_there
    from lore.library import formats
    from lore.library import markdown
    from lore.library.syncing import SyncReport, preview, sync
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
