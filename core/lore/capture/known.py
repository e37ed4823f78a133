"""What is known of a session already, whoever told it, so that nothing of it is stored twice."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from lore import clock
from lore.capture.readers import recorder_of
from lore.model import Event, EventKind, Role, Turn
from lore.text import text_hash

_IN_A_USERS_NAME = frozenset({Role.USER, Role.SOMEBODY})
"""Recorders differ in how sure they are that the person typed a message."""
_OPENING = 80
"""Characters."""
SAME_MOMENT_S = 2.0
"""Seconds between two records of one moment: recorders round differently."""


@dataclass(slots=True)
class Known:
    """The messages and events of one session that are stored or wait to be."""

    ids: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)
    """Ids of messages in a user's name of which nothing said that the person typed them."""
    openings: dict[str, str] = field(default_factory=dict)
    """How the messages that were read now begin, by their ids."""
    origins: set[str] = field(default_factory=set)
    """The sessions that this one goes on from."""
    _told: dict[tuple[str, str], list[tuple[float, str]]] = field(default_factory=dict)
    """When each text was said, and under which id."""

    def add(self, ones: Iterable[Turn | Event]) -> None:
        """Take in what was told."""
        for one in ones:
            self.ids.add(one.source_id)
            if isinstance(one, Turn) and one.role is Role.SOMEBODY:
                self.unsure.add(one.source_id)
            at = _seconds(one.at)
            if at is not None:
                self._told.setdefault(_said(one), []).append((at, one.source_id))

    def differs(self, source_id: str, text: str) -> bool:
        """Whether another message was read under this id: one that grew since begins alike."""
        opening = text[:_OPENING]
        first = self.openings.setdefault(source_id, opening)
        return not (first.startswith(opening) or opening.startswith(first))

    def name_of(self, one: Turn | Event) -> str | None:
        """The id under which this is known: its own, or that of another recorder who told the same of the moment."""
        if one.source_id in self.ids:
            return one.source_id
        at = _seconds(one.at)
        told = self._told.get(_said(one), ()) if at is not None else ()
        recorder = recorder_of(one.source_id)
        others = (name for then, name in told if abs(then - (at or 0.0)) <= SAME_MOMENT_S)
        return next((name for name in others if recorder_of(name) != recorder), None)


def _said(one: Turn | Event) -> tuple[str, str]:
    """What a message or an event states, whatever it is called."""
    if isinstance(one, Turn):
        return "" if one.role in _IN_A_USERS_NAME else one.role, text_hash(one.text)
    return one.kind, one.name.rsplit("/", 1)[-1] if one.kind is EventKind.FILE_CHANGE else one.name


def _seconds(at: str | None) -> float | None:
    moment = clock.parse(at) if at else None
    return moment.timestamp() if moment else None
