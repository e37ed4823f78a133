"""Sessions as agents keep them beyond one object a line: one generator for each format, each in every way it comes."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Line = dict[str, Any]
SESSION = "f7633853-6663-4dbb-bbf4-6159afa29df8"
RULE = "Never use fixed widths for buttons in this repo."
LEFT = "Always write the changelog in French."
AT = "2026-10-05T10:00:{:02}.000Z"


def gemini_message(name: str, text: str, second: int = 0) -> Line:
    """A message of Gemini CLI 0.61; the agent's where its name begins with `a`."""
    kind = "gemini" if name.startswith("a") else "user"
    content: object = text if kind == "gemini" else [{"text": text}]
    return {"id": name, "timestamp": AT.format(second), "type": kind, "content": content}


def gemini(*lines: Line, **header: Any) -> bytes:
    """A chat of Gemini CLI 0.61."""
    first = {"sessionId": SESSION, "projectHash": "ab", "startTime": AT.format(0), "directories": ["/w/shop"], **header}
    return json_lines([first, *lines])


def copilot(*prompts: str) -> bytes:
    """An event log of Copilot CLI 1.0."""
    common = {"timestamp": AT.format(0), "parentId": None}
    context = {"cwd": "/w/shop"}
    lines = [{"type": "session.start", "data": {"sessionId": SESSION, "context": context}, "id": "e0", **common}]
    for number, text in enumerate(prompts, 1):
        lines.append({"type": "user.message", "data": {"content": text}, "id": f"e{number}", **common})
    return json_lines(lines)


def json_lines(lines: Sequence[Line]) -> bytes:
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


_TALK = [gemini_message("m1", "Let us begin."), gemini_message("a1", "ok", 1), gemini_message("m2", RULE, 2)]
_REWOUND = [gemini_message("m0", LEFT), gemini_message("a0", "Oui.", 1), {"$rewindTo": "m0"}]

GEMINI: Mapping[str, Callable[[], bytes]] = {
    "a line for each message": lambda: gemini(*_TALK),
    "messages in a snapshot alone": lambda: gemini({"$set": {"messages": _TALK}}),
    "a header that names no messages yet": lambda: gemini(*_TALK, messages=[]),
    "a header with messages": lambda: gemini(_TALK[0], messages=_TALK),
    "lines, then a snapshot of them": lambda: gemini(*_TALK, {"$set": {"messages": _TALK}}),
    "one object": lambda: gemini(messages=_TALK),
    "rewound to its beginning": lambda: gemini(*_REWOUND, *_TALK),
    "rewound within a snapshot": lambda: gemini({"$set": {"messages": _REWOUND[:2]}}, _REWOUND[2], *_TALK),
    "several objects on each line": lambda: gemini(*_TALK).replace(b"}\n{", b"}{"),
    "UTF-16": lambda: gemini(*_TALK).decode().encode("utf-16"),
    "CRLF": lambda: gemini(*_TALK).replace(b"\n", b"\r\n"),
}
