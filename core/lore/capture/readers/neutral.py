"""The neutral transcript format (`--format lore`): for any agent or data set without a reader of its own.

One object a line: `session`, `text`, and where known `id`, `at`, `role` (user, assistant, tool), `speaker`, `project`.
"""

from collections.abc import Iterator

from lore.capture.readers.fields import moment, text_of
from lore.capture.readers.lines import Line, Reader, each_line
from lore.capture.readers.records import Problem, RawSession, RawTurn, Record
from lore.capture.readers.speakers import NEUTRAL, Speaker, speaker
from lore.capture.readers.telling import has_frame
from lore.model import Role

_NAME = "lore"
_ROLES = {one.value: one for one in (Role.USER, Role.ASSISTANT, Role.TOOL)}
_ROLES |= {"human": Role.USER, "agent": Role.ASSISTANT}


def _records(line: Line) -> Iterator[Record]:
    value = line.value
    text, session = text_of(value.get("text")), value.get("session")
    role = _ROLES.get(str(value.get("role") or "user").lower())
    if text is None or not isinstance(session, str | int) or session == "":
        yield Problem(line.number, "`session` or `text` is missing")
        return
    if role is None:
        yield Problem(line.number, "`role` is not user, assistant or tool")
        return
    at = moment(value.get("at"))
    yield RawSession(str(session), _NAME, project=text_of(value.get("project")), started_at=at, ended_at=at)
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


READER = Reader(
    _NAME,
    lambda head: any("session" in one and "text" in one and ("role" in one or "id" in one) for one in head.objects()),
    lambda transcript: each_line(transcript, _records),
)
