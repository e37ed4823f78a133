"""One module for each agent's transcripts, behind one protocol, registered here in the order in which they are tried.

May import `lore.model`, `lore.clock` and what lies below; a reader knows no store and no intake.
"""

from lore.capture.readers.claude_code import ClaudeCode
from lore.capture.readers.lines import Head, Problem, Transcript
from lore.capture.readers.neutral import Neutral
from lore.capture.readers.records import Mark, RawEvent, RawSession, RawTurn, Reader, Record

READERS: tuple[Reader, ...] = (ClaudeCode(), Neutral())


def reader_named(name: str) -> Reader:
    """The reader that `--format` names. Raises KeyError."""
    return {reader.name: reader for reader in READERS}[name]


def reader_for(head: Head) -> Reader | None:
    """The reader of the agent that wrote a file which begins so, or None."""
    return next((reader for reader in READERS if reader.recognises(head)), None)


__all__ = [
    "READERS",
    "Head",
    "Mark",
    "Problem",
    "RawEvent",
    "RawSession",
    "RawTurn",
    "Reader",
    "Record",
    "Transcript",
    "reader_for",
    "reader_named",
]
