"""What is known of a session already, whoever told it, so that nothing of it is stored twice."""

from collections.abc import Collection

from lore import clock
from lore.capture.readers import HOOKS, RawEvent, RawTurn, recorder_in
from lore.intake import clean
from lore.model import Event, EventKind, Role, Session, Turn
from lore.store import SessionFilter, Store
from lore.text import text_hash

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


class SeenRecords:
    """The messages and events of one session that are stored or wait to be, by all names they have."""

    def __init__(self, store: Store, session: Session) -> None:
        self._store, self._session = store, session
        self.ids = store.sessions.known_ids(session.id)
        self._unsure = store.sessions.ids_in_role(session.id, Role.SOMEBODY)
        """Ids of messages in a user's name of which nothing said that the person typed them."""
        self.is_empty = not self.ids
        """Whether nothing of the session was stored before, nor read now: it may still be a copy of another one."""
        self._copied: set[str] = set()
        """Ids of the session that this one begins with a copy of."""
        self._origins: set[str] = set()
        """The sessions that this one says it goes on from."""
        self._openings: dict[str, str] = {}
        """How the messages that were read now begin, by their ids."""
        self._recorders = {recorder_in(name) for name in self.ids}
        self._told: dict[tuple[str, str], list[tuple[float, str]]] = {}
        """When each text was said, and under which id."""
        self._paired: dict[tuple[str, str], str] = {}
        """By a recorder and what another one told: the name under which this recorder told the same."""
        self._stored_are_told = self.is_empty

    def goes_on_from(self, origin: str, read_now: Collection[str] = ()) -> None:
        """Take what is stored of another session for known: this one was forked from it.

        read_now: the names of what was read of that one and waits to be stored.
        """
        if origin not in self._origins:
            self._origins.add(origin)
            self.ids |= {*self._store.sessions.known_ids(clean(origin)), *read_now}

    def copies_as(self, sibling: str, read_now: Collection[str] = ()) -> None:
        """Take what another fork of the same session copied for known; a place in its file names nothing in this."""
        if sibling not in self._origins:
            self._origins.add(sibling)
            theirs = {*self._store.sessions.known_ids(sibling), *read_now}
            self.ids |= {name for name in theirs if not name.startswith(_PLACES)}

    def add(self, record: Turn | Event) -> None:
        """Take in what is news."""
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
        return {turn.source_id for turn in self._store.sessions.turns(self._session.id) if turn.at and turn.at < at}

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
        stored: list[Turn | Event] = [*sessions.turns(self._session.id), *sessions.events(self._session.id)]
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
        begun = SessionFilter(agent=self._session.agent, before=clock.later(moment, seconds=1))
        for other in self._store.sessions.select(begun, limit=RUNNING):
            if other.id != self._session.id and (other.ended_at or "") >= (record.at or ""):
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
