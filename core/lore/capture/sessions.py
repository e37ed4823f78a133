"""The sessions of a capture while their files are read: what their files say, and what is known of them already,
whoever told it, so that nothing of it is stored twice."""

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from lore import clock
from lore.capture.readers import HOOKS, RawEvent, RawSession, RawTurn, recorder_in
from lore.intake import clean, clean_bounded, clean_name
from lore.model import Clean, Event, EventKind, Project, Role, Session, Turn
from lore.store import SessionFilter, Store
from lore.text import text_hash

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


_IN_A_USERS_NAME = frozenset({Role.USER, Role.SOMEBODY})
"""Recorders differ in how sure they are that the person typed a message."""
_OPENING = 80
"""Characters."""
SAME_MOMENT_S = 2.0
"""Seconds between two records of one moment: recorders round differently."""
CLAIMED_S = 10.0
"""Seconds between a prompt and the hook that told of it, at most."""
RUNNING = 20
"""The sessions begun last before a message that are asked whether it is theirs."""
_PLACES = ("byte:", "message:", "line:")
"""How a name begins that is only a place in a file."""
_UNIQUE = 24
"""Characters of an id that no other session gives to anything else: shorter ones only count."""


FORKS = "capture.forks."
"""What begins the names of the settings with the forks of a session."""
ProjectOf = Callable[[RawSession], Project | None]


class OpenSession:
    """One session: what is stored of it together with what was read, its records by all names they have."""

    def __init__(self, store: Store, named: Session, stored: Session | None) -> None:
        self._store = store
        self.session = stored or named
        self.told = stored
        """What of it is stored or waits to be."""
        self.project: Project | None = None
        """Where it is held, if only the file says so."""
        self.ids = store.sessions.known_ids(named.id)
        self._unsure = store.sessions.ids_in_role(named.id, Role.SOMEBODY)
        """Ids of messages in a user's name of which nothing said that the person typed them."""
        self.is_new = self.is_empty = not self.ids
        """Whether nothing of it is seen in the store, new as it is or withdrawn by an undo; it is empty as long as
        nothing was read now either, and may still be a copy of another one."""
        self._copied: set[str] = set()
        """Ids of the session that this one begins with a copy of."""
        self._origins: set[str] = set()
        """The sessions of which this one repeats something, as it says."""
        self._openings: dict[str, str] = {}
        """How the messages that were read now begin, by their ids."""
        self._recorders = {recorder_in(name) for name in self.ids}
        self._told: dict[tuple[str, str], list[tuple[float, str]]] = {}
        """When each text was said, and under which id."""
        self._paired: dict[tuple[str, str], str] = {}
        """By a recorder and what another one told: the name under which this recorder told the same."""
        self._stored_are_told = self.is_empty

    @property
    def has_news(self) -> bool:
        """Whether a file said more of it since its last record: a title, an end."""
        return not self.is_empty and self.session != self.told

    def learn(self, raw: RawSession, project_of: ProjectOf) -> None:
        """Fill in what the file says of the session now."""
        known = self.session
        if known.project is None and self.project is None:
            self.project = project_of(raw)
        self.session = replace(
            known,
            project=known.project or (self.project.key if self.project else None),
            cwd=known.cwd or _optional(raw.cwd),
            title=_optional(raw.title) or known.title,
            started_at=min(filter(None, (known.started_at, raw.started_at)), default=None),
            ended_at=max(filter(None, (known.ended_at, raw.ended_at)), default=None),
        )

    def repeats(self, other: str, read_now: Collection[str], without: tuple[str, ...] = ()) -> None:
        """Take the records of another session for known, apart from names that begin so: this one copied them.

        read_now: the names of what was read of that one and waits to be stored.
        """
        if other not in self._origins:
            self._origins.add(other)
            theirs = {*self._store.sessions.known_ids(clean(other)), *read_now}
            self.ids |= {name for name in theirs if not name.startswith(without)}

    def add(self, record: Turn | Event) -> None:
        """Take in what is news."""
        self.told = self.session
        self.is_empty = False
        self.ids.add(record.source_id)
        self._recorders.add(recorder_in(record.source_id))
        if isinstance(record, Turn) and record.role is Role.SOMEBODY:
            self._unsure.add(record.source_id)
        self._tell(record)

    def has(self, raw: RawTurn | RawEvent) -> bool:
        """Whether a record is known by its name, and nothing about it is left to learn."""
        return raw.source_id in self.ids and not (isinstance(raw, RawTurn) and raw.source_id in self._unsure)

    def differs(self, source_id: str, text: str) -> bool:
        """Whether another message was read under this id: one that grew since begins alike."""
        opening = text[:_OPENING]
        first = self._openings.setdefault(source_id, opening)
        return not (first.startswith(opening) or opening.startswith(first))

    def name_of(self, record: Turn | Event) -> str | None:
        """The id under which this is known: its own, or that of another recorder who told the same of the moment."""
        if record.source_id in self.ids or self._is_copy(record):
            return record.source_id
        recorder, at = recorder_in(record.source_id), _seconds(record.at)
        self._tell_stored(recorder)
        if at is None:
            return None
        told = self._told.get(_said(record), ())
        others = [one for one in told if recorder_in(one[1]) != recorder and self._may_be(record, one[1], one[0] - at)]
        if not others:
            return None
        _, name = min(others, key=lambda one: abs(one[0] - at))
        self._paired[recorder, name] = record.source_id
        return name

    def stored_before(self, at: str) -> set[str]:
        """The names of the messages of the session that are stored and were said before a moment."""
        return {turn.source_id for turn in self._store.sessions.turns(self.session.id) if turn.at and turn.at < at}

    def claim(self, source_id: str) -> bool:
        """Whether it is news that the person typed this message; it is none from now on."""
        if source_id not in self._unsure:
            return False
        self._unsure.discard(source_id)
        return True

    def _may_be(self, record: Turn | Event, name: str, apart: float) -> bool:
        """Whether what another recorder told is this: each is one thing, though the same words are said again.

        A hook hears of a message when it is over, so its time says little; but a prompt of a hook that the person is
        known to have typed was told of by their transcript before.
        """
        recorder = recorder_in(record.source_id)
        if (paired := self._paired.get((recorder, name))) is not None:
            return paired == record.source_id
        if HOOKS not in (recorder, recorder_in(name)):
            return abs(apart) <= SAME_MOMENT_S
        is_claimed = isinstance(record, Turn) and record.role is Role.USER and name not in self._unsure
        return recorder == HOOKS or not is_claimed or abs(apart) <= CLAIMED_S

    def _tell(self, record: Turn | Event) -> None:
        at = _seconds(record.at)
        if at is not None:
            self._told.setdefault(_said(record), []).append((at, record.source_id))

    def _tell_stored(self, recorder: str) -> None:
        """Read what others stored of the session, where any other recorder did."""
        if self._stored_are_told or self._recorders <= {recorder}:
            return
        self._stored_are_told = True
        read_now = {name for told in self._told.values() for _, name in told}
        sessions = self._store.sessions
        stored: list[Turn | Event] = [*sessions.turns(self.session.id), *sessions.events(self.session.id)]
        for record in stored:
            if record.source_id not in read_now:
                self._tell(record)

    def _is_copy(self, record: Turn | Event) -> bool:
        """Whether a session that holds nothing of its own yet begins with a message of another one.

        Resuming made a new file with the old messages once, under their ids: those are unique everywhere, and the
        session they come from was running when they were said.
        """
        if not self.is_empty:
            return False
        if record.source_id in self._copied:
            return True
        moment = clock.parse(record.at) if record.at else None
        if moment is None or len(record.source_id) < _UNIQUE or recorder_in(record.source_id):
            return False
        begun = SessionFilter(agent=self.session.agent, before=clock.later(moment, seconds=1))
        for other in self._store.sessions.select(begun, limit=RUNNING):
            if other.id != self.session.id and (other.ended_at or "") >= (record.at or ""):
                ids = self._store.sessions.known_ids(other.id)
                if record.source_id in ids:
                    self._copied = ids
                    return True
        return False


def _said(record: Turn | Event) -> tuple[str, str]:
    """What a message or an event states, whatever it is called."""
    if isinstance(record, Turn):
        return "" if record.role in _IN_A_USERS_NAME else record.role, text_hash(record.text)
    return record.kind, record.name.rsplit("/", 1)[-1] if record.kind is EventKind.FILE_CHANGE else record.name


def _seconds(at: str | None) -> float | None:
    moment = clock.parse(at) if at else None
    return moment.timestamp() if moment else None


class OpenSessions:
    """The sessions that the files of one capture tell of."""

    def __init__(self, store: Store, project_of: ProjectOf) -> None:
        self._store, self._project_of = store, project_of
        self._open: dict[str, OpenSession] = {}
        self.stored: dict[str, Session] = {}
        """Those that were stored before, as they were."""
        self.forks: dict[str, list[str]] = {}
        """By the name of the setting that keeps them, the sessions that were forked from one."""

    def __getitem__(self, session_id: str) -> OpenSession:
        """A session that a file named before. Raises KeyError."""
        return self._open[session_id]

    def find(self, session_id: str | None) -> Session | None:
        """A session as it is known, from a file or from the store."""
        if session_id is None:
            return None
        known = self._open.get(session_id)
        return known.session if known else self._store.sessions.find(session_id)

    def meet(self, raw: RawSession) -> OpenSession:
        """The session that the file names, with what it says of it."""
        known = self._open.get(raw.id)
        if known is None:
            named = session_of(raw)
            if stored := self._store.sessions.find(named.id):
                self.stored[named.id] = stored
            known = self._open[raw.id] = OpenSession(self._store, named, stored)
        if raw.continues:
            known.repeats(raw.continues, self._read_now(raw.continues))
            for fork in self._forks_of(raw.continues, known.session.id):
                known.repeats(fork, self._read_now(fork), _PLACES)
        known.learn(raw, self._project_of)
        return known

    def _read_now(self, session_id: str) -> Collection[str]:
        return self._open[session_id].ids if session_id in self._open else ()

    def _forks_of(self, origin: str, own: str) -> list[str]:
        """The other forks of a session, whose file may be gone: they copied the same of it. This one joins them."""
        name = f"{FORKS}{clean(origin)}"
        if name not in self.forks:
            stored = self._store.settings.get(name, [])
            self.forks[name] = [str(one) for one in stored] if isinstance(stored, list) else []
        if own not in self.forks[name]:
            self.forks[name] = [*self.forks[name], own]
        return [one for one in self.forks[name] if one != own]
