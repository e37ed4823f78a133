"""One conversation as each agent would write it down, line by line."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

SESSION = "5b0e6a52-7c56-4f0e-9d7e-1c6f3a8b2d10"
_BEGAN = datetime(2026, 2, 11, 9, tzinfo=UTC)
CWD = "/w/shop"
REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
    "new_string was NOT written to the file). To tell you how to proceed, the user said:\n"
)
"""What Claude Code writes before the reason of a refusal."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message, a call of a tool where the speaker is `tool`, or a call that the person refuses with this reason."""

    who: str
    text: str


Line = dict[str, Any]


def _at(number: int) -> str:
    return (_BEGAN + timedelta(seconds=20 * number)).strftime("%Y-%m-%dT%H:%M:%SZ")


def _id(number: int) -> str:
    return f"8c2b1c1e-0d9a-4a55-9d3c-{number:012d}"


def neutral(said: Iterable[Said]) -> list[Line]:
    return [
        {"session": SESSION, "id": f"m{n}", "at": _at(n), "role": one.who, "text": one.text, "project": "shop"}
        for n, one in enumerate(said)
    ]


def two_sessions(said: Iterable[Said]) -> list[Line]:
    return [{**line, "session": f"s{n // 2 % 2}"} for n, line in enumerate(neutral(said))]


def claude_code(said: Iterable[Said]) -> list[Line]:
    """Claude Code: each block of a message is a line of its own."""
    lines = []
    for n, one in enumerate(said):
        common = {"sessionId": SESSION, "uuid": _id(n), "timestamp": _at(n), "cwd": CWD, "version": "2.1.0"}
        if one.who == "user":
            lines.append({"type": "user", "message": {"role": "user", "content": one.text}, **common})
            continue
        block: Line = {"type": "text", "text": one.text}
        if one.who in ("tool", "refusal"):
            command = one.text if one.who == "tool" else "make"
            block = {"type": "tool_use", "id": f"toolu_{_id(n)}", "name": "Bash", "input": {"command": command}}
        lines.append({"type": "assistant", "message": {"role": "assistant", "content": [block]}, **common})
        if one.who == "refusal":
            result = {
                "type": "tool_result",
                "tool_use_id": block["id"],
                "content": REFUSED + one.text,
                "is_error": True,
            }
            answer = {"type": "user", "message": {"role": "user", "content": [result]}, "toolUseResult": "Error"}
            answer["toolDenialKind"] = "user-rejected"
            lines.append({**answer, **common, "uuid": f"{common['uuid']}-result"})
    return lines


def claude_code_tree(said: Iterable[Said]) -> list[Line]:
    """Claude Code since 2.1: each line hangs from one before it, and every third prompt goes back before the last."""
    lines: list[Line] = []
    at, before, asked = "", "", 0
    for line in claude_code(said):
        is_prompt = line["type"] == "user" and "toolUseResult" not in line
        asked += is_prompt
        if is_prompt and asked % 3 == 0:
            at = before
        if is_prompt:
            before = at
            line |= {"origin": {"kind": "human"}, "promptSource": "typed", "entrypoint": "cli"}
        lines.append({"parentUuid": at or None, "isSidechain": False, **line})
        at = line["uuid"]
        if is_prompt and asked % 3 == 0:
            leaf = {"type": "last-prompt", "leafUuid": "00000000-0000-0000-0000-000000000000", "explicit": True}
            lines.append({**leaf, "sessionId": SESSION})
    return lines


def claude_code_queue(said: Iterable[Said]) -> list[Line]:
    """Claude Code, where the person types while the agent works: given to it at once, sent later, or taken back."""
    lines: list[Line] = []
    later: list[Line] = []
    for n, line in enumerate(claude_code(said)):
        if line["type"] != "user" or n == 0:
            lines += [line, *later]
            later = []
            continue
        queued = {"type": "queue-operation", "sessionId": SESSION, "timestamp": line["timestamp"]}
        lines.append({**queued, "operation": "enqueue", "content": line["message"]["content"]})
        match n % 3:
            case 0:
                lines.append({**queued, "operation": "remove"})
            case 1:
                later += [{**queued, "operation": "dequeue"}, line]
            case 2:
                later += [{**queued, "operation": "popAll"}, line]
    return [*lines, *later]


def codex(said: Iterable[Said]) -> list[Line]:
    meta = {"id": SESSION, "timestamp": _at(0), "cwd": CWD, "originator": "codex-tui", "source": "cli"}
    lines: list[Line] = [{"timestamp": _at(0), "type": "session_meta", "payload": meta}]
    for n, one in enumerate(said):
        if one.who == "user":
            lines.append({"timestamp": _at(n), "type": "turn_context", "payload": {"cwd": CWD, "turn_id": _id(n)}})
            payload: Line = {"type": "user_message", "message": one.text}
            lines.append({"timestamp": _at(n), "type": "event_msg", "payload": payload})
            continue
        payload = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": one.text}]}
        if one.who == "tool":
            payload = {"type": "function_call", "call_id": f"call_{n}", "name": "shell", "arguments": one.text}
        lines.append({"timestamp": _at(n), "type": "response_item", "payload": payload})
    return lines


def codex_paginated(said: Iterable[Said]) -> list[Line]:
    """Codex since 0.148, as 0.171 writes it: what was typed is an item, and stands before it with its kind."""
    lines: list[Line] = []
    for line in codex(said):
        payload = line["payload"]
        if payload.get("type") != "user_message":
            lines.append(line)
            continue
        turn, text = lines[-1]["payload"]["turn_id"], payload["message"]
        content = [{"type": "input_text", "text": text}]
        kinds = {"turn_id": turn, "content_item_kinds": ["user.text"]}
        repeated: Line = {"type": "message", "role": "user", "content": content}
        repeated["internal_chat_message_metadata_passthrough"] = kinds
        lines.append({**line, "type": "response_item", "payload": repeated})
        item = {"type": "UserMessage", "id": f"item-{turn}", "content": [{"type": "text", "text": text}]}
        lines.append({**line, "payload": {"type": "item_completed", "turn_id": turn, "item": item}})
    lines[0]["payload"] |= {"history_mode": "paginated", "cli_version": "0.171.0", "thread_source": "user"}
    return [{**line, "ordinal": number} for number, line in enumerate(lines)]


def codex_rolled_back(said: Iterable[Said]) -> list[Line]:
    """Codex before 0.148, where every third prompt takes the turn before it out."""
    lines: list[Line] = []
    asked = 0
    for line in codex(said):
        asked += line["type"] == "turn_context"
        if line["type"] == "turn_context" and asked % 3 == 0:
            payload = {"type": "thread_rolled_back", "num_turns": 1}
            lines.append({"timestamp": line["timestamp"], "type": "event_msg", "payload": payload})
        lines.append(line)
    return lines


def copilot(said: Iterable[Said]) -> list[Line]:
    start: Line = {"sessionId": SESSION, "context": {"cwd": CWD}}
    lines: list[Line] = [{"type": "session.start", "data": start, "id": "start", "timestamp": _at(0), "parentId": None}]
    for n, one in enumerate(said):
        kind, data = f"{one.who}.message", Line({"content": one.text})
        if one.who in ("tool", "refusal"):
            kind, data = "tool.execution_start", {"toolCallId": f"call{n}", "toolName": "bash"}
        lines.append({"type": kind, "data": data, "id": _id(n), "timestamp": _at(n), "parentId": None})
        if one.who == "refusal":
            message = f"The user rejected this tool call. User feedback: {one.text}"
            done = {"toolCallId": f"call{n}", "success": False, "error": {"message": message, "code": "denied"}}
            line = {"type": "tool.execution_complete", "data": done, "id": f"{_id(n)}-done", "timestamp": _at(n)}
            lines.append({**line, "parentId": None})
    return lines


def gemini(said: Iterable[Said]) -> list[Line]:
    """Gemini CLI: a message that came to call a tool is written a second time."""
    lines: list[Line] = [{"sessionId": SESSION, "projectHash": "h", "startTime": _at(0), "directories": [CWD]}]
    answer: Line = {}
    for n, one in enumerate(said):
        if one.who == "tool":
            call = {"id": f"call{n}", "name": "shell", "args": {"command": one.text}, "timestamp": _at(n)}
            answer = {**(answer or {"id": _id(n), "type": "gemini", "content": ""}), "timestamp": _at(n)}
            answer["toolCalls"] = [*answer.get("toolCalls", []), call]
            lines.append(answer)
            continue
        line = {
            "id": _id(n),
            "type": "user" if one.who == "user" else "gemini",
            "content": one.text,
            "timestamp": _at(n),
        }
        answer = line if one.who == "assistant" else {}
        lines.append(line)
    return lines


def pi(said: Iterable[Said]) -> list[Line]:
    lines: list[Line] = [{"type": "session", "id": SESSION, "cwd": CWD, "timestamp": _at(0)}]
    for n, one in enumerate(said):
        content: Line = {"type": "text", "text": one.text}
        if one.who == "tool":
            content = {"type": "toolCall", "id": f"call{n}", "name": "bash", "arguments": {"command": one.text}}
        role = "user" if one.who == "user" else "assistant"
        message = {"role": role, "content": [content]}
        lines.append({"type": "message", "id": _id(n), "timestamp": _at(n), "message": message})
    return lines


def openclaw(said: Iterable[Said]) -> list[Line]:
    first, *others = pi(said)
    return [first, {"type": "custom", "customType": "model-snapshot", "timestamp": _at(0)}, *others]


def cursor(said: Iterable[Said]) -> list[Line]:
    """Cursor: neither ids nor times."""
    lines: list[Line] = []
    for one in said:
        content: Line = {"type": "text", "text": one.text}
        if one.who == "user":
            content["text"] = f"<user_query>\n{one.text}\n</user_query>"
        if one.who == "tool":
            content = {"type": "tool_use", "name": "shell", "input": {"command": one.text}}
        lines.append({"role": "user" if one.who == "user" else "assistant", "message": {"content": [content]}})
    return lines


FORMATS: Mapping[str, Callable[[Iterable[Said]], list[Line]]] = {
    "neutral": neutral,
    "two sessions": two_sessions,
    "claude-code": claude_code,
    "claude-code queue": claude_code_queue,
    "claude-code tree": claude_code_tree,
    "codex": codex,
    "codex paginated": codex_paginated,
    "codex rolled back": codex_rolled_back,
    "copilot": copilot,
    "gemini": gemini,
    "openclaw": openclaw,
    "pi": pi,
    "cursor": cursor,
}


KEEPS_REASONS = frozenset({"claude-code", "claude-code queue", "claude-code tree", "copilot"})
"""The formats in which the reason of a refusal stands; in others only the call is told."""


def written(form: str, said: Iterable[Said]) -> bytes:
    if form not in KEEPS_REASONS:
        said = [Said("tool", "make") if one.who == "refusal" else one for one in said]
    return b"".join(json.dumps(line).encode() + b"\n" for line in FORMATS[form](said))
