"""From an agent's tool calls to events: what was run, what was changed, what failed. Texts are handed on whole."""

from collections.abc import Mapping
from typing import Any

from lore.capture.readers.records import RawEvent
from lore.model import EventKind

_COMMANDS = frozenset(
    {
        "bash", "shell", "local_shell", "exec", "exec_command", "run_shell_command", "run_terminal_cmd",
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
        return RawEvent(session, source_id, EventKind.COMMAND, _first_line(command or tool), command, at)
    path = next((value for name in _PATHS if isinstance(value := values.get(name), str)), None)
    if lowered in _EDITS and path:
        return RawEvent(session, source_id, EventKind.FILE_CHANGE, path, tool, at)
    return RawEvent(session, source_id, EventKind.TOOL_CALL, tool, values, at)


def failure(session: str, call: str, tool: str, content: object, at: str | None) -> RawEvent:
    """The event of a tool call that failed."""
    return RawEvent(session, f"{call}:error", EventKind.ERROR, tool, content_text(content), at)


def content_text(content: object) -> str:
    """The text of a tool's result, which may be text or a list of blocks."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(str(block.get("text", "")) for block in content if isinstance(block, dict))
    return ""


def _command(values: Mapping[str, Any]) -> str:
    found = next((values[name] for name in _COMMAND_FIELDS if name in values), "")
    return " ".join(map(str, found)) if isinstance(found, list) else str(found)


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0]
