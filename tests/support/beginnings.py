"""One session, begun in every way in which agents begin one: nothing of it may be lost."""

import json
from collections.abc import Callable, Mapping
from typing import Any

Line = dict[str, Any]
SESSION = "0a000000-0000-4000-8000-0000000000a1"
CWD = "/w/shop"
RULE = "Never use fixed widths for buttons in this repo."
LONG = "A" * 100_000
AT = "2026-10-05T10:00:00.000Z"


def claude_code(first: object = "Let us begin.") -> list[Line]:
    """Claude Code 2.1.332, with `sessionId` behind the message. first: the content of the first message."""
    said: list[tuple[str, object]] = [
        ("user", first),
        ("assistant", "ok"),
        ("user", RULE),
        ("assistant", "Understood."),
    ]
    lines: list[Line] = []
    for number, (role, content) in enumerate(said):
        line: Line = {"parentUuid": f"u{number - 1}" if number else None, "isSidechain": False, "type": role}
        shown = content if role == "user" else [{"type": "text", "text": content}]
        line |= {"message": {"role": role, "content": shown}, "uuid": f"u{number}", "timestamp": AT}
        if role == "user":
            line |= {"origin": {"kind": "human"}, "promptSource": "typed"}
        lines.append({**line, "entrypoint": "cli", "cwd": CWD, "sessionId": SESSION, "version": "2.1.332"})
    return lines


def codex(first: object = "Let us begin.") -> list[Line]:
    """Codex 0.171: a paginated rollout."""
    meta: Line = {"id": SESSION, "cwd": CWD, "originator": "codex-tui", "source": "cli", "cli_version": "0.171.0"}
    lines: list[Line] = [{"timestamp": AT, "type": "session_meta", "payload": {**meta, "history_mode": "paginated"}}]
    for number, text in enumerate((first, RULE)):
        shown = text if isinstance(text, list) else [{"type": "text", "text": text}]
        turn = {"timestamp": AT, "type": "turn_context", "payload": {"turn_id": f"t{number}", "cwd": CWD}}
        item = {"type": "UserMessage", "id": f"i{number}", "content": shown}
        event = {"type": "item_completed", "turn_id": f"t{number}", "item": item}
        lines += [turn, {"timestamp": AT, "type": "event_msg", "payload": event}]
    return lines


def _jsonl(lines: list[Line]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def _control(kind: str, **fields: Any) -> Line:
    return {"type": kind, "sessionId": SESSION, **fields}


def _attachment(number: int, text: str = "x") -> Line:
    shown = {"type": "hook_additional_context", "content": [text]}
    return {"parentUuid": None, "attachment": shown, "type": "attachment", "uuid": f"a{number}", "sessionId": SESSION}


_PICTURE = [
    {"type": "text", "text": "[Image #1] what is wrong in this screenshot?"},
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": LONG}},
]
_MODES = [_control("mode", mode="normal"), _control("permission-mode", permissionMode="default"), _control("ai-title")]
_EVENT = {"timestamp": AT, "type": "event_msg", "payload": {"type": "thread_settings_applied", "thread_settings": {}}}

CLAUDE_CODE: Mapping[str, Callable[[], bytes]] = {
    "plain": lambda: _jsonl(claude_code()),
    "picture first": lambda: _jsonl(claude_code(_PICTURE)),
    "last-prompt, then a picture": lambda: _jsonl([_control("last-prompt", leafUuid="zzz"), *claude_code(_PICTURE)]),
    "control records, then a picture": lambda: _jsonl([*_MODES, *claude_code(_PICTURE)]),
    "61 attachments first": lambda: _jsonl([*map(_attachment, range(61)), *claude_code()]),
    "a hook's text of 70 kB first": lambda: _jsonl([_attachment(0, LONG[:70_000]), *claude_code()]),
    "an unknown record of 200 kB first": lambda: _jsonl([{"type": "brand-new", "blob": LONG * 2}, *claude_code()]),
    "90 unknown records first": lambda: _jsonl([{"type": "brand-new"}] * 90 + claude_code()),
    "two objects on each line": lambda: _jsonl(claude_code()).replace(b"}\n{", b"}{"),
    "UTF-16": lambda: _jsonl(claude_code()).decode().encode("utf-16"),
    "UTF-16, big-endian": lambda: b"\xfe\xff" + _jsonl(claude_code()).decode().encode("utf-16-be"),
    "UTF-8 with a mark": lambda: b"\xef\xbb\xbf" + _jsonl(claude_code()),
    "CRLF": lambda: _jsonl(claude_code()).replace(b"\n", b"\r\n"),
    "a broken line first": lambda: b'{"type":"user","mess\n' + _jsonl(claude_code()),
}
CODEX: Mapping[str, Callable[[], bytes]] = {
    "plain": lambda: _jsonl(codex()),
    "picture first": lambda: _jsonl(codex([{"type": "image", "image_url": f"data:image/png;base64,{LONG}"}])),
    "instructions of 200 kB in the header": lambda: _jsonl(codex()).replace(
        b'"cwd":', b'"base_instructions": {"text": "%s"}, "cwd":' % (LONG * 2).encode(), 1
    ),
    "an event before the header": lambda: _jsonl([_EVENT, *codex()]),
    "an unknown record before the header": lambda: _jsonl([{"type": "brand_new", "blob": LONG}, *codex()]),
    "two objects on each line": lambda: _jsonl(codex()).replace(b"}\n{", b"}{"),
    "UTF-16": lambda: _jsonl(codex()).decode().encode("utf-16"),
    "CRLF": lambda: _jsonl(codex()).replace(b"\n", b"\r\n"),
}
