"""Spans of time: what a condition may hold (`2026`, `2026-03-12`, a full time, `yesterday`, `7d`), and what a question
names in its own words, which `lore.dates` reads."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from lore import clock
from lore.dates import spans_in

_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_AGO = re.compile(r"(\d{1,4})([dwmy])")
_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
_UNIT_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to but not including `end`, as stored times."""

    start: str
    end: str


def span_of(text: str) -> Span | None:
    """The span a text names, or None. `7d` is from seven days ago until now."""
    lowered = text.strip().lower()
    today = _midnight()
    if lowered == "today":
        return _days(today, 1)
    if lowered == "yesterday":
        return _days(today - timedelta(days=1), 1)
    if ago := _AGO.fullmatch(lowered):
        days = min(int(ago[1]) * _UNIT_DAYS[ago[2]], (today - _EARLIEST).days)
        return Span(clock.stamp(today - timedelta(days=days)), clock.stamp(today + timedelta(days=1)))
    if date := _DATE.fullmatch(lowered):
        return _calendar(int(date[1]), int(date[2] or 0), int(date[3] or 0))
    moment = clock.parse(text) if re.match(r"\d{4}-\d\d-\d\dT", text) else None
    return Span(clock.stamp(moment), clock.stamp(moment + timedelta(seconds=1))) if moment else None


def spans_of(text: str) -> tuple[Span, ...]:
    """The times that a sentence names: "last week", "in March", "two weeks ago"."""
    moment = clock.parse(clock.now())
    assert moment is not None  # the clock gives stored times
    return tuple(Span(clock.stamp(found.start), clock.stamp(found.end)) for found in spans_in(text, moment))


def _calendar(year: int, month: int, day: int) -> Span | None:
    try:
        start = datetime(year, month or 1, day or 1, tzinfo=_midnight().tzinfo)
        if day:
            return _days(start, 1)
        end = start.replace(year=year + 1) if not month or month == 12 else start.replace(month=month + 1)
        return Span(clock.stamp(start), clock.stamp(end.replace(month=1) if month in (0, 12) else end))
    except (ValueError, OverflowError):
        return None


def _days(start: datetime, count: int) -> Span:
    return Span(clock.stamp(start), clock.stamp(start + timedelta(days=count)))


def _midnight() -> datetime:
    moment = clock.parse(clock.now())
    assert moment is not None  # the clock gives stored times
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)
