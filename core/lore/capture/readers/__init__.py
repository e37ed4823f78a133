"""One module for each agent's transcripts, behind one protocol, registered here in the order in which they are tried.

May import `lore.model`, `lore.clock` and what lies below; a reader knows no store and no intake.
"""

from lore.capture.readers.aider import Aider
from lore.capture.readers.chatgpt import ChatGPT
from lore.capture.readers.claude_ai import ClaudeAI
from lore.capture.readers.claude_code import ClaudeCode
from lore.capture.readers.codex import Codex
from lore.capture.readers.cursor import Copilot, Cursor
from lore.capture.readers.gemini import Gemini
from lore.capture.readers.hooks import HOOKS, Hooks
from lore.capture.readers.lines import FileStart, Problem, Transcript, extent
from lore.capture.readers.neutral import Neutral
from lore.capture.readers.opencode import OpenCode
from lore.capture.readers.pi import OpenClaw, Pi
from lore.capture.readers.records import (
    RawEvent,
    RawRewind,
    RawSession,
    RawTurn,
    Reader,
    Record,
    ResumePoint,
    UnknownRecord,
    recorder_in,
)
from lore.capture.readers.specstory import SpecStory

READERS: tuple[Reader, ...] = (
    ClaudeCode(),
    Codex(),
    Copilot(),
    Cursor(),
    Gemini(),
    OpenClaw(),  # its lines are those of pi
    Pi(),
    OpenCode(),
    SpecStory(),
    Aider(),
    ChatGPT(),
    ClaudeAI(),
    Hooks(),
    Neutral(),
)

FORMATS: tuple[str, ...] = tuple(reader.name for reader in READERS if reader.name != HOOKS)
"""The formats that a person may name: what hooks left is read by its content alone."""


def reader_named(name: str) -> Reader:
    """The reader that `--format` names. Raises KeyError."""
    return {reader.name: reader for reader in READERS}[name]


def reader_for(head: FileStart) -> Reader | None:
    """The reader of the agent that wrote a file which begins so, or None."""
    return next((reader for reader in READERS if reader.recognises(head)), None)


def recognised(transcript: Transcript) -> Reader | None:
    """The reader of the agent that wrote a file, told by any line of it, or None. Raises OSError.

    A session may begin with a screenshot, attachments, control records or a long text of a hook.
    """
    head = transcript.head()
    found = reader_for(head)
    if found or head.whole:
        return found
    return next((reader for batch in transcript.batches() if (reader := reader_for(batch))), None)


__all__ = [
    "FORMATS",
    "HOOKS",
    "READERS",
    "FileStart",
    "Problem",
    "RawEvent",
    "RawRewind",
    "RawSession",
    "RawTurn",
    "Reader",
    "Record",
    "ResumePoint",
    "Transcript",
    "UnknownRecord",
    "extent",
    "reader_for",
    "reader_named",
    "recognised",
    "recorder_in",
]
