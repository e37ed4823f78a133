"""From raw records to what is stored: through the intake door, bounded, with the facts drawn from the new messages."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from lore.capture.echo import without_echo
from lore.capture.extraction import Extracted, Meanings, Message, explain, extract, happened_at
from lore.capture.quoted import is_quoted, quoted_parts
from lore.capture.readers import RawEvent, RawSession, RawTurn
from lore.capture.summary import Refused
from lore.intake import clean, clean_bounded
from lore.memory import CAPTURED, CORRECTED
from lore.model import Clean, Event, Evidence, Fact, Kind, Layer, Role, Session, Turn, taints

MAX_TURN = 60_000
"""Characters of a message that are kept: no person types more, and what is pasted is not what was meant."""
MAX_DETAIL, MAX_NAME = 600, 200
"""Characters of an event: enough to see what a call was about; the journal is not a copy of the transcript."""
_MOST_VALUES = 20
"""Values of one call that are kept."""
AGENT_SAID = 0.4
"""Base confidence of an agent's statement: below what a person said."""
UNRESOLVED = 0.3
"""Base confidence of a statement that needs what was said before it: it is found, and gains by being said again."""
_USERS = frozenset({Role.USER, Role.SOMEBODY})
"""Who speaks in a user's name: what they say is extracted alike, whatever trust it has."""
_OF_THE_PERSON = frozenset({Kind.PREFERENCE, Kind.IDENTITY})
_NEIGHBOUR = 4_000
"""Characters of the message before and after that extraction looks at."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A fact with what it rests on."""

    fact: Fact
    evidence: Evidence
    extracted: Extracted


def session_of(raw: RawSession, project: str | None) -> Session:
    """A session as it is stored."""
    return Session(
        id=clean(raw.id),
        agent=raw.agent,
        project=project,
        cwd=_optional(raw.cwd),
        title=_optional(raw.title),
        started_at=raw.started_at,
        ended_at=raw.ended_at,
        parent=_optional(raw.parent),
    )


def turn_of(raw: RawTurn, *, own: bool) -> Turn:
    """A message as it is stored. own: whether what a user says in the transcript was typed by the person."""
    return Turn(
        session=clean(raw.session),
        source_id=clean(raw.source_id),
        role=Role.SOMEBODY if raw.role is Role.USER and not own else raw.role,
        text=clean_bounded(raw.text, MAX_TURN, f"\n[… {len(raw.text) - MAX_TURN:,} more characters were left out]"),
        at=raw.at,
        speaker=_optional(raw.speaker),
    )


def event_of(raw: RawEvent) -> Event:
    """An event as it is stored."""
    detail = raw.detail if isinstance(raw.detail, str) else _encoded(raw.detail)
    name, detail = clean_bounded(raw.name, MAX_NAME), clean_bounded(detail, MAX_DETAIL)
    return Event(clean(raw.session), clean(raw.source_id), raw.kind, name, detail, raw.at)


def facts_of(
    turns: Sequence[Turn],
    before: Turn | None,
    session: Session,
    meanings: Meanings,
    *,
    narrated: Collection[str],
) -> list[Drawn]:
    """The facts of new messages of one session, in order.

    before: the message before the first of them. narrated: ids of messages in which an agent tells what it does next:
    what it found out stands in its closing message.
    """
    drawn: list[Drawn] = []
    for place, turn in enumerate(turns):
        if turn.source_id in narrated:
            continue
        message = _message(turns, place, before)
        extracted = extract(message, meanings)
        quoted = quoted_parts(turn.text) if extracted and turn.role is Role.USER else ()
        for found in extracted:
            pasted = turn.role is Role.USER and is_quoted(found.quote, turn.text, quoted)
            drawn.append(_drawn(found, turn, session, Role.SOMEBODY if pasted else turn.role))
    return drawn


def refused_of(
    turns: Sequence[Turn], before: Turn | None, meanings: Meanings, *, narrated: Collection[str]
) -> list[Refused]:
    """The sentences of new messages that are no facts, each with the reason."""
    return [
        Refused(turn.session, turn.source_id, turn.role, verdict)
        for place, turn in enumerate(turns)
        if turn.source_id not in narrated
        for verdict in explain(_message(turns, place, before), meanings)
        if verdict.reason is not None
    ]


def _message(turns: Sequence[Turn], place: int, before: Turn | None) -> Message:
    previous = turns[place - 1] if place else before
    following = next((turn for turn in turns[place + 1 :] if turn.role in _USERS), None)
    return Message(
        role=Role.USER if turns[place].role in _USERS else turns[place].role,
        text=without_echo(turns[place].text),
        before=previous.text[-_NEIGHBOUR:] if previous else "",
        after=following.text[:_NEIGHBOUR] if following else "",
    )


def _drawn(found: Extracted, turn: Turn, session: Session, role: Role) -> Drawn:
    """The fact that was found, resting on what `role` said."""
    personal = found.kind in _OF_THE_PERSON and role is Role.USER
    quoted = Evidence(Clean(found.quote), session.id, turn.source_id, role, session.agent, turn.at)
    fact = Fact(
        id="",
        text=Clean(found.text),
        kind=found.kind,
        layer=Layer.USER if personal else Layer.PROJECT,
        project=None if personal else session.project,
        confidence=_confidence(found, turn.role),
        tainted=taints([quoted]),
        wrong=_part(found.wrong),
        right=_part(found.right),
        created_at=turn.at or "",
        happened_at=happened_at(found.quote, turn.at),
    )
    return Drawn(fact, quoted, found)


def _confidence(found: Extracted, role: Role) -> float:
    if not found.complete:
        return UNRESOLVED
    if role not in _USERS:
        return CAPTURED if found.confirmed else AGENT_SAID
    return CORRECTED if found.kind is Kind.CORRECTION else CAPTURED


def _part(text: str | None) -> Clean | None:
    """A part of a text that has passed intake."""
    return Clean(text) if text else None


def _optional(text: str | None) -> Clean | None:
    return clean(text) if text else None


def _encoded(values: Mapping[str, object]) -> str:
    """The input of a call in one line, each text masked and shortened before it is encoded."""
    short = {
        name: clean_bounded(value, MAX_DETAIL) if isinstance(value, str) else value
        for name, value in list(values.items())[:_MOST_VALUES]
    }
    return json.dumps(short, ensure_ascii=False, default=str)
