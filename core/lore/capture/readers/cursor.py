"""Cursor's agent: `~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl`.

A line for each message, `{role, message: {content: [...]}}`. Lines have neither ids nor times, so their place in the
file names them, and the file's name is that of the session. What was typed stands in `<user_query>`.
"""

import re
from collections.abc import Iterator

from lore.capture.readers.content import blocks_of, object_of, said, texts_of
from lore.capture.readers.frames import user_turns
from lore.capture.readers.json_lines import Entry, each_line, text_of
from lore.capture.readers.lines import FileStart, Transcript
from lore.capture.readers.records import RawSession, RawTurn, Record
from lore.capture.readers.speakers import NEUTRAL, Speaker, speaker
from lore.capture.readers.times import moment
from lore.capture.readers.tools import tool_event
from lore.model import Role

_OPENS, _CLOSES = "<user_query>", "</user_query>"
_TIME = re.compile(r"<timestamp>([^<]{1,60})</timestamp>")
_BLOCK = re.compile(r"\s*<([a-z_]{1,60})(?:\s[^<>]{0,400})?>")
_CONTEXT = frozenset(
    {
        "additional_data", "agent_requestable_workspace_rules", "agent_skills", "agent_transcripts",
        "always_applied_workspace_rules", "attached_files", "available_skills", "current_file", "cursor_commands",
        "external_links", "git_status", "image_files", "linter_errors", "manually_attached_skills", "mcp_file_system",
        "open_and_recently_viewed_files", "open_files", "project_layout", "recently_viewed_files", "rules",
        "system_reminder", "terminal_files_information", "timestamp", "uploaded_documents", "user_info", "user_rules",
    }
)  # fmt: skip
"""What Cursor puts before that, each block closed. A notice of a task that ended may quote the query of another."""
_FIELDS = frozenset({"role", "message"})


class Cursor:
    """Reads the transcripts of Cursor's agent."""

    name = "cursor"

    def recognises(self, head: FileStart) -> bool:
        return any(
            one.keys() == _FIELDS
            and one["role"] in ("user", "assistant")
            and isinstance(object_of(one["message"]).get("content"), list)
            for one in head.objects()
        )

    def read(self, transcript: Transcript) -> Iterator[Record]:
        return each_line(transcript, lambda entry: _records(transcript.path.stem, entry))


def _records(session: str, entry: Entry) -> Iterator[Record]:
    content = object_of(entry.value.get("message")).get("content")
    text, source = said(content), f"byte:{entry.line.start}"
    match = _TIME.search(text[:2000])
    at = moment(match[1]) if match else None
    yield RawSession(session, Cursor.name, started_at=at, ended_at=at)
    match entry.value.get("role"):
        case "user":
            before, opening, query = text.partition(_OPENS)
            # With more than one pair what was attached holds some as well: nobody can say which the program wrote.
            sure = bool(opening) and _OPENS not in query and query.count(_CLOSES) <= 1 and _is_context(before)
            message = object_of(entry.value.get("message"))
            sure &= speaker(NEUTRAL, entry.value, message, *blocks_of(content)) is Speaker.PERSON
            blocks = [query.rpartition(_CLOSES)[0] or query] if opening else texts_of(content)
            yield from user_turns(session, source, blocks, at, by_person=sure)
        case "assistant":
            if text:
                yield RawTurn(session, source, Role.ASSISTANT, text, at)
            for number, block in enumerate(blocks_of(content)):
                if block.get("type") == "tool_use":
                    tool, call = text_of(block.get("name")) or "tool", text_of(block.get("id"))
                    yield tool_event(session, call or f"{source}:{number}", tool, block.get("input"), at)


def _is_context(before: str) -> bool:
    """Whether what stands before the query is nothing but whole blocks of what Cursor puts there."""
    place, end = 0, len(before.rstrip())
    while place < end:
        opened = _BLOCK.match(before, place)
        closing = f"</{opened[1]}>" if opened and opened[1] in _CONTEXT else ""
        found = before.find(closing, opened.end()) if opened and closing else -1
        if found < 0:
            return False
        place = found + len(closing)
    return True
