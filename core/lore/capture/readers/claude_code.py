"""Claude Code, 1.0 to 2.1: `~/.claude/projects/<folder>/<session>.jsonl`.

One object a line. Of the `user` lines about one in twelve was typed by a person: the others carry tool results,
reminders, command output, summaries of compacted conversations, or the prompts of sub-agents. What was typed while the
agent worked stands in `queue-operation` lines, sometimes only there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lore.capture.readers.content import blocks_of, object_of
from lore.capture.readers.frames import user_turns, written
from lore.capture.readers.json_lines import Entry, entries, text_of
from lore.capture.readers.lines import FileStart, Problem, Transcript
from lore.capture.readers.records import RawSession, RawTurn, Record, ResumePoint
from lore.capture.readers.rejections import reason_turns
from lore.capture.readers.times import moment
from lore.capture.readers.tools import content_text, failure, tool_event
from lore.model import Role

_TYPES = ("user", "assistant", "system", "progress", "summary", "file-history-snapshot", "queue-operation")
_NOISE = (
    b'"type":"progress"',
    b'"type": "progress"',
    b'"type":"file-history-snapshot"',
    b'"type": "file-history-snapshot"',
)
_SYNTHETIC = "<synthetic>"
_INTERACTIVE = ("cli", "claude-vscode", "claude-desktop")
"""Values of `entrypoint`, which older lines lack, where a person types. Others are a program's: `sdk-cli` is what
`claude -p` writes, `sdk-py` and `sdk-ts` write what a script says."""
_TYPED_SOURCES = ("typed", "queued")
"""The same of `promptSource`; others are `sdk` and `system`."""
_FOREIGN_TOOL = "mcp__"
"""How the name of a tool begins whose errors are a server's own words."""
_BY_USER = "user-rejected"
"""The value of `toolDenialKind` of newer lines where the person refused a call."""


class ClaudeCode:
    """Reads Claude Code's session files, and those of its sub-agents."""

    name = "claude-code"

    def recognises(self, head: FileStart) -> bool:
        return any(
            one.get("type") in _TYPES and ("sessionId" in one or "leafUuid" in one or "messageId" in one)
            for one in head.objects()
        ) or (head.is_one_line and b'"sessionId"' in head.data and b'"parentUuid"' in head.data)

    def read(self, transcript: Transcript) -> Iterator[Record]:
        file = _File(transcript.path.stem)
        for entry in entries(transcript, skip=_NOISE):
            if isinstance(entry, Problem):
                yield entry
                continue
            yield from file.take(entry)
            yield ResumePoint(file.calm)
        yield from file.finish()


@dataclass(slots=True)
class _Queued:
    """A message typed while the agent worked. What became of it, the file says later."""

    session: str
    text: str
    at: str | None
    taken: bool = False
    removed: dict[str, Any] | None = None
    """The line that says that the agent got it while it worked."""

    def turn(self, role: Role) -> RawTurn:
        return RawTurn(self.session, f"queue:{self.at}", role, self.text, self.at)


@dataclass(slots=True)
class _File:
    """One session file while it is read."""

    stem: str
    session: str = ""
    queue: list[_Queued] = field(default_factory=list)
    tools: dict[str, str] = field(default_factory=dict)
    """The names of the tools that were called."""
    pending: set[str] = field(default_factory=set)
    """The calls that have no result so far."""
    titles: dict[str, str] = field(default_factory=dict)
    """From the id of the message a summary ends at to the summary."""
    seen: set[str] = field(default_factory=set)
    interactive: bool | None = None
    """Whether a person types in the part of the session that is read: a later part may be a program's. None before any
    line says so."""
    calm: int = 0
    """The byte of the last line from which on all can be told without what came before: no message and no call waited
    there, and it says who types in what follows."""

    def take(self, entry: Entry) -> Iterator[Record]:
        value, line = entry.value, entry.line
        kind = value.get("type")
        if not (self.queue or self.pending) and (self.interactive is None or kind in ("user", "assistant")):
            self.calm = line.start
        if kind == "summary":
            self.titles[str(value.get("leafUuid"))] = str(value.get("summary") or "")
            return
        named = text_of(value.get("sessionId"))
        if named is None and kind not in ("user", "assistant"):
            return
        opened = self._session(named or self.session or self.stem, value)
        if isinstance(uuid := value.get("uuid"), str) and uuid in self.titles:
            self.seen.add(uuid)
        if kind in ("user", "assistant") and not isinstance(value.get("message"), dict):
            yield Problem(line.number, f"a line of type `{kind}` without a message")
            return
        yield opened
        if kind in ("user", "assistant"):
            self.interactive = value.get("entrypoint", _INTERACTIVE[0]) in _INTERACTIVE
            yield from self._removed()
        match kind:
            case "assistant":
                yield from self._assistant(opened.id, value, line.start)
            case "user":
                yield from self._user(opened.id, value, line.start)
            case "queue-operation":
                yield from self._queue(opened.id, value)
            case "attachment":
                yield from self._attachment(opened.id, value, line.start)
            case "custom-title" | "ai-title":
                title = (
                    text_of(value.get("customTitle")) or text_of(value.get("aiTitle")) or text_of(value.get("title"))
                )
                yield RawSession(opened.id, ClaudeCode.name, title=title)

    def finish(self) -> Iterator[Record]:
        title = next((self.titles[uuid] for uuid in self.titles if uuid in self.seen), None)
        if title and self.session:
            yield RawSession(self.session, ClaudeCode.name, title=title)

    def _session(self, named: str, value: dict[str, Any]) -> RawSession:
        self.session = named
        at = moment(value.get("timestamp"))
        cwd = text_of(value.get("cwd"))
        if value.get("isSidechain"):
            part = text_of(value.get("agentId")) or "sidechain"
            return RawSession(f"{named}/{part}", ClaudeCode.name, cwd, started_at=at, ended_at=at, parent=named)
        origin = text_of(object_of(value.get("forkedFrom")).get("sessionId"))
        return RawSession(named, ClaudeCode.name, cwd, started_at=at, ended_at=at, continues=origin)

    def _assistant(self, session: str, value: dict[str, Any], start: int) -> Iterator[Record]:
        message = value["message"]
        at = moment(value.get("timestamp"))
        source = text_of(value.get("uuid")) or f"byte:{start}"
        # The agent answers: what was taken from the queue has arrived, as a line of its own or as a command.
        self.queue = [waiting for waiting in self.queue if not waiting.taken]
        if message.get("model") == _SYNTHETIC or value.get("isApiErrorMessage"):
            return
        blocks = blocks_of(message.get("content"))
        said = "\n\n".join(text for block in blocks if (text := _text(block)) and text.strip())
        if said:
            yield RawTurn(session, source, Role.ASSISTANT, said, at)
        for number, block in enumerate(blocks):
            if block.get("type") == "tool_use":
                tool, identity = str(block.get("name") or "tool"), str(block.get("id") or f"{source}:{number}")
                self.tools[identity] = tool
                self.pending.add(identity)
                yield tool_event(session, identity, tool, block.get("input"), at)

    def _user(self, session: str, value: dict[str, Any], start: int) -> Iterator[Record]:
        at = moment(value.get("timestamp"))
        source = text_of(value.get("uuid")) or f"byte:{start}"
        blocks = blocks_of(value["message"].get("content"))
        results = [block for block in blocks if block.get("type") == "tool_result"]
        for block in results:
            identity = str(block.get("tool_use_id") or source)
            tool = self.tools.get(identity, "tool")
            self.pending.discard(identity)
            if block.get("is_error"):
                yield failure(session, identity, tool, block.get("content"), at)
                by_person = self._role(value) is Role.USER and _refused_by_person(value, tool)
                yield from reason_turns(session, identity, content_text(block.get("content")), at, by_person=by_person)
        if results or not _is_typed(value):
            return
        self.pending.clear()  # the person speaks: what has no result by now was broken off
        texts = [text for block in blocks if (text := _text(block))]
        if "planContent" in value:  # the agent's own plan, handed on by the program: no frame stands in it
            yield RawTurn(session, source, Role.SOMEBODY, "\n\n".join(texts).strip(), at)
            return
        for turn in user_turns(session, source, texts, at, by_person=self._role(value) is Role.USER):
            yield self._from_queue(turn) or turn

    def _from_queue(self, turn: RawTurn) -> RawTurn | None:
        """The queued message that now arrives as a line of its own: it keeps its first name, so it is stored once."""
        for place, message in enumerate(self.queue):
            if message.session == turn.session and message.text == turn.text:
                return self.queue.pop(place).turn(turn.role)
        return None

    def _queue(self, session: str, value: dict[str, Any]) -> Iterator[Record]:
        operation, content = value.get("operation"), text_of(value.get("content"))
        open_ones = (
            queued for queued in self.queue if queued.session == session and not queued.taken and queued.removed is None
        )
        waiting = next(open_ones, None)
        if operation == "enqueue":
            at = moment(value.get("timestamp"))
            self.queue.append(_Queued(session, _queued_text(content or ""), at))
        elif operation == "dequeue" and waiting:
            waiting.taken = True
            if not waiting.text:
                self.queue.remove(waiting)
        elif operation == "remove" and waiting:
            waiting.removed = value
            if self.interactive is not None:
                yield from self._removed()
        elif operation == "popAll":
            # The person took the messages back into the editor; what is sent then comes as a line of its own.
            self.queue = [
                message for message in self.queue if message.session != session or message.removed is not None
            ]

    def _removed(self) -> Iterator[RawTurn]:
        """The messages that the agent got while it worked: they come as no line of their own."""
        for message in [queued for queued in self.queue if queued.removed is not None]:
            self.queue.remove(message)
            if message.text:
                yield message.turn(self._role(message.removed or {}))

    def _attachment(self, session: str, value: dict[str, Any], start: int) -> Iterator[Record]:
        attachment = value.get("attachment")
        if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
            return
        text = _queued_text(text_of(attachment.get("prompt")) or "")
        if text and attachment.get("commandMode", "prompt") == "prompt":
            at = moment(value.get("timestamp"))
            source = text_of(value.get("uuid")) or f"byte:{start}"
            turn = RawTurn(session, source, self._role({**value, **attachment}), text, at)
            yield self._from_queue(turn) or turn

    def _role(self, value: dict[str, Any]) -> Role:
        """Who wrote what stands on this line in a user's name."""
        return Role.USER if self.interactive and _by_person(value) else Role.SOMEBODY


def _by_person(value: dict[str, Any]) -> bool:
    """Whether a person wrote what stands on a line in a user's name, rather than a program or, as a plan, the agent."""
    origin = object_of(value.get("origin")).get("kind", "human")
    source = value.get("promptSource", _TYPED_SOURCES[0])
    return "planContent" not in value and origin == "human" and source in _TYPED_SOURCES


def _refused_by_person(value: dict[str, Any], tool: str) -> bool:
    """Whether the program itself says in a result that the call was refused: a server may say what it likes."""
    return value["toolDenialKind"] == _BY_USER if "toolDenialKind" in value else not tool.startswith(_FOREIGN_TOOL)


def _is_typed(value: dict[str, Any]) -> bool:
    """Whether a `user` line holds a message of a user, as far as its fields tell."""
    return not (
        "toolUseResult" in value
        or value.get("isMeta")
        or value.get("isSidechain")
        or value.get("isCompactSummary")
        or value.get("isVisibleInTranscriptOnly")
        or value.get("sourceToolUseID")
        or value.get("sourceToolAssistantUUID")
    )


def _queued_text(content: str) -> str:
    """What a person typed of a queued message: reports of background tasks are queued in the same way."""
    return "" if content.lstrip().startswith('{"task_id"') else written([content]).typed


def _text(block: dict[str, Any]) -> str | None:
    return text_of(block.get("text")) if block.get("type") == "text" else None
