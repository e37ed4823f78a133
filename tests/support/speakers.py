"""Sessions in the format of every reader, made from one script: what was typed, said, printed and framed."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lore.capture.transcript_homes import TRANSCRIPT_HOMES

FRAMES = {
    "hook": "user-prompt-submit-hook",
    "reminder": "system-reminder",
    "bash mode": "bash-stdout",
    "slash output": "local-command-stdout",
    "notification": "task-notification",
    "unknown block": "quarterly-digest",
    "unknown attached block": "attached_thing",
}
"""What harnesses call the frames they write into a message of the user."""


@dataclass(frozen=True)
class Step:
    """One thing in a session. `who`: user, assistant, tool (printed), program (writes a user line of its own kind)."""

    who: str
    text: str
    how: str = ""


@dataclass(frozen=True)
class Script:
    """A session: its id and what happens, a minute each. headless: a program types."""

    session: str
    steps: Sequence[Step]
    headless: bool = False

    def timed(self) -> Iterator[tuple[int, str, Step]]:
        for number, step in enumerate(self.steps):
            yield number, f"2026-02-10T10:{number:02}:00Z", step


def framed(tag: str, words: str, *, closes: bool) -> str:
    return f"<{tag}>read:\n</{tag}>\n\n{words}\n\n<{tag}></{tag}>" if closes else f"<{tag}>read:\n{words}</{tag}>"


def _lines(values: Sequence[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def claude_code(script: Script) -> str:
    values: list[dict[str, Any]] = []
    for number, at, step in script.timed():
        common = {"sessionId": script.session, "uuid": f"{script.session}-{number}", "timestamp": at, "cwd": "/w/shop"}
        common |= {"entrypoint": "sdk-cli"} if script.headless else {}
        kind = "assistant" if step.who == "assistant" else "user"
        content: Any = [{"type": "text", "text": step.text}]
        more: dict[str, Any] = {}
        if step.who == "tool":
            use = {"type": "tool_use", "id": f"t{number}", "name": "Read", "input": {"file_path": "README.md"}}
            before = {**common, "uuid": f"{script.session}-{number}a", "type": "assistant"}
            values.append({**before, "message": {"role": "assistant", "content": [use]}})
            content = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": step.text}, *content]
            more = {"toolUseResult": step.text}
        match step.how:
            case "compaction":
                more = {"isCompactSummary": True}
            case "side chain":
                more = {"isSidechain": True, "agentId": "x1"}
            case "attachment":
                values.append({**common, "type": "attachment", "attachment": {"type": "file", "content": step.text}})
                continue
            case "server tool":
                kind = "assistant"
                found = {
                    "type": "web_search_tool_result",
                    "content": [{"type": "web_search_result", "title": step.text}],
                }
                content = [{"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}, found]
            case "mcp tool":
                kind = "assistant"
                found = {"type": "mcp_tool_result", "content": [{"type": "text", "text": step.text}]}
                content = [{"type": "mcp_tool_use", "id": "m", "name": "x", "server_name": "y", "input": {}}, found]
            case "plan":
                more = {"planContent": step.text}
            case "not human":
                more = {"origin": {"kind": "peer"}}
            case "by a script":
                more = {"promptSource": "sdk"}
        values.append({**common, **more, "type": kind, "message": {"role": kind, "content": content}})
    return _lines(values)


def codex(script: Script) -> str:
    meta = {"id": script.session, "timestamp": "2026-02-10T09:59:00Z", "cwd": "/w/shop", "originator": "codex-tui"}
    meta |= {"originator": "codex_exec", "source": "exec"} if script.headless else {"source": "cli"}
    values: list[dict[str, Any]] = [{"timestamp": "2026-02-10T09:59:00Z", "type": "session_meta", "payload": meta}]
    for number, at, step in script.timed():
        values.append({"timestamp": at, "type": "turn_context", "payload": {"turn_id": f"{number}", "cwd": "/w/shop"}})
        payload: dict[str, Any] = {"type": "user_message", "message": step.text}
        kind = "event_msg"
        if step.who == "assistant":
            kind = "response_item"
            payload = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": step.text}]}
        elif step.who == "tool":
            kind, payload = "response_item", {"type": "function_call_output", "call_id": "c", "output": step.text}
        elif step.how == "attachment":
            payload["message"] = f"# Files\n## My request for Codex:\n{step.text}\n## My request for Codex:\nFix it."
        elif step.who == "program":
            kind, payload = "compacted", {"message": step.text}
        values.append({"timestamp": at, "type": kind, "payload": payload})
    return _lines(values)


def copilot(script: Script) -> str:
    head = {"sessionId": script.session, "context": {"cwd": "/w/shop"}}
    values: list[dict[str, Any]] = [{"type": "session.start", "data": head, "id": "h", "parentId": None}]
    for number, at, step in script.timed():
        kind = {"user": "user.message", "assistant": "assistant.message"}.get(step.who, "tool.execution_complete")
        data: dict[str, Any] = {"content": step.text}
        if step.who == "program":
            kind, data = "user.message", {**data, "source": "skill-review"}
        values.append({"type": kind, "data": data, "id": f"{number}", "timestamp": at, "parentId": None})
    return _lines(values)


def cursor(script: Script) -> str:
    values = []
    for _, _, step in script.timed():
        role = "assistant" if step.who == "assistant" else "user"
        text = f"<user_query>\n{step.text}\n</user_query>" if step.who == "user" else step.text
        if step.who in ("tool", "program"):
            files = f"<attached_files>\n<user_query>{step.text}</user_query>\n</attached_files>"
            text = f"{files}\n<user_query>\nFix it.\n</user_query>"
        values.append({"role": role, "message": {"content": [{"type": "text", "text": text}]}})
    return _lines(values)


def gemini(script: Script) -> str:
    kinds = {"user": "user", "assistant": "gemini"}
    messages = []
    for number, at, step in script.timed():
        text = step.text
        if step.who == "program":
            text = f"Fix it.\n--- Content from referenced files ---\n{text}"
        kind = "user" if step.who == "program" else kinds.get(step.who, "info")
        messages.append({"id": f"{number}", "timestamp": at, "type": kind, "content": text})
    return json.dumps({"sessionId": script.session, "projectHash": "h", "messages": messages})


def pi(script: Script) -> str:
    values: list[dict[str, Any]] = [
        {"type": "session", "id": script.session, "timestamp": "2026-02-10T09:59:00Z", "cwd": "/w/shop"}
    ]
    for number, at, step in script.timed():
        role = {"tool": "toolResult", "program": "user"}.get(step.who, step.who)
        text = f'<file name="a.md">\n</file>\n{step.text}\n</file>\nFix it.' if step.who == "program" else step.text
        message = {"role": role, "content": [{"type": "text", "text": text}]}
        values.append({"type": "message", "id": f"{number}", "timestamp": at, "message": message})
    return _lines(values)


def openclaw(script: Script) -> str:
    first, rest = pi(script).split("\n", 1)
    return "\n".join((first, json.dumps({"type": "custom", "customType": "model-snapshot"}), rest))


def opencode(script: Script) -> str:
    messages = []
    for number, _, step in script.timed():
        role = "assistant" if step.who in ("assistant", "tool") else "user"
        part: dict[str, Any] = {"type": "text", "text": step.text}
        if step.who == "tool":
            part = {
                "type": "tool",
                "tool": "read",
                "callID": "c",
                "state": {"status": "completed", "output": step.text},
            }
        elif step.who == "program":
            part["synthetic"] = True
        messages.append({"info": {"id": f"{number}", "role": role}, "parts": [part]})
    return json.dumps({"info": {"id": script.session, "directory": "/w/shop"}, "messages": messages})


def specstory(script: Script) -> str:
    parts = [
        f"<!-- Generated by SpecStory -->\n\n<!-- Claude Code Session {script.session} (2026-02-10 10:00:00Z) -->\n\n"
    ]
    for _, at, step in script.timed():
        said = at.replace("T", " ")
        if step.who == "user":
            parts.append(f"_**User ({said})**_\n\n{step.text}\n\n---\n\n")
        elif step.who == "assistant":
            parts.append(f"_**Agent (opus {said})**_\n\n{step.text}\n\n---\n\n")
        else:
            forged = f"```\n</details></tool-use>\n\n---\n\n_**User ({said[:-3]}30Z)**_\n\n{step.text}\n\n---\n\n"
            element = '<tool-use data-tool-type="read" data-tool-name="Read"><details>\n```text\n'
            parts.append(f"_**Agent (opus {said})**_\n\n{element}{forged}```\n</details></tool-use>\n\n---\n\n")
    return "".join(parts)


def aider(script: Script) -> str:
    parts = [f"\n# aider chat started at 2026-02-10 10:00:{script.session[6:8]}\n\n"]
    for _, _, step in script.timed():
        lines = step.text.split("\n")
        if step.who == "user":
            parts.append("\n" + "".join(f"#### {line}  \n" for line in lines) + "\n")
        elif step.who == "assistant":
            parts.append(f"{step.text}\n\n")
        else:
            parts.append("The file says:\n\n" + "".join(f"#### {line}  \n" for line in lines) + "\n> Tokens: 1  \n\n")
    return "".join(parts)


def chatgpt(script: Script) -> str:
    mapping: dict[str, Any] = {}
    for number, _, step in script.timed():
        role = "tool" if step.who in ("tool", "program") else step.who
        message = {
            "id": f"{number}",
            "author": {"role": role},
            "content": {"content_type": "text", "parts": [step.text]},
        }
        mapping[f"{number}"] = {"message": message, "parent": f"{number - 1}" if number else None}
    last = f"{len(script.steps) - 1}"
    return json.dumps([{"conversation_id": script.session, "title": "x", "mapping": mapping, "current_node": last}])


def claude_ai(script: Script) -> str:
    messages = []
    for number, at, step in script.timed():
        block = {"type": "tool_result" if step.who in ("tool", "program") else "text", "text": step.text}
        sender = "human" if step.who == "user" else "assistant"
        messages.append({"uuid": f"{number}", "sender": sender, "created_at": at, "content": [block]})
    return json.dumps([{"uuid": script.session, "name": "x", "chat_messages": messages}])


def neutral(script: Script) -> str:
    values = []
    for number, at, step in script.timed():
        role = "tool" if step.who in ("tool", "program") else step.who
        values.append({"session": script.session, "id": f"{number}", "at": at, "role": role, "text": step.text})
    return _lines(values)


WRITERS: Mapping[str, tuple[Callable[[Script], str], str]] = {
    "claude-code": (claude_code, "{}.jsonl"),
    "codex": (codex, "rollout-2026-10-05T10-00-00-{}.jsonl"),
    "copilot": (copilot, "{}/events.jsonl"),
    "cursor": (cursor, "{}.jsonl"),
    "gemini": (gemini, "session-2026-10-05T10-00-{:.8}.json"),
    "openclaw": (openclaw, "{}.jsonl"),
    "pi": (pi, "2026-10-05T10-00-00-000Z_{}.jsonl"),
    "opencode": (opencode, "{}.json"),
    "specstory": (specstory, "{}.md"),
    "aider": (aider, "{}.md"),
    "chatgpt": (chatgpt, "{}.json"),
    "claude-ai": (claude_ai, "{}.json"),
    "lore": (neutral, "{}.jsonl"),
}
"""Of each reader: what writes its format, and how it names a file."""


OWN_FOLDERS: Mapping[str, str] = {
    "claude-code": "projects/w",
    "codex": "sessions/2026/10/05",
    "copilot": "session-state",
    "cursor": "projects/w/agent-transcripts",
    "gemini": "tmp/w/chats",
    "openclaw": "agents/main/sessions",
    "pi": "sessions/w",
}
"""Where in its own folder an agent keeps files of the form that is written here."""


def own_folder(reader: str) -> Path:
    return TRANSCRIPT_HOMES[reader].root / OWN_FOLDERS[reader]


def write(folder: Path, reader: str, script: Script) -> Path:
    writer, name = WRITERS[reader]
    file = folder / name.format(script.session)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(writer(script))
    return file
