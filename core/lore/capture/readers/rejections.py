"""What a person typed when they refused a tool call: it stands inside the result of the call, in a program's words."""

import re
from collections.abc import Iterator

from lore.capture.readers.frames import user_turns
from lore.capture.readers.records import RawTurn

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
