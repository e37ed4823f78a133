"""The one source of time. `LORE_NOW` fixes it, so that months can be simulated; not in the shell of an agent.

Times are UTC and stored as ISO 8601 text (`2026-03-12T09:14:00Z`), which sorts as it should. Order never comes from
time: it comes from sequence numbers.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import pairwise

from lore.errors import UsageError

SECONDS_PER_DAY = 86_400.0
SUNDAY = 7
VARIABLE = "LORE_NOW"
FIRST_YEAR, LAST_YEAR = 1900, 9000
"""The present lies between them, so that every span of time before and after it can be told."""
_pretended: str | None = None


def now() -> str:
    """The present moment, or the one `LORE_NOW` names. Raises UsageError when `LORE_NOW` is no time."""
    return shifted(timedelta())


def shifted(by: timedelta) -> str:
    """The present moment moved into the future, or with a negative `by` into the past."""
    fixed = _pretended or os.environ.get(VARIABLE)
    moment = parse(fixed) if fixed else datetime.now(UTC)
    if moment is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise UsageError(f"`{VARIABLE}` is not a time: `{fixed}`", hint="use ISO 8601, such as 2026-03-12T09:14:00Z")
    return stamp(moment + by)


@contextmanager
def pretending(moment: str) -> Iterator[None]:
    """Let it be this moment in this process, whatever `LORE_NOW` says. For a store that is thrown away."""
    global _pretended
    before, _pretended = _pretended, moment
    try:
        yield
    finally:
        _pretended = before


def is_chosen() -> bool:
    """Whether whoever started this process chose the time."""
    return _pretended is None and bool(os.environ.get(VARIABLE))


def stamp(moment: datetime) -> str:
    """The stored form of a moment: UTC, whole seconds."""
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


@lru_cache(maxsize=4096)  # a search compares the times of some fifty facts with the present one
def parse(text: str) -> datetime | None:
    """The moment an ISO 8601 text names (without a zone: UTC), or None where it names none."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def to_the_minute(text: str) -> str:
    """A stored time as a person reads a clock here: local time, to the minute, such as `2026-03-12 09:14`."""
    moment = parse(text)
    return moment.astimezone().strftime("%Y-%m-%d %H:%M") if moment else text


def day(text: str | None) -> str:
    """The day of a stored time where the reader is, such as `2026-03-12`; what is no time stays as it is."""
    moment = parse(text) if text else None
    return moment.astimezone().strftime("%Y-%m-%d") if moment else (text or "")[:10]


def today() -> date:
    """The present day where the reader is."""
    return date.fromisoformat(day(now()))


def later(moment: datetime, *, seconds: float) -> str:
    """The stored form of the moment so much later; the last one there is where that is beyond all time."""
    try:
        return stamp(moment + timedelta(seconds=seconds))
    except OverflowError:
        return stamp(datetime.max.replace(tzinfo=UTC))


def normalise(text: str | None) -> str | None:
    """The stored form of a time read from a foreign file, or None where there is none or it cannot be read."""
    moment = parse(text) if text else None
    return stamp(moment) if moment else None


def end_of_sunday(at: str) -> str:
    """The end of the latest Sunday before a stored time, or that time itself where it is a Sunday, in UTC."""
    moment = parse(at)
    if moment is None or moment.isoweekday() == SUNDAY:
        return at
    return stamp(moment.replace(hour=0, minute=0, second=0) - timedelta(days=moment.weekday()))


def age(at: str, present: str) -> str:
    """How long ago a stored time was, in words: `just now`, `5 minutes ago`, `3 hours ago`, `12 days ago`."""
    minutes = int(days_between(at, present) * 24 * 60)
    for size, unit in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        if number := minutes // size:
            return f"{number:,} {unit}{'' if number == 1 else 's'} ago"
    return "just now"


def days_between(earlier: str, later: str) -> float:
    """Days from one stored time to another; 0 when the order is reversed or a time cannot be read."""
    first, second = parse(earlier), parse(later)
    if first is None or second is None:
        return 0.0
    return max(0.0, (second - first).total_seconds() / SECONDS_PER_DAY)


def gaps(times: Iterable[str]) -> tuple[float, ...]:
    """The days from each of these stored times to the next one, in the order of time; what is no time is left out."""
    return tuple(days_between(first, second) for first, second in pairwise(sorted(at for at in times if parse(at))))
