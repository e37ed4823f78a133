"""Codex: `~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<session>.jsonl`, all forms since 2025.

Since September 2025 each line is `{timestamp, type, payload}`. What a person typed stands in `event_msg` lines of type
`user_message`, since 0.148 of type `item_completed` with an item `UserMessage`; the `response_item` messages of the
role `user` repeat it, between instructions, environment and skills that no person wrote. Where those say the kinds of
their parts, `user.text` was typed, whether an event tells it or not. Before all that the lines were bare response items
without times, and nothing else tells the two apart than the frames round the latter.

A forked session and one of a sub-agent begin with a copy of the session they come from, its header and the ids of its
turns included. Who goes back in a session takes turns out of it (`thread_rolled_back`), or since 0.171 begins another
file of the same session, whose header says how much of the one before still counts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lore.capture.readers.fields import blocks_of, input_of, made_id, moment, object_of, said, text_of, texts_of
from lore.capture.readers.lines import FileStart, Line, Reader, Transcript, entries, first_object, replay
from lore.capture.readers.records import (
    Problem,
    RawEvent,
    RawRewind,
    RawSession,
    RawTurn,
    Record,
    ResumePoint,
    UnknownRecord,
)
from lore.capture.readers.speakers import CODEX, CODEX_MESSAGES, CODEX_TURNS, Speaker, speaker
from lore.capture.readers.telling import agent_turns, content_text, failure, tool_event, turns_of, user_turns, written
from lore.model import EventKind, Role

_NAME = "codex"
_TYPES = frozenset(
    {"session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state", "token_usage_record"}
)
"""Seen up to 0.171. A line of another type is counted by its name."""
_KIND_TYPED = "user.text"
_REQUEST = "## My request for Codex:"
"""What follows was typed; editors put the open files and the selection before it."""
_SPOKEN = ("text", "input_text", "output_text")
_CHANGED = re.compile(r"^\*\*\* (Add|Update|Delete) File: (.{1,1000})$", re.MULTILINE)
_EXIT = re.compile(r"(?:Process exited with code|[Ee]xit code:|\"exit_code\":)\s*(-?\d{1,9})")
_REFUSED = "apply_patch verification failed"
_OUTPUT = re.compile(r"^Output:\n", re.MULTILINE)
_RESULT_HEAD = 600
"""Characters at the start of a result in which the exit code stands."""
_CWD = re.compile(r"<cwd>([^<]{1,1000})</cwd>")


def _recognises(head: FileStart) -> bool:
    return any(
        (text_of(one.get("type")) in _TYPES and isinstance(one.get("payload"), dict)) or _is_bare_header(one)
        for one in head.objects()
    )


def _read(transcript: Transcript) -> Iterator[Record]:
    rollout = _rollout(transcript)
    for line in entries(Transcript(transcript.path) if rollout.is_bare else transcript):
        if isinstance(line, Problem):
            yield line
            continue
        yield from rollout.take(line)
        yield ResumePoint(rollout.resume_at)
    yield from rollout.left_by_later_files()


READER = Reader(_NAME, _recognises, _read)


def _is_bare_header(value: dict[str, Any]) -> bool:
    return {"id", "timestamp", "instructions"} <= value.keys() and "type" not in value


def _rollout(transcript: Transcript) -> "_Rollout":
    """The session that the header names, wherever reading starts."""
    first = first_object(transcript, lambda one: one.get("type") == "session_meta" or _is_bare_header(one))
    meta = first if _is_bare_header(first) else object_of(first.get("payload"))
    source = object_of(object_of(meta.get("source")).get("subagent"))
    by = speaker(CODEX, meta)
    parent = text_of(object_of(source.get("thread_spawn")).get("parent_thread_id"))
    return _Rollout(
        session=text_of(meta.get("id")) or transcript.path.stem,
        parent=parent,
        continues=parent or text_of(meta.get("forked_from_id")),
        typed_by_person=by is not Speaker.AGENT,
        by_hand=by is Speaker.PERSON,
        is_bare=meta is first,
        folder=text_of(meta.get("cwd")),
        remote=text_of(object_of(meta.get("git")).get("repository_url")),
        resume_at=0 if meta is first else transcript.start,
        transcript=transcript,
    )


def _base(meta: dict[str, Any], session: str) -> int | None:
    """The number of the first line that does not count any more in the files before, as a header says; None without."""
    base = object_of(meta.get("history_base"))
    end = base.get("end_ordinal_exclusive")
    return end if base.get("thread_id") == session and isinstance(end, int) else None


@dataclass(slots=True)
class _Rollout:
    """One rollout while it is read."""

    session: str
    parent: str | None
    continues: str | None
    typed_by_person: bool
    """False for a sub-agent: what looks typed there was written by the agent that started it."""
    by_hand: bool
    """False where a program started the session, or went on with it: `codex exec`, a server, a script."""
    is_bare: bool
    folder: str | None
    """The folder that the header names."""
    remote: str | None
    """The address of its git remote, as the header tells it."""
    resume_at: int
    """The byte the present turn begins at: its id, which names the messages, stands there. Not after a header that
    says otherwise than the first who types."""
    transcript: Transcript
    is_handed_on: bool = False
    """Whether somebody else went on with the session than began it."""
    turn: str = ""
    turn_by: Speaker = Speaker.PERSON
    """Who began the present turn."""
    line_by: Speaker = Speaker.PERSON
    """Who wrote the message on the present line."""
    waiting: tuple[list[str], object, Speaker] | None = None
    """What a response item says was typed, when, and by whom, until an event tells the same."""
    turns: list[tuple[object, bool, RawTurn]] = field(default_factory=list)
    """The messages that count so far: the number of the line, whether it begins a turn of the user, the message."""
    gone: list[RawTurn] = field(default_factory=list)
    """Those that were taken out."""
    tools: dict[str, str] = field(default_factory=dict)
    count: int = 0
    """Messages of a bare rollout so far: they have neither ids nor times."""

    def take(self, line: Line) -> Iterator[Record]:
        for record in self._records(line):
            yield record
            if isinstance(record, RawTurn):
                asks = record.role in (Role.USER, Role.SOMEBODY) and not record.source_id.endswith(":rest")
                self.turns.append((line.value.get("ordinal"), asks, record))

    def _records(self, line: Line) -> Iterator[Record]:
        value = line.value
        if self.is_bare:
            yield from self._bare(value)
            return
        kind, payload, at = text_of(value.get("type")), object_of(value.get("payload")), value.get("timestamp")
        if kind is not None and kind not in _TYPES:
            yield UnknownRecord(kind)
        is_own = payload.get("id") in (self.session, None)
        if kind == "session_meta" and (is_own or not self.continues):  # else it is copied from where this comes from
            self._goes_on(payload, line.start)
        if kind == "session_meta" and is_own:
            yield self._session(payload)
            if (end := _base(payload, self.session)) is not None:
                yield from self._left(self._said_before(end))
        elif kind == "turn_context" or (kind == "event_msg" and payload.get("type") == "task_started"):
            yield from self._untold()
            self._begin(payload, line.start)
            yield self._moved(payload, at)
        elif kind == "event_msg" and payload.get("type") == "thread_rolled_back":
            yield self._moved({}, at)
            yield from self._left(self._taken_out(payload.get("num_turns"), line.start))
        elif kind in ("event_msg", "response_item"):
            yield self._moved({}, at)
            item = object_of(payload.get("item", payload))
            self.line_by = speaker(CODEX_MESSAGES, value, item, *blocks_of(item.get("content")))
            inherited = object_of(value.get("metadata")).get("inherited_user_message") is True
            yield from self._event(payload, at) if kind == "event_msg" else self._item(payload, at, inherited=inherited)

    def _session(self, meta: dict[str, Any]) -> RawSession:
        at, cwd = moment(meta.get("timestamp")), text_of(meta.get("cwd"))
        return RawSession(
            self.session,
            _NAME,
            cwd,
            self.remote,
            started_at=at,
            ended_at=at,
            parent=self.parent,
            continues=self.continues,
            release=text_of(meta.get("cli_version")),
        )

    def _moved(self, payload: dict[str, Any], at: object) -> RawSession:
        cwd, at = text_of(payload.get("cwd")), moment(at)
        remote = self.remote if cwd == self.folder else None  # the header tells of the folder that it names
        return RawSession(self.session, _NAME, cwd, remote, ended_at=at, continues=self.continues)

    def _goes_on(self, meta: dict[str, Any], start: int) -> None:
        """A header: it says who types in what follows."""
        by_hand = speaker(CODEX, meta) is Speaker.PERSON
        if by_hand is not self.by_hand:
            self.resume_at = self.resume_at if self.is_handed_on else start
            self.by_hand, self.is_handed_on = by_hand, True

    def _begin(self, payload: dict[str, Any], start: int) -> None:
        turn = text_of(payload.get("turn_id"))
        if turn is not None and turn != self.turn:
            self.turn, self.turn_by = turn, Speaker.PERSON
            self.resume_at = self.resume_at if self.is_handed_on else start
        if "turn_attribution" in payload:
            self.turn_by = speaker(CODEX_TURNS, {"turn_attribution": payload["turn_attribution"]})

    def _left(self, turns: list[RawTurn]) -> Iterator[RawRewind]:
        if turns:
            self.gone += turns
            yield RawRewind(self.session, tuple(self.gone))

    def _taken_out(self, count: object, end: int) -> list[RawTurn]:
        """The messages of the last turns that the person asked in, before this byte."""
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            return []
        if self.transcript.start:
            before = _read_before(self.transcript.path, end)
            self.turns, self.gone = before.turns, before.gone
            self.transcript = before.transcript  # what comes before is known from now on
        begins = [place for place, (_, asks, _) in enumerate(self.turns) if asks]
        first = begins[-count] if count <= len(begins) else 0
        taken, self.turns = self.turns[first:], self.turns[:first]
        return [turn for _, _, turn in taken]

    def _said_before(self, end: int) -> list[RawTurn]:
        """What the earlier files of this session say from a line of this number on."""
        path = self.transcript.path
        folder = path.parents[3] if len(path.parents) > 3 and path.parent.name.isdecimal() else path.parent
        files = folder.glob(f"**/rollout-*{_plain(self.session)}*.jsonl*") if _plain(self.session) else ()
        earlier = sorted(file for file in files if file.name < path.name)
        return [turn for file in earlier for turn in _from_line(_read_before(file).turns, end)]

    def left_by_later_files(self) -> Iterator[RawRewind]:
        """What this file says, and a later one of the same session and day does not count any more."""
        path = self.transcript.path
        later = sorted(path.parent.glob(f"rollout-*{_plain(self.session)}_*.jsonl*")) if _plain(self.session) else []
        ends = [
            end
            for file in later
            if file.name > path.name
            and (end := _base(object_of(first_object(Transcript(file)).get("payload")), self.session)) is not None
        ]
        if ends:
            turns = self.turns if self.transcript.start == 0 else _read_before(path).turns
            yield from self._left(_from_line(turns, min(ends)))

    def _name(self, role: str, at: object, text: str) -> str:
        return f"{role}:{made_id(self.turn or at, text)}"

    def _event(self, payload: dict[str, Any], at: object) -> Iterator[Record]:
        match payload.get("type"):
            case "user_message" if self.typed_by_person:
                self.waiting = None
                yield from self._typed([text_of(payload.get("message")) or ""], at, self.line_by)
            case "item_completed" if object_of(payload.get("item")).get("type") == "UserMessage":
                self.waiting = None
                if self.typed_by_person:
                    item = object_of(payload.get("item"))
                    yield from self._typed(texts_of(item.get("content"), _SPOKEN), at, self.line_by)
            case "task_complete" | "turn_aborted":
                yield from self._untold()
            case "error" | "stream_error":
                message = text_of(payload.get("message")) or ""
                yield failure(self.session, self._name("error", at, message), "codex", message, moment(at))

    def _typed(self, blocks: list[str], at: object, by: Speaker) -> Iterator[RawTurn]:
        found = written([block.rpartition(_REQUEST)[2] for block in blocks])
        source = self._name("user", at, found.typed or found.rest)
        by_person = self.by_hand and self.turn_by is by is Speaker.PERSON
        yield from turns_of(self.session, source, found, moment(at), by_person=by_person)

    def _untold(self) -> Iterator[RawTurn]:
        """What a response item says was typed, and no event told."""
        if self.waiting is not None:
            (blocks, at, by), self.waiting = self.waiting, None
            yield from self._typed(blocks, at, by)

    def _item(self, item: dict[str, Any], at: object, *, inherited: bool = False) -> Iterator[Record]:
        when = moment(at)
        if item.get("role") != "developer":
            yield from self._untold()
        match item.get("type"):
            case "message" if item.get("role") == "user" and self.typed_by_person and not inherited:
                blocks = _typed_parts(item)
                self.waiting = (blocks, at, self.line_by) if blocks else None
            case "message" if item.get("role") == "assistant":
                text = said(item.get("content"), _SPOKEN)
                source = text_of(item.get("id")) or self._name("assistant", at, text)
                yield from agent_turns(self.session, source, text, when)
            case "function_call" | "custom_tool_call" | "local_shell_call" | "web_search_call" | "tool_search_call":
                yield from self._call(item, at)
            case "function_call_output" | "custom_tool_call_output":
                yield from self._result(item, when)

    def _call(self, item: dict[str, Any], at: object) -> Iterator[Record]:
        name = text_of(item.get("name")) or str(item.get("type")).removesuffix("_call")
        given = input_of(item)
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
            yield RawSession(self.session, _NAME, folder[1] if folder else None, self.remote if folder else None)
            self.count += 1
            blocks = texts_of(value.get("content"), _SPOKEN)
            by_person = (
                self.by_hand and speaker(CODEX_MESSAGES, value, *blocks_of(value.get("content"))) is Speaker.PERSON
            )
            yield from user_turns(self.session, f"user:{self.count}", blocks, None, by_person=by_person)
        else:
            self.count += 1
            self.turn = str(self.count)
            yield from self._item(value, None)


def _typed_parts(item: dict[str, Any]) -> list[str]:
    """The texts of a response item whose kinds say that they were typed."""
    kinds = object_of(item.get("internal_chat_message_metadata_passthrough")).get("content_item_kinds")
    content = item.get("content")
    if not isinstance(kinds, list) or not isinstance(content, list) or len(kinds) != len(content):
        return []
    return texts_of([part for part, kind in zip(content, kinds, strict=True) if kind == _KIND_TYPED], _SPOKEN)


def _read_before(path: Path, end: int | None = None) -> _Rollout:
    """A rollout as it was read as far as this byte."""
    rollout = _rollout(Transcript(path))
    replay(path, rollout.take, end)
    return rollout


def _from_line(turns: list[tuple[object, bool, RawTurn]], first: int) -> list[RawTurn]:
    """The messages from a line of this number on."""
    return [turn for ordinal, _, turn in turns if isinstance(ordinal, int) and ordinal >= first]


def _plain(session: str) -> str:
    """The id of a session where it can stand in the pattern of a file's name; else empty."""
    return session if session.replace("-", "").isalnum() else ""
