"""Whether the memory helps, day by day: what sessions were given and took up, what had to be said again, what waits."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from lore import clock
from lore.model import CandidateStatus, Role
from lore.store import GIVEN, TAKEN_UP, FactFilter, Store

DAYS = 28
_OPEN = (CandidateStatus.WAITING, CandidateStatus.SNOOZED)


@dataclass(frozen=True, slots=True)
class Help:
    """The last four weeks; each series has a number a day, the oldest first."""

    given: tuple[int, ...]
    """Facts that sessions were given."""
    taken_up: tuple[int, ...]
    """Of these, facts that the session made use of, by the day they were given."""
    said_again: tuple[int, ...]
    """Sentences of yours that say once more what was known."""
    waiting: tuple[int, ...]
    """Proposals that waited at the end of the day."""
    sessions: int
    """Sessions that were given anything."""
    oldest: str
    """When the proposal that waits longest came in; empty where none waits."""

    @property
    def share(self) -> float | None:
        """Of what was given, how much was taken up; None where nothing was given."""
        return sum(self.taken_up) / sum(self.given) if sum(self.given) else None

    def said_in_week(self, week: int) -> int:
        """How much was said again in a week: 0 is the first of the four, 3 the last."""
        return sum(self.said_again[7 * week : 7 * week + 7])


def help_of(store: Store, *, today: date | None = None) -> Help:
    """Count it from what is noted of each session, and from the log of proposals."""
    last = today or clock.today()
    days = [(last - timedelta(days=DAYS - 1 - number)).isoformat() for number in range(DAYS)]
    given = [(fact, session, clock.day(at)) for fact, session, at in store.accesses.noted(GIVEN)]
    used = {(fact, session) for fact, session, _ in store.accesses.noted(TAKEN_UP)}
    taken = (day for fact, session, day in given if (fact, session) in used)
    proposals = store.candidates.select(tuple(CandidateStatus))
    open_ones = [one for one in proposals if one.status in _OPEN]
    spans = [(clock.day(one.created_at), clock.day(one.decided_at) if one.decided_at else "") for one in proposals]
    return Help(
        given=_by_day(days, (day for _, _, day in given)),
        taken_up=_by_day(days, taken),
        said_again=_by_day(days, _again(store)),
        waiting=tuple(sum(begun <= day and (not done or done > day) for begun, done in spans) for day in days),
        sessions=len({session for _, session, day in given if day >= days[0]}),
        oldest=min((one.created_at for one in open_ones), default=""),
    )


def _again(store: Store) -> Iterable[str]:
    """The day of each quotation of yours that is not the first session of its fact."""
    for quotes in store.facts.evidence(store.facts.ids(FactFilter())).values():
        mine = sorted((one.at or "", one.session or "") for one in quotes if one.role is Role.USER and one.session)
        seen = {mine[0][1]} if mine else set()
        for at, session in mine:
            if session not in seen:
                seen.add(session)
                yield clock.day(at)


def _by_day(days: list[str], found: Iterable[str]) -> tuple[int, ...]:
    counts = Counter(found)
    return tuple(counts[day] for day in days)
