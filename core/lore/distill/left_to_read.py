"""Which sessions wait for a reader, found without looking at what was said in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from lore import clock
from lore.distill.agreement import not_read
from lore.distill.calls import Reading, is_read_to, readings
from lore.handover import files, places
from lore.model import Role, Session
from lore.store import Store

TRIES = 3
"""So many answers that say nothing end the tries; then a session waits for `lore distill`, or until it goes on."""
FIRST_PAUSE_H, LONGEST_PAUSE_H, PAUSES_GROW = 1.0, 24.0, 4.0
"""Hours until a model is asked again that could not be reached, or answered nothing of use, and how much longer each
time: an hour is what a network or a short quota takes, a day what a daily or weekly one is looked at again after."""
_PEOPLE = (Role.USER, Role.SOMEBODY)


@dataclass(frozen=True, slots=True)
class Unread:
    """A session that no model has read to its end."""

    session: Session
    last_at: str
    """When its last message came; empty where the agent does not say."""
    tries: int
    """How often it was tried since."""
    bad: int = 0
    """How many of these answers said nothing: a model that could not be reached is no try of the session."""
    again: str = ""
    """When it may be asked about next, after a bad answer; empty where that is now."""
    has_ended: bool = False
    """Whether it said that it ended: then nobody thinks about the next prompt any more."""

    def silent_in(self, seconds: float) -> float:
        """In how many seconds it will have ended, or been silent for so long; 0 or less where that is so."""
        since = clock.days_between(self.last_at, clock.now()) * 86_400 if self.last_at else seconds
        return 0.0 if self.has_ended else seconds - since

    @property
    def waits(self) -> bool:
        """Whether it is not asked about yet, because the last answer said nothing."""
        return clock.now() < self.again

    @property
    def is_given_up(self) -> bool:
        return self.bad >= TRIES


def pause_after(failures: int) -> timedelta:
    """How long nobody is asked after so many failures in a row."""
    return timedelta(hours=min(LONGEST_PAUSE_H, FIRST_PAUSE_H * PAUSES_GROW ** (failures - 1)))


def unread(store: Store, known: Sequence[Reading] | None = None) -> list[Unread]:
    """The sessions in which a person speaks, that are not read to their end, the newest first.

    Projects whose sessions are read by nobody are left out. known: every reading, where somebody has them already.
    """
    of_session: dict[str, list[Reading]] = {}
    for one in readings(store) if known is None else known:
        of_session.setdefault(one.session, []).append(one)
    spoken = {one.session for one in store.sessions.heard() if any(one.messages[role] for role in _PEOPLE)}
    apart, ended = not_read(store), files.read(places.ended(str(store.folder)))
    found = []
    for session in store.sessions.select():
        if session.id not in spoken or session.project in apart:
            continue
        last = store.sessions.newest_turn(session.id)
        asked = of_session.get(session.id, [])
        done = next((one.up_to for one in asked if one.up_to), "")
        if last is not None and not is_read_to(last, done):
            at = last.at or session.ended_at or ""
            failed = [one for one in _since_read(asked) if one.failed and one.at >= at]
            bad = [one for one in failed if one.reached]
            said = ended.get(session.id)
            has_ended = isinstance(said, str) and said >= at
            found.append(Unread(session, at, len(failed), len(bad), _again(bad), has_ended))
    return sorted(found, key=lambda one: (one.last_at, one.session.id), reverse=True)


def without_wordings(store: Store, known: Sequence[Reading] | None = None) -> list[str]:
    """The sessions that an earlier release let a model read last, and of which it kept your sentences alone.

    Projects whose sessions are read by nobody are left out. known: every reading, where somebody has them already.
    """
    newest: dict[str, Reading] = {}
    for one in readings(store) if known is None else known:
        if one.up_to:
            newest.setdefault(one.session, one)
    there = {one.id for one in store.sessions.select() if one.project not in not_read(store)}
    return [name for name, one in newest.items() if one.kept and not one.has_wordings and name in there]


def _again(bad: Sequence[Reading]) -> str:
    last = clock.parse(bad[0].at) if bad else None
    return clock.stamp(last + pause_after(len(bad))) if last else ""


def _since_read(asked: Sequence[Reading]) -> list[Reading]:
    """The newest questions about a session, back to the one that was answered."""
    found = []
    for one in asked:
        if one.up_to:
            break
        found.append(one)
    return found
