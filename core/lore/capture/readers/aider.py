"""aider: `.aider.chat.history.md` of a repository, all its chats one after the other.

A chat starts with a heading that holds its time; the messages themselves have none. Each line a person typed begins
with `#### ` and ends with two spaces; what the program said begins with `> ` and goes on to a line that ends so; the
rest is the agent's answer, in which headings and quotations lack the two spaces as a rule. The program has the last
word of each round: a line of the person's that follows an answer, or breaks into what the program said, is somebody's.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lore.capture.readers.fields import made_id, moment
from lore.capture.readers.lines import FileStart, Line, Reader, Transcript
from lore.capture.readers.records import Problem, RawEvent, RawSession, Record, ResumePoint
from lore.capture.readers.specstory import MAX_BODY
from lore.capture.readers.telling import agent_turns, tool_event, user_turns
from lore.model import EventKind

_NAME = "aider"
_START = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*")
_HISTORY = ".aider.chat.history.md"
_TYPED, _TOLD, _END = "####", ">", "  "
_COMMAND = re.compile(r"(?:/([a-z][a-z-]*)|!)(?:\s+|\Z)")
_ASKING = frozenset({"ask", "code", "architect", "context", "copy-context"})
"""Commands that are followed by what the person says to the agent."""
_RUNNING = frozenset({"run", "test", "git", "lint"})
_EDITED = re.compile(r"Applied edit to (.{1,500})")
_COMMITTED = re.compile(r"Commit ([0-9a-f]{7,40}) (.{1,500})")
_BLANK = "<blank>"


def _recognises(head: FileStart) -> bool:
    return any(_START.fullmatch(line.rstrip("\r")) for line in head.text.split("\n"))


def _read(transcript: Transcript) -> Iterator[Record]:
    history = _History(_project_folder(transcript.path), made_id(transcript.head().text[:400]))
    for line in transcript.raw_lines():
        if isinstance(line, Problem):
            yield line
        else:
            yield from history.take(line)
    yield from history.finish()


READER = Reader(_NAME, _recognises, _read)


def _project_folder(path: Path) -> str | None:
    return str(path.absolute().parent) if path.name == _HISTORY else None


@dataclass(slots=True)
class _History:
    """One file while it is read."""

    cwd: str | None
    session: str
    at: str | None = None
    state: str = ""
    """`####` where a person speaks, `>` where the program does, empty in an answer."""
    goes_on: bool = False
    """Whether what the program says has not ended yet."""
    lines: list[str] = field(default_factory=list)
    size: int = 0
    first: int = 0
    """The line the present message begins at."""
    messages: int = 0
    events: int = 0
    whole: bool = True
    is_prompted: bool = True
    """Whether the line before, blank ones left out, is the heading of the chat or the end of what the program said."""
    is_certain: bool = True
    """Whether the present message follows such a line."""

    def take(self, line: Line) -> Iterator[Record]:
        text = line.text
        self.whole = line.whole
        start = _START.fullmatch(text)
        if start:
            yield from self._close()
            yield from self._begin(start[1], line.start)
            return
        was_open, state = self.goes_on, self._state(text)
        if state == _TYPED and self.state != _TYPED:
            self.is_certain = self.is_prompted and not was_open
        self.is_prompted = state == _TOLD if text.strip() else self.is_prompted
        if state != self.state or state == _TOLD:
            yield from self._close()
            self.state, self.first = state, line.number
        if state == _TOLD:
            yield from self._told(text)
        elif self.size < MAX_BODY:
            self.size += len(text) + 1
            self.lines.append(text.removeprefix(_TYPED).strip() if state else text[:MAX_BODY])

    def finish(self) -> Iterator[Record]:
        if self.whole:
            yield from self._close()
        elif self.lines:
            yield Problem(self.first, "the last message is incomplete; it will be read once the file grows", True)

    def _state(self, text: str) -> str:
        """Who speaks on a line."""
        ends = text.endswith(_END)
        if text.startswith(_TYPED) and ends:
            self.goes_on = False
            return _TYPED
        if self.goes_on:
            self.goes_on = not ends
            return _TOLD
        in_answer = self.state == "" and any(self.lines)
        if text.startswith(_TOLD) and (ends or not in_answer):
            self.goes_on = not ends
            return _TOLD
        return ""

    def _begin(self, began: str, start: int) -> Iterator[Record]:
        self.at, self.session = moment(began), "aider-" + re.sub(r"[-:]", "", began).replace(" ", "T")
        self.state, self.goes_on, self.messages, self.events, self.is_prompted = "", False, 0, 0, True
        yield ResumePoint(start)

    def _opened(self) -> RawSession:
        return RawSession(self.session, _NAME, self.cwd, started_at=self.at, ended_at=self.at)

    def _told(self, text: str) -> Iterator[Record]:
        said = text.removeprefix(_TOLD).strip()
        edited, committed = _EDITED.fullmatch(said), _COMMITTED.fullmatch(said)
        yield self._opened()
        if edited:
            yield RawEvent(self.session, self._event(), EventKind.FILE_CHANGE, edited[1], "edit", self.at)
        elif committed:
            yield RawEvent(self.session, self._event(), EventKind.TOOL_CALL, "commit", said, self.at)

    def _close(self) -> Iterator[Record]:
        text, state = "\n".join(self.lines).strip(), self.state
        self.lines, self.size, self.state = [], 0, ""
        if not text or text == _BLANK:
            return
        self.messages += 1
        yield self._opened()
        source, is_typed = f"message:{self.messages}", state == _TYPED
        if command := _COMMAND.match(text) if is_typed else None:
            name, rest = command[1] or "run", text[command.end() :].strip()
            if name in _RUNNING:
                yield tool_event(self.session, self._event(), "bash", {"command": rest}, self.at)
            text = rest if name in _ASKING else ""
        if is_typed:
            yield from user_turns(self.session, source, [text], self.at, by_person=self.is_certain)
        else:
            yield from agent_turns(self.session, source, text, self.at)

    def _event(self) -> str:
        self.events += 1
        return f"event:{self.events}"
