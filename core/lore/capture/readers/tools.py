"""From an agent's tool calls to events: what was run, what was changed, what failed. Bodies are bounded."""

import json
from collections.abc import Mapping
from typing import Any

from lore.capture.readers.records import RawEvent
from lore.model import EventKind

MAX_DETAIL = 600
"""Characters: enough to see what a call was about; the journal is not a copy of the transcript."""
MAX_NAME = 200
_COMMANDS = frozenset(
    {
        "bash", "shell", "local_shell", "exec_command", "run_shell_command", "run_terminal_cmd",
        "run_terminal_command_v2", "terminal", "execute_command", "powershell",
    }
)  # fmt: skip
_EDITS = frozenset(
    {
        "edit", "multiedit", "write", "notebookedit", "create", "str_replace", "str_replace_editor", "apply_patch",
        "write_file", "replace", "edit_file", "edit_file_v2", "search_replace", "strreplace", "write_to_file", "patch",
    }
)  # fmt: skip
_PATHS = ("file_path", "filePath", "notebook_path", "path", "absolute_path", "target_file", "fileName")
_COMMAND_FIELDS = ("command", "cmd", "script")


def tool_event(session: str, source_id: str, tool: str, given: object, at: str | None) -> RawEvent:
    """The event of one tool call. `given` is the call's input as the transcript holds it."""
    values: Mapping[str, Any] = given if isinstance(given, Mapping) else {"input": given}
    lowered = tool.lower()
    if lowered in _COMMANDS:
        command = _command(values)
        return RawEvent(session, source_id, EventKind.COMMAND, _first_line(command or tool), bounded(command), at)
    path = next((value for name in _PATHS if isinstance(value := values.get(name), str)), None)
    if lowered in _EDITS and path:
        return RawEvent(session, source_id, EventKind.FILE_CHANGE, path[:MAX_NAME], tool, at)
    return RawEvent(session, source_id, EventKind.TOOL_CALL, tool[:MAX_NAME], _detail(values), at)


def failure(session: str, call: str, tool: str, content: object, at: str | None) -> RawEvent:
    """The event of a tool call that failed."""
    return RawEvent(session, f"{call}:error", EventKind.ERROR, tool[:MAX_NAME], bounded(content_text(content)), at)


def content_text(content: object) -> str:
    """The text of a tool's result, which may be text or a list of blocks."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(str(block.get("text", "")) for block in content if isinstance(block, dict))
    return ""


def bounded(text: str) -> str:
    """The text, cut at the length a detail may have."""
    return text if len(text) <= MAX_DETAIL else text[: MAX_DETAIL - 1] + "…"


def _command(values: Mapping[str, Any]) -> str:
    found = next((values[name] for name in _COMMAND_FIELDS if name in values), "")
    return " ".join(map(str, found)) if isinstance(found, list) else str(found)


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0][:MAX_NAME]


def _detail(values: Mapping[str, Any]) -> str:
    """The input in one line, long texts shortened before they are encoded."""
    short = {name: bounded(value) if isinstance(value, str) else value for name, value in list(values.items())[:20]}
    return bounded(json.dumps(short, ensure_ascii=False, default=str))
