"""From what a reader tells to what is stored: through the intake door, and bounded."""

import json
import re
from collections.abc import Mapping

from lore.capture.readers import RawEvent, RawSession, RawTurn
from lore.intake import clean, clean_bounded, clean_name
from lore.model import Clean, Event, Role, Session, Turn

MAX_TURN = 60_000
"""Characters of a message that are kept: no person types more, and what is pasted is not what was meant."""
MAX_DETAIL, MAX_NAME = 600, 200
"""Characters of an event: enough to see what a call was about; the journal is not a copy of the transcript."""
_LEFT_OUT = "\n[… {:,} more characters were left out]"
_MOST_VALUES = 20
"""Values of one call that are kept."""
_SOFT_BREAK = re.compile(r"(?<=[^\s.!?…:;,–—-])[ \t]*[\u2028\x85\x0b\x0c][ \t]*(?=[^\W\d_])")
"""A line break of other programs within words, which a paste brings along; where a list goes on none stands so."""


def session_of(raw: RawSession) -> Session:
    """A session as it is stored, of no project yet."""
    return Session(
        id=clean(raw.id),
        agent=raw.agent,
        project=None,
        cwd=_optional(raw.cwd),
        title=_optional(raw.title),
        started_at=raw.started_at,
        ended_at=raw.ended_at,
        parent=_optional(raw.parent),
    )


def turn_of(raw: RawTurn, *, own: bool) -> Turn:
    """A message as it is stored. own: whether what a user says in the transcript was typed by the person."""
    text = _SOFT_BREAK.sub(_joined, raw.text)
    return Turn(
        session=clean(raw.session),
        source_id=clean_name(raw.source_id),
        role=Role.SOMEBODY if raw.role is Role.USER and not own else raw.role,
        text=clean_bounded(text, MAX_TURN, _LEFT_OUT.format(len(text) - MAX_TURN)),
        at=raw.at,
        speaker=_optional(raw.speaker),
    )


def _joined(match: re.Match[str]) -> str:
    """A space where the sentence goes on in small letters, else the line break."""
    return " " if match.string[match.end()].islower() else "\n"


def event_of(raw: RawEvent) -> Event:
    """An event as it is stored."""
    detail = raw.detail if isinstance(raw.detail, str) else _encoded(raw.detail)
    name, detail = clean_bounded(raw.name, MAX_NAME), clean_bounded(detail, MAX_DETAIL)
    return Event(clean(raw.session), clean_name(raw.source_id), raw.kind, name, detail, raw.at)


def _optional(text: str | None) -> Clean | None:
    return clean(text) if text else None


def _encoded(values: Mapping[str, object]) -> str:
    """The input of a call in one line, each text masked and shortened before it is encoded."""
    short = {
        name: clean_bounded(value, MAX_DETAIL) if isinstance(value, str) else value
        for name, value in list(values.items())[:_MOST_VALUES]
    }
    return json.dumps(short, ensure_ascii=False, default=str)
