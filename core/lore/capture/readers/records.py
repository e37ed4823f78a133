"""What a reader hands on: what stands in a transcript, in raw text. The pipeline takes it through intake."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from lore import clock
from lore.capture.readers.lines import FileStart, Problem, Transcript
from lore.model import EventKind, Role


@dataclass(frozen=True, slots=True)
class RawSession:
    """What a transcript says of a session. May come several times; later ones fill in."""

    id: str
    agent: str
    cwd: str | None = None
    remote: str | None = None
    """The address of the git remote of `cwd`, as the agent read it when the session was held. Raw: it may hold a
    password."""
    project: str | None = None
    """A project key that the transcript names itself."""
    title: str | None = None
    started_at: str | None = None
    ended_at: str | None = None
    parent: str | None = None
    """The session whose agent started this one."""
    continues: str | None = None
    """The session this one was forked from: its file may begin with a copy of that one's."""
    release: str | None = None
    """The release of the agent that wrote this."""


@dataclass(frozen=True, slots=True)
class RawTurn:
    """One message that a person, the agent or a tool wrote."""

    session: str
    source_id: str
    role: Role
    text: str
    at: str | None = None
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class RawEvent:
    """One thing an agent did."""

    session: str
    source_id: str
    kind: EventKind
    name: str
    detail: str | Mapping[str, Any] = ""
    """Whole: it is masked before it is cut. Named values where a tool was given more than one text."""
    at: str | None = None


@dataclass(frozen=True, slots=True)
class RawRewind:
    """The person went back in a session and asked otherwise: what was said on the branch that was left is not in force.

    Stands before the message that asked otherwise.
    """

    session: str
    left: tuple[RawTurn, ...] = ()
    """The messages of all branches of the session that are left now."""
    back: tuple[RawTurn, ...] = ()
    """Those of a branch that seemed to be left, and went on."""
    is_whole: bool = False
    """Whether these are all messages that there are: an older one that was read before is gone, and so it is left."""


@dataclass(frozen=True, slots=True)
class UnknownRecord:
    """A line of a type that the reader does not know. Nothing of it is kept but the name."""

    kind: str


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Everything before this byte is done: reading may resume here."""

    offset: int


def prefixed_source_id(recorder: str, name: str) -> str:
    """The source id of what a recorder of other agents' sessions tells: the agent itself names the same otherwise."""
    return f"{recorder}@{name}"


def recorder_in(source_id: str) -> str:
    """Who recorded what has this source id; empty for the agent itself."""
    recorder, mark, _ = source_id.partition("@")
    return recorder if mark else ""


Record = RawSession | RawTurn | RawEvent | RawRewind | UnknownRecord | Problem | ResumePoint


class Reader(Protocol):
    """Reads the transcripts of one agent."""

    @property
    def name(self) -> str:
        """How `--format` and the store name the agent."""
        ...

    def recognises(self, head: FileStart) -> bool:
        """Whether a file that begins so is one of this agent's, judged by its content."""
        ...

    def read(self, transcript: Transcript) -> Iterator[Record]:
        """Everything from where the transcript is to be read; a bad line is a Problem, never an exception."""
        ...


# The times of transcripts, however they are written down


_MILLISECONDS = 1e11
"""A number from here on counts milliseconds: as seconds it would be in the year 5138."""


def moment(value: object) -> str | None:
    """The stored form of a time: ISO 8601 text, or seconds or milliseconds since 1970. None where it is no time."""
    if isinstance(value, str):
        return clock.normalise(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        return None
    seconds = value / 1000 if value >= _MILLISECONDS else value
    try:
        return clock.stamp(datetime.fromtimestamp(seconds, UTC))
    except (OverflowError, ValueError, OSError):
        return None


# What programs put into a person's message: reminders, command output, what Lore injected. None of it was typed


_TAG = re.compile(r"<(?P<closes>/?)(?P<name>[A-Za-z][\w.:-]{0,60})(?:\s[^<>]{0,400})?/?>")
_OF_A_PROGRAM = re.compile(
    r"system-reminder|local-command-[a-z]+|command-[a-z]+|ide_[a-z_]+|task-notification|user-prompt-submit-hook"
    r"|environment_context|user_instructions|user_memory|lore-[a-z-]+|bash-(?:input|stdout|stderr)|persisted-output"
    r"|new-diagnostics|teammate-message|event|instructions|skill|permissions[a-z_]*|collaboration_mode|turn_aborted"
    r"|subagent_notification|system_instruction|additional_context|claude-mem-[a-z-]+|supermemory-[a-z-]+"
    r"|memory_context|hook_context"
)
"""Names of frames that are known: they count wherever they stand in a line. Others begin a line and are closed."""
_PROGRAM_WROTE = (
    "[Request interrupted",
    "This session is being continued from a previous conversation",
    "Caveat: The messages below were generated by",
    "[Image: ",
    "# AGENTS.md instructions",
    "Base directory for this skill:",
    "Stop hook feedback:",
    "Unknown slash command:",
    "Continue from where you left off.",
)
_PICTURE = re.compile(r"\[Image(?: #\d+|: [^\]]{0,300})?\]")


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in a message of a user."""

    typed: str
    """The person's own words; empty where a program wrote it all."""
    rest: str
    """Words that stand behind a frame: the person's, or what a tool printed."""


def written(blocks: Iterable[str]) -> Written:
    """Tell what was typed in the blocks of a message from what programs put there; linear in their length."""
    parts = [_of_block(block) for block in blocks]
    return Written(_joined(part.typed for part in parts), _joined(part.rest for part in parts))


def has_frame(text: str) -> bool:
    """Whether a program's frame stands in a text."""
    return "<" in text and _frame(text) is not None


def user_turns(
    session: str, source: str, blocks: Iterable[str], at: str | None, *, by_person: bool = True
) -> Iterator[RawTurn]:
    """The turns that a message of a user makes: what was typed, and apart from it what nobody can be sure of.

    by_person: False where a program wrote the message in the user's name.
    """
    return turns_of(session, source, written(blocks), at, by_person=by_person)


def turns_of(session: str, source: str, found: Written, at: str | None, *, by_person: bool = True) -> Iterator[RawTurn]:
    """The same for what was told apart already."""
    if found.typed:
        yield RawTurn(session, source, Role.USER if by_person else Role.SOMEBODY, found.typed, at)
    if found.rest:
        yield RawTurn(session, f"{source}:rest", Role.SOMEBODY, found.rest, at)


def _of_block(block: str) -> Written:
    frame = _frame(block) if "<" in block else None
    if frame is None:
        return Written(_words(block), "")
    start, end, begins_inside = frame
    before, after = block[:start], block[end:]
    if begins_inside:
        return Written("", _joined((before.strip(), after.strip())))
    return Written(_words(before), after.strip())


def _words(text: str) -> str:
    """The text without pictures; nothing of what a program wrote as a whole."""
    text = text.strip()
    if text.startswith(_PROGRAM_WROTE):
        return ""
    return _PICTURE.sub("", text).strip() if "[Image" in text else text


def _frame(block: str) -> tuple[int, int, bool] | None:
    """Where the frames of a block begin and end, and whether the block begins inside of one; None without any."""
    tags = list(_TAG.finditer(block))
    closed = {tag["name"]: tag.start() for tag in tags if tag["closes"]}
    first = next((tag for tag in tags if _opens(tag, block, closed)), None)
    if first is None:
        return None
    last_closing = max((tag.end() for tag in tags if tag["closes"]), default=0)
    last_opening = max((tag.start() for tag in tags if not tag["closes"] and _is_known(tag)), default=-1)
    is_closed = last_opening < last_closing or last_opening < 0
    return first.start(), max(last_closing, first.start()) if is_closed else len(block), bool(first["closes"])


def _opens(tag: re.Match[str], block: str, closed: dict[str, int]) -> bool:
    """Whether a tag is the first sign of a frame."""
    if _is_known(tag):
        return True
    if tag["closes"]:
        return False
    begins_line = not block[block.rfind("\n", 0, tag.start()) + 1 : tag.start()].strip()
    begins_block = begins_line and not block[: tag.start()].strip()
    return begins_block or (begins_line and closed.get(tag["name"], -1) > tag.start())


def _is_known(tag: re.Match[str]) -> bool:
    return _OF_A_PROGRAM.fullmatch(tag["name"].lower()) is not None


def _joined(texts: Iterable[str]) -> str:
    return "\n\n".join(text for text in texts if text)


# What a person typed when they refused a tool call: it stands inside the result of the call, in a program's words


_BEFORE = re.compile(
    r"\s*(?:Error: )?(?:"
    r"(?:The user doesn't want to (?:proceed with this tool use|take this action right now)"
    r"|Permission for this tool use was denied)\.[^\n]{0,300}?[Tt]he user said:\s"
    r"|The user rejected permission to use this specific tool call with the following feedback: "
    r"|The user rejected this tool call\. User feedback: "
    r")"
)
"""Of Claude Code, OpenCode and Copilot CLI, in this order; other agents keep no reason."""
_BEHIND = "\n\nNote: The user's next message may contain a correction or preference."
_NO_REASON = "The user wants to clarify these questions."
"""What the program says itself where the person asked for a talk."""


def reason_of(result: str) -> str:
    """The words of the person in the result of a refused call; empty where there are none."""
    match = _BEFORE.match(result)
    if match is None:
        return ""
    reason = result[match.end() :].partition(_BEHIND)[0].strip()
    return "" if reason.startswith(_NO_REASON) else reason


def reason_turns(session: str, call: str, result: str, at: str | None, *, by_person: bool) -> Iterator[RawTurn]:
    """The turn that the reason of a refusal makes, named after the call.

    by_person: False where the result may be a tool's own words, which can say anything.
    """
    if reason := reason_of(result):
        yield from user_turns(session, f"{call}:reason", [reason], at, by_person=by_person)


# From an agent's tool calls to events: what was run, what was changed, what failed. Texts are handed on whole


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
