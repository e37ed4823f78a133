"""The memories of other tools become facts: one module each behind one protocol, registered here.

What comes in is tainted until a person approves it, keeps where it came from, and comes in once. A source yields plain
records and knows no store; `service` takes them through the intake door. May import `lore.adapters`, `lore.memory` and
what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.migrate.memory_file import DocumentPage, Documents, is_own_memory, memory_files
    from lore.migrate.openclaw import files_of, workspaces
    from lore.migrate.records import Memory, Source, Unreadable
    from lore.migrate.registry import SOURCES, source_named
    from lore.migrate.service import MigrationSummary, Options, Taken, migrate
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
