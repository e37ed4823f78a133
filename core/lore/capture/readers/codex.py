"""Codex: `~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<session>.jsonl`, all forms since 2025.

Since September 2025 each line is `{timestamp, type, payload}`. What a person typed stands in `event_msg` lines of type
`user_message`; the `response_item` messages of the role `user` repeat it, between instructions, environment and skills
that no person wrote. Before that the lines were bare response items without times, and nothing else tells the two
apart than the frames round the latter.

A forked session and one of a sub-agent begin with a copy of the session they come from, its header and the ids of its
turns included.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lore.capture.readers.content import made_id, object_of, said, texts_of
from lore.capture.readers.frames import turns_of, user_turns, written
from lore.capture.readers.json_lines import Entry, entries, first_object, text_of
from lore.capture.readers.lines import FileStart, Problem, Transcript
from lore.capture.readers.records import RawEvent, RawSession, RawTurn, Record, ResumePoint
from lore.capture.readers.times import moment
from lore.capture.readers.tools import content_text, failure, tool_event
from lore.model import EventKind, Role

_TYPES = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
_REQUEST = "## My request for Codex:"
"""What follows was typed; editors put the open files and the selection before it."""
_SPOKEN = ("text", "input_text", "output_text")
_CHANGED = re.compile(r"^\*\*\* (Add|Update|Delete) File: (.{1,1000})$", re.MULTILINE)
_EXIT = re.compile(r"(?:Process exited with code|[Ee]xit code:|\"exit_code\":)\s*(-?\d{1,9})")
_REFUSED = "apply_patch verification failed"
_OUTPUT = re.compile(r"^Output:\n", re.MULTILINE)
_RESULT_HEAD = 600
"""Characters at the start of a result in which the exit code stands."""
_INTERACTIVE = ("cli", "vscode")
_SCRIPTED = re.compile(r"exec|sdk|mcp|headless|script", re.IGNORECASE)
"""In `originator`: `codex_exec`, `codex_sdk_ts`. Where a person types it is `codex-tui`, `codex_cli_rs` or alike."""
_CWD = re.compile(r"<cwd>([^<]{1,1000})</cwd>")


class Codex:
    """Reads Codex rollouts."""

    name = "codex"

    def recognises(self, head: FileStart) -> bool:
        return any(
            (one.get("type") in _TYPES and isinstance(one.get("payload"), dict)) or _is_bare_header(one)
            for one in head.objects()
        ) or (head.is_one_line and b'"session_meta"' in head.data[:400])

    def read(self, transcript: Transcript) -> Iterator[Record]:
        rollout = _rollout(transcript)
        for entry in entries(Transcript(transcript.path) if rollout.is_bare else transcript):
            if isinstance(entry, Problem):
                yield entry
                continue
            yield from rollout.take(entry)
            yield ResumePoint(rollout.resume_at)


def _is_bare_header(value: dict[str, Any]) -> bool:
    return {"id", "timestamp", "instructions"} <= value.keys() and "type" not in value


def _rollout(transcript: Transcript) -> "_Rollout":
    """The session that the first line names, wherever reading starts."""
    first = first_object(transcript)
    meta = first if _is_bare_header(first) else object_of(first.get("payload"))
    source = object_of(object_of(meta.get("source")).get("subagent"))
    parent = text_of(object_of(source.get("thread_spawn")).get("parent_thread_id"))
    return _Rollout(
        session=text_of(meta.get("id")) or transcript.path.stem,
        parent=parent,
        continues=parent or text_of(meta.get("forked_from_id")),
        typed_by_person=not source and meta.get("thread_source") != "subagent",
        by_hand=_is_interactive(meta),
        is_bare=meta is first,
        folder=text_of(meta.get("cwd")),
        remote=text_of(object_of(meta.get("git")).get("repository_url")),
        resume_at=0 if meta is first else transcript.start,
    )


def _is_interactive(meta: dict[str, Any]) -> bool:
    """Whether the header says that a person types; older ones say nothing, and only the terminal wrote those."""
    originator = text_of(meta.get("originator")) or ""
    started = meta.get("source") or _INTERACTIVE[0]
    return started in _INTERACTIVE and not _SCRIPTED.search(originator)


@dataclass(slots=True)
class _Rollout:
    """One rollout while it is read."""

    session: str
    parent: str | None
    continues: str | None
    typed_by_person: bool
    """False for a sub-agent: what looks typed there was written by the agent that started it."""
    by_hand: bool
    """False where a program started the session: `codex exec`, a server, a script."""
    is_bare: bool
    folder: str | None
    """The folder that the header names."""
    remote: str | None
    """The address of its git remote, as the header tells it."""
    resume_at: int
    """The byte the present turn begins at: its id, which names the messages, stands there."""
    turn: str = ""
    tools: dict[str, str] = field(default_factory=dict)
    count: int = 0
    """Messages of a bare rollout so far: they have neither ids nor times."""

    def take(self, entry: Entry) -> Iterator[Record]:
        value = entry.value
        if self.is_bare:
            yield from self._bare(value)
            return
        kind, payload, at = value.get("type"), object_of(value.get("payload")), value.get("timestamp")
        if kind == "session_meta" and payload.get("id") in (self.session, None):
            yield self._session(payload)
        elif kind == "turn_context" or (kind == "event_msg" and payload.get("type") == "task_started"):
            self._begin(text_of(payload.get("turn_id")), entry.line.start)
            yield self._moved(payload, at)
        elif kind in ("event_msg", "response_item"):
            yield self._moved({}, at)
            yield from self._event(payload, at) if kind == "event_msg" else self._item(payload, at)

    def _session(self, meta: dict[str, Any]) -> RawSession:
        at, cwd = moment(meta.get("timestamp")), text_of(meta.get("cwd"))
        return RawSession(
            self.session,
            Codex.name,
            cwd,
            self.remote,
            started_at=at,
            ended_at=at,
            parent=self.parent,
            continues=self.continues,
        )

    def _moved(self, payload: dict[str, Any], at: object) -> RawSession:
        cwd, at = text_of(payload.get("cwd")), moment(at)
        remote = self.remote if cwd == self.folder else None  # the header tells of the folder that it names
        return RawSession(self.session, Codex.name, cwd, remote, ended_at=at, continues=self.continues)

    def _begin(self, turn: str | None, start: int) -> None:
        if turn is not None and turn != self.turn:
            self.turn, self.resume_at = turn, start

    def _name(self, role: str, at: object, text: str) -> str:
        return f"{role}:{made_id(self.turn or at, text)}"

    def _event(self, payload: dict[str, Any], at: object) -> Iterator[Record]:
        match payload.get("type"):
            case "user_message" if self.typed_by_person:
                yield from self._typed([_request(text_of(payload.get("message")) or "")], at)
            case "error" | "stream_error":
                message = text_of(payload.get("message")) or ""
                yield failure(self.session, self._name("error", at, message), "codex", message, moment(at))

    def _typed(self, blocks: list[str], at: object) -> Iterator[RawTurn]:
        found = written(blocks)
        source = self._name("user", at, found.typed or found.rest)
        yield from turns_of(self.session, source, found, moment(at), by_person=self.by_hand)

    def _item(self, item: dict[str, Any], at: object) -> Iterator[Record]:
        when = moment(at)
        match item.get("type"):
            case "message" if item.get("role") == "assistant":
                text = said(item.get("content"), _SPOKEN)
                if text:
                    source = text_of(item.get("id")) or self._name("assistant", at, text)
                    yield RawTurn(self.session, source, Role.ASSISTANT, text, when)
            case "function_call" | "custom_tool_call" | "local_shell_call" | "web_search_call" | "tool_search_call":
                yield from self._call(item, at)
            case "function_call_output" | "custom_tool_call_output":
                yield from self._result(item, when)

    def _call(self, item: dict[str, Any], at: object) -> Iterator[Record]:
        name = text_of(item.get("name")) or str(item.get("type")).removesuffix("_call")
        given = _given(item)
        call = text_of(item.get("call_id")) or text_of(item.get("id")) or self._name(name, at, repr(given))
        self.tools[call] = name
        patch = given if isinstance(given, str) else object_of(given).get("input")
        changes = _CHANGED.findall(patch) if name == "apply_patch" and isinstance(patch, str) else []
        for number, (change, path) in enumerate(changes):
            source = f"{call}:{number}" if number else call
            when = moment(at)
            yield RawEvent(self.session, source, EventKind.FILE_CHANGE, path.strip(), change.lower(), when)
        if not changes:
            yield tool_event(self.session, call, name, given, moment(at))

    def _result(self, item: dict[str, Any], when: str | None) -> Iterator[Record]:
        call, output = str(item.get("call_id")), content_text(item.get("output"))
        tool = self.tools.pop(call, "tool")
        exit_code = _EXIT.search(output[:_RESULT_HEAD])
        if (exit_code and exit_code[1] != "0") or output.startswith(_REFUSED):
            heading = _OUTPUT.search(output[:_RESULT_HEAD])
            yield failure(self.session, call, tool, output[heading.end() :] if heading else output, when)

    def _bare(self, value: dict[str, Any]) -> Iterator[Record]:
        """A line from before September 2025."""
        if _is_bare_header(value):
            yield self._session(value)
        elif value.get("type") == "message" and value.get("role") == "user":
            text = said(value.get("content"), _SPOKEN)
            folder = _CWD.search(text[:2000]) if text.startswith("<environment_context>") else None
            yield RawSession(self.session, Codex.name, folder[1] if folder else None, self.remote if folder else None)
            self.count += 1
            blocks = texts_of(value.get("content"), _SPOKEN)
            yield from user_turns(self.session, f"user:{self.count}", blocks, None, by_person=self.by_hand)
        else:
            self.count += 1
            self.turn = str(self.count)
            yield from self._item(value, None)


def _request(message: str) -> str:
    """What was typed of a message that an editor may have put context before, which may itself hold the heading."""
    return message.rpartition(_REQUEST)[2]


def _given(item: dict[str, Any]) -> object:
    """The input of a call: an object, or the text of one that is none."""
    given: object = next((item[name] for name in ("arguments", "input", "action") if name in item), {})
    if not isinstance(given, str) or item.get("type") == "custom_tool_call":
        return given
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        return given
