"""The neutral transcript format (`--format lore`): for any agent or data set without a reader of its own.

One object a line: `session`, `text`, and where known `id`, `at`, `role` (user, assistant, tool), `speaker`, `project`.
"""

from collections.abc import Iterator

from lore.capture.readers.json_lines import Entry, each_line, text_of
from lore.capture.readers.lines import FileStart, Problem, Transcript
from lore.capture.readers.records import RawSession, RawTurn, Record, has_frame, moment
from lore.capture.readers.speakers import NEUTRAL, Speaker, speaker
from lore.model import Role

_ROLES = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "agent": Role.ASSISTANT,
    "tool": Role.TOOL,
}


class Neutral:
    """Reads the neutral format."""

    name = "lore"

    def recognises(self, head: FileStart) -> bool:
        return any("session" in one and "text" in one and ("role" in one or "id" in one) for one in head.objects()) or (
            head.is_one_line and b'"session"' in head.data and b'"text"' in head.data
        )

    def read(self, transcript: Transcript) -> Iterator[Record]:
        return each_line(transcript, _records)


def _records(entry: Entry) -> Iterator[Record]:
    value, line = entry.value, entry.line
    text, session = text_of(value.get("text")), value.get("session")
    role = _ROLES.get(str(value.get("role") or "user").lower())
    if text is None or not isinstance(session, str | int) or session == "":
        yield Problem(line.number, "`session` or `text` is missing")
        return
    if role is None:
        yield Problem(line.number, "`role` is not user, assistant or tool")
        return
    at = moment(value.get("at"))
    yield RawSession(str(session), Neutral.name, project=text_of(value.get("project")), started_at=at, ended_at=at)
    if role is Role.USER and (has_frame(text) or speaker(NEUTRAL, value) is not Speaker.PERSON):
        role = Role.SOMEBODY  # the text is kept whole: who made it may have framed more than a program's words
    if text.strip():
        named = value.get("id")
        yield RawTurn(
            session=str(session),
            source_id=str(named) if named is not None else f"byte:{line.start}",
            role=role,
            text=text,
            at=at,
            speaker=text_of(value.get("speaker")),
        )
