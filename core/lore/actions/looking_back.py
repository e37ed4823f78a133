"""Looking back: sessions with what was kept of them, one of them as it was said, and the days of a year."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.history import Act, list_acts
from lore.actions.registry import Touches, action
from lore.actions.sessions import SessionId, replay_session
from lore.errors import UsageError
from lore.model import Event, Session, Turn
from lore.store import GIVEN, TAKEN_UP, DayTally as DayTally, SessionFilter

Day = Annotated[str, "A day, such as 2026-03-12, in UTC."]


@dataclass(frozen=True, slots=True)
class Kept:
    """A fact that rests on words of a message."""

    fact: str
    quote: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """A session in the order it happened, with what was kept of each message."""

    session: Session
    steps: tuple[Turn | Event, ...]
    kept: Mapping[str, tuple[Kept, ...]]
    """By the agent's id of a message."""


@dataclass(frozen=True, slots=True)
class Days:
    """By day what it brought; days that brought nothing are left out."""

    days: Mapping[str, DayTally]


@action("transcript", Touches.READS)
def transcript(engine: Engine, session: SessionId) -> Transcript:
    """Show a session in the order it happened, with the words that facts were kept of. Raises NotFound."""
    found = replay_session(engine, session)
    quoted = engine.store.statistics.quoted(found.session.id)
    facts = engine.store.facts.many(sorted({fact for of in quoted.values() for fact, _ in of}))
    shown = {fact.id for fact in visibility.seen(engine, facts)}
    kept = {name: tuple(Kept(fact, quote) for fact, quote in of if fact in shown) for name, of in quoted.items()}
    return Transcript(found.session, found.steps, kept)


@action("days", Touches.READS)
def count_days(engine: Engine, first: Day, last: Day) -> Days:
    """Count what each day brought: facts learnt, approved and archived, sessions."""
    return Days(engine.store.statistics.days(first, _next_day(last)))


def _titles(engine: Engine, sessions: Sequence[Session]) -> dict[str, str]:
    prompts = engine.store.sessions.first_prompts([one.id for one in sessions if not one.title])
    return {one.id: str(one.title or prompts.get(one.id) or "") for one in sessions}


def _next_day(day: str) -> str:
    """Raises UsageError where it is no day."""
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    except (ValueError, OverflowError) as error:  # the last day of all has none after it
        raise UsageError(f"`{day}` is not a valid date", hint="write it as 2026-03-12") from error


@dataclass(frozen=True, slots=True)
class Around:
    """A message inside its conversation."""

    session: Session
    turns: tuple[Turn, ...]
    """The messages before it, itself, and the one after it."""
    said: int
    """Which of them it is."""
    number: int
    """Which message of the session it is, from 1."""
    whole: int


def around(engine: Engine, session: str, message: str, *, before: int = 2) -> Around | None:
    """A message with those before it and the one after; None where it is not stored any more.

    session, message: their ids, as a quotation names them.
    """
    found = engine.store.sessions.find(session)
    if found is None:
        return None
    turns = [turn for turn in engine.store.sessions.turns(session) if turn.text.strip()]
    place = next((number for number, turn in enumerate(turns) if turn.source_id == message), None)
    if place is None:
        return None
    first = max(0, place - before)
    return Around(found, tuple(turns[first : place + 2]), place - first, place + 1, len(turns))


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session as a stream shows it."""

    session: Session
    title: str
    kept: int
    """Facts in use that rest on it."""
    given: int
    """Facts that it was given."""
    taken_up: int
    """Of these, those that it made use of."""


@dataclass(frozen=True, slots=True)
class Stream:
    """What happened, newest first: sessions, and acts of the log."""

    sessions: tuple[SessionLine, ...]
    acts: tuple[Act, ...]


def happenings(engine: Engine, *, project: str | None) -> Stream:
    """The sessions of a project, of all where it is None; and every act: no act belongs to a project alone."""
    store = engine.store
    found = store.sessions.select(SessionFilter(project=project))
    titles, kept = _titles(engine, found), store.statistics.facts_kept([one.id for one in found])
    given, used = _by_session(engine, GIVEN), _by_session(engine, TAKEN_UP)
    lines = (
        SessionLine(
            one, titles[one.id], kept.get(one.id, 0), len(had := given.get(one.id, frozenset())),
            len(used.get(one.id, frozenset()) & had),
        )
        for one in found
    )  # fmt: skip
    return Stream(tuple(lines), list_acts(engine).acts)


def _by_session(engine: Engine, kind: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for fact, session, _ in engine.store.accesses.noted(kind):
        found.setdefault(session, set()).add(fact)
    return {session: frozenset(facts) for session, facts in found.items()}
