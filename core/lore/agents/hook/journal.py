"""The line of an event in the spool, and what the event changes in what is known of its session."""

import os
from zlib import crc32

from lore.agents.hook.event import Event
from lore.handover import LONGEST_ANSWER, Talk, lines, places, shortened

KEPT = {
    "session-start": ("source",),
    "prompt": ("prompt",),
    "tool-use": ("tool", "tool_input", "tool_use"),
    "tool-failed": ("tool", "tool_input", "tool_use", "error"),
    "tool-rejected": ("tool", "tool_input", "tool_use", "error", "reason"),
    "before-compaction": ("trigger",),
    "after-compaction": ("trigger",),
    "answer": ("answer",),
    "stop": ("answer",),
    "subagent-stop": ("answer", "agent"),
    "session-end": ("reason",),
}
"""What is kept of each event; of any other nothing is. Summaries of an agent are not what was said."""
LONGEST_ODD = 20_000
"""Characters that are kept of what nobody understood."""
_STEPS = ("todos", "plan", "steps", "items")
_STEP_TEXTS = ("content", "step", "description", "text", "title")
_DONE = ("completed", "done", "cancelled", "canceled")


def journalled(folder: str, event: Event) -> None:
    """Append an event to the spool. Raises OSError."""
    if event.meaning not in KEPT:
        return
    values = {name: event.given[name] for name in KEPT[event.meaning] if name in event.given}
    if "agent" in values:
        values["agent_name"] = values.pop("agent")
    if transcript := event.text("transcript"):
        values["transcript"] = transcript
    _append(folder, event, {"means": event.meaning, "key": _key(event), "typed": event.is_typed, **values})


def noted_as_given(folder: str, event: Event, given: "dict[str, object]") -> None:
    """Note in the spool what a session was given. Raises OSError."""
    _append(folder, event, {"means": "given", **given})


def kept_as_odd(folder: str, event: Event, raw: bytes) -> None:
    """Keep what an agent said although nobody understands it. Raises OSError."""
    text = raw[:LONGEST_ODD].decode("utf-8", "replace")
    values: dict[str, object] = {"means": "odd", "agent": event.agent, "at": event.at, "event": event.name, "raw": text}
    lines.append(folder, places.file_name(event.agent, "odd"), values)


def _append(folder: str, event: Event, values: "dict[str, object]") -> None:
    common: dict[str, object] = {"agent": event.agent, "session": event.session, "at": event.at, "cwd": event.cwd}
    lines.append(folder, places.file_name(event.agent, event.session), {**common, **values})


def taken_in(talk: Talk, event: Event) -> None:
    """Let the session know of an event."""
    talk.cwd = event.cwd or talk.cwd
    talk.transcript = event.text("transcript") or talk.transcript
    match event.meaning:
        case "tool-use":
            _take_in_tool(talk, event.given.get("tool_input"))
        case "stop" | "answer":
            if answer := event.text("answer"):
                talk.answered = shortened(answer, LONGEST_ANSWER)
                talk.heard.append(answer[:LONGEST_ANSWER])
        case "before-compaction":
            talk.keep_for_later()


def _key(event: Event) -> str:
    """What tells this event from others of its session and meaning, whoever reports it."""
    if call := event.text("tool_use"):
        return call
    text = event.text("prompt") or event.text("answer") or event.text("tool")
    return f"{event.text('turn') or event.at}-{crc32(text.encode('utf-8', 'replace')):08x}"


def _take_in_tool(talk: Talk, given: object) -> None:
    if not isinstance(given, dict):
        return
    for name in ("file_path", "path", "filePath", "notebook_path", "absolute_path"):
        path = given.get(name)
        if isinstance(path, str):
            talk.heard.append(os.path.basename(path))
    for name in _STEPS:
        steps = given.get(name)
        if isinstance(steps, list) and steps and all(isinstance(step, dict) for step in steps):
            talk.steps = [text for step in steps if (text := _open_step(step))][:12]


def _open_step(step: "dict[str, object]") -> str:
    """What a step is about, where it is still to be done."""
    if step.get("status") in _DONE:
        return ""
    text = next((value for name in _STEP_TEXTS if isinstance(value := step.get(name), str)), "")
    return shortened(text, 200)
