"""Claude Code, 1.0 to 2.1: `~/.claude/projects/<folder>/<session>.jsonl`.

One object a line. Of the `user` lines about one in twelve was typed by a person: the others carry tool results,
reminders, command output, summaries of compacted conversations, or the prompts of sub-agents. What was typed while the
agent worked stands in `queue-operation` lines, sometimes only there. The lines are a tree, by `parentUuid`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lore.capture.readers.branches import ROOT, Branches
from lore.capture.readers.fields import blocks_of, moment, object_of, text_of
from lore.capture.readers.lines import FileStart, Line, Reader, Transcript, entries, replay
from lore.capture.readers.records import Problem, RawRewind, RawSession, RawTurn, Record, ResumePoint, UnknownRecord
from lore.capture.readers.speakers import CLAUDE_CODE, CLAUDE_CODE_REFUSALS, Speaker, speaker
from lore.capture.readers.telling import (
    agent_turns,
    content_text,
    failure,
    reason_turns,
    tool_event,
    user_turns,
    written,
)
from lore.model import Role

_NAME = "claude-code"
_TREE = ("user", "assistant", "attachment", "system")
"""The lines that hang from one another."""
_TYPES = frozenset(
    {
        *_TREE, "progress", "summary", "file-history-snapshot", "file-history-delta", "queue-operation", "last-prompt",
        "mode", "permission-mode", "ai-title", "custom-title", "agent-name", "pr-link", "atis-latch", "bridge-session",
        "cost-state", "frame-link", "api-request", "api-request-blob", "api-request-shape", "tools-used", "tag",
        "agent-color", "agent-setting", "content-replacement", "continued-in", "fork-context-ref", "relocated",
        "ended-by-model", "history-suppression", "attribution-snapshot", "artifact-autoreact-ledger",
        "artifact-comment-monitor", "worktree-state", "saved_hook_context",
    }
)  # fmt: skip
"""Seen up to 2.1.332. A line of another type is counted by its name."""
_NOISE = tuple(
    b'"type":%s"%s"' % (space, kind) for space in (b"", b" ") for kind in (b"progress", b"file-history-snapshot")
)
_COMMAND = re.compile(
    r"\s*(?:<command-(?P<tag>message|name)>(?!/?compact<)[^<]{0,400}</command-(?P=tag)>\s*){1,2}"
    r"<command-args>(?P<words>(?:(?!</?command-).){1,20000})</command-args>\s*",
    re.DOTALL,
)
"""A slash command as the terminal writes it, with what was typed behind its name."""
_OWN_COMMAND = "<command-name>/lore:remember</command-name>"
_SYNTHETIC = "<synthetic>"


def _recognises(head: FileStart) -> bool:
    return any(
        text_of(one.get("type")) in _TYPES and ("sessionId" in one or "leafUuid" in one or "messageId" in one)
        for one in head.objects()
    )


def _read(transcript: Transcript) -> Iterator[Record]:
    file = _File(transcript)
    for line in entries(transcript, skip=_NOISE):
        if isinstance(line, Problem):
            yield line
            continue
        yield from file.take(line)
        yield ResumePoint(file.calm)
    yield from file.finish()


READER = Reader(_NAME, _recognises, _read)


@dataclass(slots=True)
class _Queued:
    """A message typed while the agent worked. What became of it, the file says later."""

    session: str
    text: str
    at: str | None
    enqueued: dict[str, Any]
    """The line that put it there: who wrote it, each line of it has to say."""
    taken: bool = False
    removed: dict[str, Any] | None = None
    """The line that says that the agent got it while it worked."""

    def turn(self, role: Role) -> RawTurn:
        return RawTurn(self.session, f"queue:{self.at}", role, self.text, self.at)


@dataclass(slots=True)
class _File:
    """One session file while it is read."""

    transcript: Transcript
    session: str = ""
    queue: list[_Queued] = field(default_factory=list)
    tools: dict[str, str] = field(default_factory=dict)
    """The names of the tools that were called."""
    pending: set[str] = field(default_factory=set)
    """The calls that have no result so far."""
    titles: dict[str, str] = field(default_factory=dict)
    """From the id of the message a summary ends at to the summary."""
    seen: set[str] = field(default_factory=set)
    branches: Branches | None = None
    """The tree of the lines so far; None before it is needed, where reading goes on in the middle of the file."""
    entrypoint: dict[str, Any] | None = None
    """What the last line said of where it was typed: a later part of a session may be a program's. None before any
    line."""
    calm: int = 0
    """The byte of the last line from which on all can be told without what came before: no message and no call waited
    there, and it says who types in what follows."""

    def __post_init__(self) -> None:
        if self.transcript.start == 0:
            self.branches = Branches()

    def take(self, line: Line) -> Iterator[Record]:
        for record in self._records(line):
            yield record
            if isinstance(record, RawTurn) and self.branches is not None:
                yield from self.branches.say(record)

    def _records(self, line: Line) -> Iterator[Record]:
        value, kind = line.value, text_of(line.value.get("type"))
        if kind is not None and kind not in _TYPES:
            yield UnknownRecord(kind)
        if not (self.queue or self.pending) and (self.entrypoint is None or kind in ("user", "assistant")):
            self.calm = line.start
        if kind == "summary":
            self.titles[str(value.get("leafUuid"))] = str(value.get("summary") or "")
            return
        named = text_of(value.get("sessionId"))
        if named is None and kind not in ("user", "assistant"):
            return
        opened = self._session(named or self.session or self.transcript.path.stem, value)
        if isinstance(uuid := value.get("uuid"), str) and uuid in self.titles:
            self.seen.add(uuid)
        if kind in ("user", "assistant") and not isinstance(value.get("message"), dict):
            yield Problem(line.number, f"a line of type `{kind}` without a message")
            return
        yield opened
        yield from self._placed(line)
        if kind in ("user", "assistant"):
            self.entrypoint = {name: value[name] for name in ("entrypoint",) if name in value}
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
            case "worktree-state":
                yield RawSession(opened.id, _NAME, cwd=_repository(value))
            case "custom-title" | "ai-title":
                titles = (text_of(value.get(name)) for name in ("customTitle", "aiTitle", "title"))
                yield RawSession(opened.id, _NAME, title=next(filter(None, titles), None))

    def finish(self) -> Iterator[Record]:
        title = next((self.titles[uuid] for uuid in self.titles if uuid in self.seen), None)
        if title and self.session:
            yield RawSession(self.session, _NAME, title=title)

    def _session(self, named: str, value: dict[str, Any]) -> RawSession:
        self.session = named
        at = moment(value.get("timestamp"))
        cwd = text_of(value.get("cwd"))
        if value.get("isSidechain"):
            part = text_of(value.get("agentId")) or "sidechain"
            return RawSession(f"{named}/{part}", _NAME, cwd, started_at=at, ended_at=at, parent=named)
        origin, release = text_of(object_of(value.get("forkedFrom")).get("sessionId")), text_of(value.get("version"))
        return RawSession(named, _NAME, cwd, started_at=at, ended_at=at, continues=origin, release=release)

    def _placed(self, line: Line) -> Iterator[RawRewind]:
        """Put a line into the tree: what it leaves, and what comes back."""
        value, kind = line.value, text_of(line.value.get("type"))
        names_leaf = kind == "last-prompt"
        if value.get("isSidechain") or not (names_leaf or kind in _TREE):
            return
        asks = kind == "user" and _is_prompt(value)
        if self.branches is None and (asks or names_leaf):
            self.branches = self._branches_before(line.start)
        if self.branches is None:
            return
        if names_leaf:
            leaf = text_of(value.get("leafUuid")) or ""
            by_hand = value.get("explicit") is True and not leaf.strip("0-")
            yield from self.branches.set_by_hand() if by_hand else self.branches.named(leaf)
            return
        name, parent = text_of(value.get("uuid")) or f"byte:{line.start}", text_of(value.get("parentUuid"))
        is_boundary = value.get("subtype") == "compact_boundary" or value.get("isCompactSummary") is True
        if parent is None:
            begins = asks and "parentUuid" in value
            parent = ROOT if begins else text_of(value.get("logicalParentUuid"))
        self.branches.add(name, parent, is_boundary=is_boundary)
        if asks:
            yield from self.branches.prompt(name)

    def _branches_before(self, end: int) -> Branches:
        """The tree of the lines before a byte, which were read earlier."""
        before = _File(Transcript(self.transcript.path))
        replay(self.transcript.path, before.take, end)
        return before.branches or Branches()

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
        yield from agent_turns(session, source, said, at)
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
                told = {"toolDenialKind": value.get("toolDenialKind")}
                refused = speaker(CLAUDE_CODE_REFUSALS, told) is Speaker.PERSON
                by_person = refused and self._role(value) is Role.USER
                yield from reason_turns(session, identity, content_text(block.get("content")), at, by_person=by_person)
        if results or not _is_typed(value):
            return
        self.pending.clear()  # the person speaks: what has no result by now was broken off
        texts = list(_texts(value, blocks))
        if "planContent" in value:  # the agent's own plan, handed on by the program: no frame stands in it
            yield RawTurn(session, source, Role.SOMEBODY, "\n\n".join(texts).strip(), at)
            return
        by_person = self._role(value, *blocks) is Role.USER
        for turn in user_turns(session, source, texts, at, by_person=by_person):
            yield self._from_queue(turn) or turn

    def _from_queue(self, turn: RawTurn) -> RawTurn | None:
        """The queued message that now arrives as a line of its own: it keeps its first name, so it is stored once."""
        for place, message in enumerate(self.queue):
            if message.session == turn.session and message.text == turn.text:
                self.queue.pop(place)
                return message.turn(self._role(message.enqueued) if turn.role is Role.USER else turn.role)
        return None

    def _queue(self, session: str, value: dict[str, Any]) -> Iterator[Record]:
        operation, content = value.get("operation"), text_of(value.get("content"))
        open_ones = (
            queued for queued in self.queue if queued.session == session and not queued.taken and queued.removed is None
        )
        waiting = next(open_ones, None)
        if operation == "enqueue":
            at = moment(value.get("timestamp"))
            self.queue.append(_Queued(session, _queued_text(content or ""), at, value))
        elif operation == "dequeue" and waiting:
            waiting.taken = True
            if not waiting.text:
                self.queue.remove(waiting)
        elif operation == "remove" and waiting:
            waiting.removed = value
            if self.entrypoint is not None:
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
                yield message.turn(self._role(message.enqueued, message.removed))

    def _attachment(self, session: str, value: dict[str, Any], start: int) -> Iterator[Record]:
        attachment = value.get("attachment")
        if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
            return
        text = _queued_text(text_of(attachment.get("prompt")) or "")
        if text and attachment.get("commandMode", "prompt") == "prompt":
            at = moment(value.get("timestamp"))
            source = text_of(value.get("uuid")) or f"byte:{start}"
            turn = RawTurn(session, source, self._role(value, attachment), text, at)
            yield self._from_queue(turn) or turn

    def _role(self, *places: dict[str, Any] | None) -> Role:
        """Who wrote what stands in a user's name, as each of the places says that belong to it: a line, its blocks.

        Nobody knows before a line says where it was typed.
        """
        if self.entrypoint is None:
            return Role.SOMEBODY
        told = {speaker(CLAUDE_CODE, {**self.entrypoint, **(place or {})}) for place in places}
        return Role.USER if told == {Speaker.PERSON} else Role.SOMEBODY


def _is_prompt(value: dict[str, Any]) -> bool:
    """Whether a `user` line asks for something: neither the result of a call nor what the program says of itself."""
    message = value.get("message")
    blocks = blocks_of(message.get("content")) if isinstance(message, dict) else []
    if not _is_typed(value) or any(block.get("type") == "tool_result" for block in blocks):
        return False
    found = written(_texts(value, blocks))
    return bool(found.typed or found.rest) or any(block.get("type") == "image" for block in blocks)


def _texts(value: dict[str, Any], blocks: list[dict[str, Any]]) -> Iterator[str]:
    """The texts of a message; of a slash command what the person typed behind its name, where a field says they did.

    The words behind `/compact` are for one summary alone. A command of Lore's own that no field says anything of is
    the person's: no release marks it, and what the agent or a program starts is marked as theirs.
    """
    for text in filter(None, map(_text, blocks)):
        command = _COMMAND.fullmatch(text) if text.lstrip().startswith("<command-") else None
        is_own = command is not None and _OWN_COMMAND in text and bool(value.get("promptId"))
        unsaid = Speaker.PERSON if is_own else Speaker.PROGRAM
        by_person = command and speaker(CLAUDE_CODE, value, *blocks, unsaid=unsaid) is Speaker.PERSON
        yield command["words"] if command and by_person else text


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


def _repository(value: dict[str, Any]) -> str | None:
    """The folder that a session in a worktree was begun from: it belongs there also once its worktree is gone."""
    return text_of(object_of(value.get("worktreeSession")).get("originalCwd"))


def _queued_text(content: str) -> str:
    """What a person typed of a queued message: reports of background tasks are queued in the same way."""
    return "" if content.lstrip().startswith('{"task_id"') else written([content]).typed


def _text(block: dict[str, Any]) -> str | None:
    return text_of(block.get("text")) if block.get("type") == "text" else None
