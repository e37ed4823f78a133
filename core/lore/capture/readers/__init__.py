"""One module for each agent's transcripts, behind one `Reader`, registered here in the order in which they are tried.

May import `lore.model`, `lore.clock` and what lies below it; a reader knows no store and no intake.
"""

from lore.capture.readers import (
    aider,
    chatgpt,
    claude_ai,
    claude_code,
    codex,
    cursor,
    gemini,
    neutral,
    opencode,
    pi,
    specstory,
)
from lore.capture.readers.hooks import HOOKS as HOOKS, hooks_reader as hooks_reader
from lore.capture.readers.lines import (
    FileStart as FileStart,
    Reader as Reader,
    Transcript as Transcript,
    extent as extent,
)
from lore.capture.readers.records import (
    Problem as Problem,
    RawEvent as RawEvent,
    RawRewind as RawRewind,
    RawSession as RawSession,
    RawTurn as RawTurn,
    Record as Record,
    ResumePoint as ResumePoint,
    UnknownRecord as UnknownRecord,
    recorder_in as recorder_in,
)

READERS: tuple[Reader, ...] = (
    claude_code.READER,
    codex.READER,
    cursor.COPILOT_CLI,
    cursor.CURSOR,
    gemini.READER,
    pi.OPENCLAW_READER,  # its lines are those of pi
    pi.READER,
    opencode.READER,
    specstory.READER,
    aider.READER,
    chatgpt.READER,
    claude_ai.READER,
    hooks_reader(),
    neutral.READER,
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
