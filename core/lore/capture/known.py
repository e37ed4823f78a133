"""What is known of a session already, whoever told it, so that nothing of it is stored twice."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from lore import clock
from lore.capture.readers import recorder_of
from lore.model import Event, EventKind, Turn
from lore.text import text_hash

SAME_MOMENT_S = 2.0
"""Seconds between two records of one moment: recorders round differently."""


@dataclass(slots=True)
class Known:
    """The messages and events of one session that are stored or wait to be."""

    ids: set[str] = field(default_factory=set)
    origins: set[str] = field(default_factory=set)
    """The sessions that this one goes on from."""
    _told: dict[tuple[str, str], list[tuple[float, str]]] = field(default_factory=dict)
    """When each text was said, and who recorded it."""

    def add(self, ones: Iterable[Turn | Event]) -> None:
        """Take in what was told."""
        for one in ones:
            self.ids.add(one.source_id)
            at = _seconds(one.at)
            if at is not None:
                self._told.setdefault(_said(one), []).append((at, recorder_of(one.source_id)))

    def is_retold(self, one: Turn | Event) -> bool:
        """Whether another recorder told the same of the same moment, under a name of its own."""
        at = _seconds(one.at)
        told = self._told.get(_said(one), ()) if at is not None else ()
        recorder = recorder_of(one.source_id)
        return any(other != recorder and abs(then - (at or 0.0)) <= SAME_MOMENT_S for then, other in told)


def _said(one: Turn | Event) -> tuple[str, str]:
    """What a message or an event states, whatever it is called."""
    if isinstance(one, Turn):
        return one.role, text_hash(one.text)
    return one.kind, one.name.rsplit("/", 1)[-1] if one.kind is EventKind.FILE_CHANGE else one.name


def _seconds(at: str | None) -> float | None:
    moment = clock.parse(at) if at else None
    return moment.timestamp() if moment else None
