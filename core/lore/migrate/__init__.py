"""The memories of other tools become facts: one module each behind one protocol, registered here.

What comes in is tainted until a person approves it, keeps where it came from, and comes in once. A source yields plain
records and knows no store; `service` takes them through the intake door. May import `lore.memory` and what lies below.
"""

from lore.migrate.basic_memory import BasicMemory
from lore.migrate.claude_mem import ClaudeMem
from lore.migrate.engram import Engram
from lore.migrate.mem0 import Mem0
from lore.migrate.memory_files import MemoryFiles
from lore.migrate.nan_forget import NanForget
from lore.migrate.openclaw import OpenClaw
from lore.migrate.records import Source
from lore.migrate.service import MigrationSummary, Options, Watcher, migrate

SOURCES: tuple[Source, ...] = (
    MemoryFiles(),
    Engram(),
    ClaudeMem(),
    NanForget(),
    Mem0(),
    BasicMemory(),
    OpenClaw(),
)


def source_named(name: str) -> Source:
    """The source that a person names. Raises KeyError."""
    return {source.name: source for source in SOURCES}[name]


__all__ = ["SOURCES", "MigrationSummary", "Options", "Source", "Watcher", "migrate", "source_named"]
