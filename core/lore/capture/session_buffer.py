"""The sessions of a capture while their files are read: what is known of each, and what its file says of it."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from lore.capture.readers import RawEvent, RawSession, RawTurn
from lore.capture.seen import SeenRecords
from lore.intake import clean, clean_bounded, clean_name
from lore.model import Clean, Event, Project, Role, Session, Turn
from lore.store import Store

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


FORKS = "capture.forks."
"""What begins the names of the settings with the forks of a session."""
ProjectOf = Callable[[RawSession], Project | None]


@dataclass(slots=True)
class SessionBuffer:
    """One session: what is stored of it together with what was read."""

    session: Session
    seen: SeenRecords
    is_new: bool
    """Whether nothing of it is seen in the store, new as it is or withdrawn by an undo."""
    told: Session | None
    """What of it is stored or waits to be."""
    project: Project | None = None
    """Where it is held, if only the file says so."""

    @property
    def has_news(self) -> bool:
        """Whether a file said more of it since its last record: a title, an end."""
        return not self.seen.is_empty and self.session != self.told

    def add(self, record: Turn | Event) -> None:
        """Take in what is news."""
        self.seen.add(record)
        self.told = self.session

    def learn(self, raw: RawSession, project_of: ProjectOf) -> None:
        """Fill in what the file says of the session now."""
        known = self.session
        if known.project is None and self.project is None:
            self.project = project_of(raw)
        self.session = replace(
            known,
            project=known.project or (self.project.key if self.project else None),
            cwd=known.cwd or (clean(raw.cwd) if raw.cwd else None),
            title=clean(raw.title) if raw.title else known.title,
            started_at=min(filter(None, (known.started_at, raw.started_at)), default=None),
            ended_at=max(filter(None, (known.ended_at, raw.ended_at)), default=None),
        )


class SessionBuffers:
    """The sessions that the files of one capture tell of."""

    def __init__(self, store: Store, project_of: ProjectOf) -> None:
        self._store, self._project_of = store, project_of
        self._open: dict[str, SessionBuffer] = {}
        self.stored: dict[str, Session] = {}
        """Those that were stored before, as they were."""
        self.forks: dict[str, list[str]] = {}
        """By the name of the setting that keeps them, the sessions that were forked from one."""

    def __getitem__(self, session_id: str) -> SessionBuffer:
        """A session that a file named before. Raises KeyError."""
        return self._open[session_id]

    def find(self, session_id: str | None) -> Session | None:
        """A session as it is known, from a file or from the store."""
        if session_id is None:
            return None
        buffer = self._open.get(session_id)
        return buffer.session if buffer else self._store.sessions.find(session_id)

    def meet(self, raw: RawSession) -> SessionBuffer:
        """The session that the file names, with what it says of it."""
        buffer = self._open.get(raw.id)
        if buffer is None:
            buffer = self._open[raw.id] = self._opened(session_of(raw))
        if raw.continues:
            origin = self._open.get(raw.continues)
            buffer.seen.goes_on_from(raw.continues, origin.seen.ids if origin else ())
            for fork in self._forks_of(raw.continues, buffer.session.id):
                sibling = self._open.get(fork)
                buffer.seen.copies_as(fork, sibling.seen.ids if sibling else ())
        buffer.learn(raw, self._project_of)
        return buffer

    def _forks_of(self, origin: str, own: str) -> list[str]:
        """The other forks of a session, whose file may be gone: they copied the same of it. This one joins them."""
        name = f"{FORKS}{clean(origin)}"
        if name not in self.forks:
            stored = self._store.settings.get(name, [])
            self.forks[name] = [str(one) for one in stored] if isinstance(stored, list) else []
        if own not in self.forks[name]:
            self.forks[name] = [*self.forks[name], own]
        return [one for one in self.forks[name] if one != own]

    def _opened(self, session: Session) -> SessionBuffer:
        stored = self._store.sessions.find(session.id)
        if stored:
            self.stored[session.id] = stored
        seen = SeenRecords(self._store, session)
        return SessionBuffer(stored or session, seen, is_new=not seen.ids, told=stored)
