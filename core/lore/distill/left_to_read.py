"""Which sessions wait for a reader, found without looking at what was said in them."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore import clock
from lore.distill.agreement import not_read
from lore.distill.calls import Reading, is_read_to, readings
from lore.model import Role, Session
from lore.store import Store

TRIES = 3
"""So often a session is tried by itself; then it waits for `lore distill`, or until it goes on."""
_PEOPLE = (Role.USER, Role.SOMEBODY)


@dataclass(frozen=True, slots=True)
class Unread:
    """A session that no model has read to its end."""

    session: Session
    last_at: str
    """When its last message came; empty where the agent does not say."""
    tries: int
    """How often it was tried since."""

    def is_silent(self, seconds: float) -> bool:
        """Whether nothing came for so long."""
        return self.silent_in(seconds) <= 0

    def silent_in(self, seconds: float) -> float:
        """In how many seconds it will have been silent for so long."""
        since = clock.days_between(self.last_at, clock.now()) * 86_400 if self.last_at else seconds
        return seconds - since

    @property
    def is_given_up(self) -> bool:
        return self.tries >= TRIES


def unread(store: Store, known: Sequence[Reading] | None = None) -> list[Unread]:
    """The sessions in which a person speaks, that are not read to their end, the newest first.

    Projects whose sessions are read by nobody are left out. known: every reading, where somebody has them already.
    """
    of_session: dict[str, list[Reading]] = {}
    for one in readings(store) if known is None else known:
        of_session.setdefault(one.session, []).append(one)
    spoken = {one.session for one in store.sessions.heard() if any(one.messages[role] for role in _PEOPLE)}
    apart = not_read(store)
    found = []
    for session in store.sessions.select():
        if session.id not in spoken or session.project in apart:
            continue
        last = store.sessions.newest_turn(session.id)
        asked = of_session.get(session.id, [])
        done = next((one.up_to for one in asked if one.up_to), "")
        if last is not None and not is_read_to(last, done):
            at = last.at or session.ended_at or ""
            found.append(Unread(session, at, sum(bool(one.failed) and one.at >= at for one in _since_read(asked))))
    return sorted(found, key=lambda one: (one.last_at, one.session.id), reverse=True)


def _since_read(asked: Sequence[Reading]) -> list[Reading]:
    """The newest questions about a session, back to the one that was answered."""
    found = []
    for one in asked:
        if one.up_to:
            break
        found.append(one)
    return found
