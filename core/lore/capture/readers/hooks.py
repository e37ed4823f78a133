"""What hooks of an agent saw, as they left it in the spool: one event a line (`docs/formats.md`).

A hook says what was typed, and never by whom: an agent can start it in its own shell. Where the agent keeps transcripts
that Lore reads, those say who typed; of others the person says once that their prompts count as theirs.
"""

from collections.abc import Iterator, Mapping, Set as AbstractSet
from functools import partial
from typing import Any

from lore.capture.readers.fields import moment, text_of
from lore.capture.readers.lines import FileStart, Line, Reader, each_line
from lore.capture.readers.records import RawSession, RawTurn, Record, prefixed_source_id
from lore.capture.readers.telling import failure, reason_turns, tool_event, user_turns
from lore.capture.transcript_homes import reader_of_agent
from lore.model import EventKind, Role

HOOKS = "hooks"
"""The recorder whose ids begin with this."""
_SAID = {"answer": Role.ASSISTANT, "stop": Role.ASSISTANT, "subagent-stop": Role.ASSISTANT}
_TOOLS = ("tool-use", "tool-failed", "tool-rejected")


def _recognises(head: FileStart) -> bool:
    return any("means" in one and "agent" in one and "n" in one for one in head.objects())


def hooks_reader(yours: AbstractSet[str] = frozenset()) -> Reader:
    """Reads the spool of hooks. yours: the agents without transcripts whose prompts count as the person's."""
    return Reader(HOOKS, _recognises, lambda transcript: each_line(transcript, partial(_records, yours)))


def _records(yours: AbstractSet[str], line: Line) -> Iterator[Record]:
    value = line.value
    session, means, agent = (text_of(value.get(name)) for name in ("session", "means", "agent"))
    if not session or not means or not agent:
        return  # what nobody understood is told by the doctor
    agent, at = reader_of_agent(agent), moment(value.get("at"))
    yield RawSession(session, agent, text_of(value.get("cwd")), started_at=at, ended_at=at)
    spoken = session
    if means == "subagent-stop":
        spoken = f"{session}/{text_of(value.get('agent_name')) or 'subagent'}"
        yield RawSession(spoken, agent, started_at=at, ended_at=at, parent=session)
    key = text_of(value.get("key")) or f"byte:{line.start}"
    if means == "prompt":
        by_person = value.get("typed") is True and agent in yours
        source = prefixed_source_id(HOOKS, f"{means}:{key}")
        yield from user_turns(spoken, source, [text_of(value.get("prompt")) or ""], at, by_person=by_person)
    elif means in _SAID and (answer := text_of(value.get("answer"))):
        yield RawTurn(spoken, prefixed_source_id(HOOKS, f"{means}:{key}"), _SAID[means], answer, at)
    elif means in _TOOLS:
        yield from _tool(spoken, means, key, value, at)


def _tool(session: str, means: str, key: str, value: Mapping[str, Any], at: str | None) -> Iterator[Record]:
    """A call of a tool under the id that the agent's own transcript gives it, so that both are one."""
    call = text_of(value.get("tool_use"))
    source = call or prefixed_source_id(HOOKS, f"tool:{key}")
    tool = text_of(value.get("tool")) or EventKind.TOOL_CALL.value
    yield tool_event(session, source, tool, value.get("tool_input"), at)
    if means == "tool-use":
        return
    told = text_of(value.get("error")) or text_of(value.get("reason")) or means
    yield failure(session, source, tool, told, at)
    # A hook hears a text alone, and a tool may print any: no field says that a person refused.
    yield from reason_turns(session, source, told, at, by_person=False)
