"""The sources that are known, one entry each."""

from lore.migrate.basic_memory import BasicMemory
from lore.migrate.claude_mem import ClaudeMem
from lore.migrate.engram import Engram
from lore.migrate.mem0 import Mem0
from lore.migrate.memory_file import MemoryFiles
from lore.migrate.nan_forget import NanForget
from lore.migrate.openclaw import OpenClaw
from lore.migrate.records import Source

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
