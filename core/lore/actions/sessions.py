"""What was captured, to look at: sessions, their messages and events, what they come to, and their digests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import Limit, ProjectKey
from lore.actions.registry import Touches, action
from lore.errors import NeedsPerson
from lore.model import Digest, DigestSpan, Event, Session, Turn

SHORTEST_PREFIX = 4
"""Characters of an id that are enough where only one session's begins so."""

SessionId = Annotated[str, "The id of a session, or its beginning."]


@dataclass(frozen=True, slots=True)
class Sessions:
    """Sessions, newest first."""

    sessions: tuple[Session, ...]
    first_prompts: Mapping[str, str]
    """By id, what the user said first in those without a title."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One session with everything that was stored of it."""

    session: Session
    turns: tuple[Turn, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """A session as one sequence of messages and events."""

    session: Session
    steps: tuple[Turn | Event, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A session in a few lines; every list is short and in the order of the session."""

    session: Session
    intent: str | None
    """What the person asked for first."""
    decisions: tuple[str, ...]
    outcomes: tuple[str, ...]
    lessons: tuple[str, ...]
    open: tuple[str, ...]
    """What failed last, and the tasks that were named."""
    by: str
    """The model whose words these are; empty where they are those of the session."""


@action("sessions list", Touches.READS)
def list_sessions(
    engine: Engine,
    *,
    project: Annotated[str | None, "Only this project."] = None,
    limit: Annotated[int, "Show at most this many."] = 50,
) -> Sessions:
    """List sessions, newest first."""
    from lore.store import SessionFilter

    sessions = engine.store.sessions.select(SessionFilter(project=project), limit=limit)
    prompts = engine.store.sessions.first_prompts([session.id for session in sessions if not session.title])
    return Sessions(tuple(sessions), prompts)


@action("sessions show", Touches.READS)
def show_session(engine: Engine, session: SessionId) -> Conversation:
    """Show the messages and events of a session, as they were stored."""
    found = session_named(engine, session)
    rooms = engine.store.sessions
    return Conversation(found, tuple(rooms.turns(found.id)), tuple(rooms.events(found.id)))


@action("sessions narrative", Touches.READS)
def tell_session(engine: Engine, session: SessionId) -> Told:
    """Summarise a session in a few lines: intent, decisions, outcomes, lessons.

    An agent is told it in the words of the session, also where a model said it in its own.
    """
    from lore.capture import narrative, plain_narrative

    tell = plain_narrative if visibility.is_bounded() else narrative
    told = tell(engine.store, session_named(engine, session).id)
    return Told(told.session, told.intent, told.decisions, told.outcomes, told.lessons, told.open, told.by)


@action("timeline", Touches.READS)
def replay_session(engine: Engine, session: SessionId) -> Timeline:
    """Replay a session: what was said, run and changed, and what failed, in order."""
    conversation = show_session(engine, session)
    return Timeline(conversation.session, tuple(_in_order(conversation.turns, conversation.events)))


def session_named(engine: Engine, name: str) -> Session:
    """The session with this id, or the only one whose id begins so. Raises NotFound."""
    rooms = engine.store.sessions
    if rooms.find(name) is None and len(name) >= SHORTEST_PREFIX:
        like = rooms.with_prefix(name)
        if len(like) == 1:
            return like[0]
    return rooms.get(name)


def _in_order(turns: Sequence[Turn], events: Sequence[Event]) -> list[Turn | Event]:
    """Both in the order of time; what has no time follows what stands before it."""
    steps: list[tuple[str, int, Turn | Event]] = []
    lists: tuple[Sequence[Turn | Event], ...] = (turns, events)
    for rank, things in enumerate(lists):
        last = ""
        for thing in things:
            last = thing.at or last
            steps.append((last, rank, thing))
    return [thing for _, _, thing in sorted(steps, key=lambda one: one[:2])]


@dataclass(frozen=True, slots=True)
class Digests:
    """Digests, newest first."""

    digests: tuple[Digest, ...]


@action("digest list", Touches.READS)
def list_digests(
    engine: Engine,
    *,
    span: Annotated[DigestSpan | None, "Only those of sessions, of weeks, or of months."] = None,
    project: ProjectKey = None,
    limit: Limit = None,
) -> Digests:
    """List digests of sessions, weeks and months, newest first."""
    return Digests(visibility.digests_seen(engine.store.digests.select(span, project=project, limit=limit)))


@action("digest show", Touches.READS)
def show_digest(engine: Engine, digest: Annotated[str, "The id of a digest, or of a session."]) -> Digest:
    """Show one digest with what each of its lines rests on. Raises NotFound."""
    rooms = engine.store.digests
    found = rooms.of_session(digest) or rooms.get(engine.store.names.find(digest))
    for shown in visibility.digests_seen([found]):
        return shown
    raise NeedsPerson(f"no person said what stands in `{digest}`, so no agent is shown it")
