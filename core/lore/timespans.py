"""Spans of time: what a condition holds (`2026-03-12`, `yesterday`, `7d`), and what a text names in English.

`mentions` reads dates as people write them ("last Tuesday", "on 3 March", "in May 2024", "two weeks ago"). The moment
of writing is an argument. A day or month without a year is the latest one that has begun. Weeks begin on Monday,
seasons are those of the northern half. A day begins at midnight where the reader is, or in the zone of that moment.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache

from lore import clock

_DAY, _WEEK = timedelta(days=1), timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time. Ends without a zone are times where the reader is."""

    start: datetime
    end: datetime
    """Not part of it."""
    day: datetime | None = None
    """The day that is meant, where the words name one and are rarely exact: "two weeks ago"."""

    @property
    def moment(self) -> datetime:
        """The day that is meant, or the start of what is longer: "in May"."""
        return self.day or self.start

    @property
    def start_at(self) -> str:
        """`start` as a stored time."""
        return clock.stamp(self.start)

    @property
    def end_at(self) -> str:
        """`end` as a stored time."""
        return clock.stamp(self.end)


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of a text that names a span of time."""

    span: Span
    quote: str
    """The words that name it."""
    begins: int
    stops: int
    """Where the quote stands in the text: `text[begins:stops]`."""


_Resolve = Callable[[re.Match[str], datetime], Span | None]
_Rule = tuple[str, _Resolve]

_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SEASONS = {"winter": 12, "spring": 3, "summer": 6, "autumn": 9, "fall": 9}
_LENGTHS = {"week": 7, "month": 30, "year": 365}
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "couple": 2, "few": 3, "several": 4,
}  # fmt: skip
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"  # noqa: E501
_DAY_OF_MONTH = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?![\w-])"
_WEEKDAY = rf"(?P<weekday>{'|'.join(_WEEKDAYS)})"
_SEASON = rf"(?P<season>{'|'.join(_SEASONS)})"
_NUMBER = r"(?:(?:the |a )?(?P<number>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|couple|few|several|an?)(?: of)?)"  # noqa: E501
_UNIT = r"(?P<unit>minute|hour|day|week|month|year)s?"
_NO_VERB = r"(?!\w| (?:be|have|not|want|need|also|still)\b)"
"""After a month that is a verb as well: "may be", "march on"."""
_WHICH = r"(?P<which>last|past|previous|this|current|next|coming)"
_PART = r"(?P<part>early|mid|late|(?:the )?(?:start|beginning|middle|end) of)[ -](?:in )?(?:the )?"


def span_of(text: str) -> Span | None:
    """The span a condition names: `2026`, `2026-03`, a day, a full time, `today`, `yesterday`; None where it is none.

    `7d` (days; also `w`, `m`, `y`) is from seven days ago until now.
    """
    lowered = text.strip().lower()
    today = _midnight(_now())
    if lowered in ("today", "yesterday"):
        return _days(today - (lowered == "yesterday") * _DAY)
    if ago := _AGO.fullmatch(lowered):
        days = min(int(ago[1]) * _UNIT_DAYS[ago[2]], (today - _EARLIEST).days)
        return Span(today - days * _DAY, today + _DAY)
    if date := _DATE.fullmatch(lowered):
        return _numbered(today, int(date[1]), int(date[2] or 0), int(date[3] or 0))
    moment = clock.parse(text) if _FULL_TIME.match(text) else None
    return Span(moment, moment + timedelta(seconds=1)) if moment else None


def spans_of(text: str) -> tuple[Span, ...]:
    """The times that a sentence of this moment names: "last week", "in March", "two weeks ago"."""
    return tuple(mention.span for mention in mentions(text, _now()))


def span_named(text: str) -> Span | None:
    """The span that a person names, as a condition or in a sentence; None where it is none."""
    return span_of(text) or next(iter(spans_of(text)), None)


def moment_named(text: str) -> str | None:
    """The stored time that a person names: a time, or the start of a span as `7d` or "last week"; None for none."""
    found = clock.normalise(text)
    if found is None and (span := span_named(text)):
        found = span.start_at
    return found


def moment_ahead(text: str) -> str | None:
    """The same of a time to come: `7d` is in seven days. None where it names none; what is over is none to come."""
    found = moment_named(text)
    if ahead := _AGO.fullmatch(text.strip().lower()):
        try:
            found = clock.shifted(timedelta(days=int(ahead[1]) * _UNIT_DAYS[ahead[2]]))
        except OverflowError:  # past the year 9999
            return None
    return found if found and found > clock.now() else None


def _now() -> datetime:
    """The present where the reader is, without a zone: a span may reach over a change of the clocks."""
    moment = clock.parse(clock.now())
    assert moment is not None  # the clock gives stored times
    return moment.astimezone().replace(tzinfo=None)


def _numbered(today: datetime, year: int, month: int, day: int) -> Span | None:
    """A year, month or day by its numbers, 0 where there is none; None where the calendar has no such one."""
    try:
        datetime(year, month or 1, day or 1)
        if day:
            return _days(_month_start(today, year, month).replace(day=day))
        return _months(today, year, month or 1, 1 if month else 12)
    except (ValueError, OverflowError):
        return None


_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_AGO = re.compile(r"(\d{1,4})([dwmy])")
_FULL_TIME = re.compile(r"\d{4}-\d\d-\d\dT")
_EARLIEST = datetime(1970, 1, 1)
_UNIT_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}


def mentions(text: str, now: datetime) -> list[Mention]:
    """Where a text names a time, in its order, none inside another.

    now: when it was written, with a zone. "Since" and "until now" are part of the quote, and reach to `now`.
    """
    found: list[Mention] = []
    taken = bytearray(len(text))
    if not _HINT.search(text):
        return []
    for pattern, resolve in _compiled():
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            window = _resolved(resolve, match, now)
            if window is not None:
                taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
                found.append(_mention(window, match, text, now))
    return sorted(found, key=lambda mention: mention.begins)


_HINT = re.compile(
    r"\d|day|night|morning|noon|evening|week|month|year|quarter|winter|spring|summer|autumn|fall|ago|earlier|back"
    r"|last|past|previous|this|next|coming|tomorrow|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
    re.IGNORECASE,
)
"""Something of which every date has one."""
_SINCE = re.compile(r"\b(?:ever )?since (?:about |around |the )?$", re.IGNORECASE)


@cache
def _compiled() -> list[tuple[re.Pattern[str], _Resolve]]:
    """The expressions, when the first text needs them: compiling takes 20 ms."""
    return [(re.compile(pattern, re.IGNORECASE), resolve) for pattern, resolve in _RULES]


def _resolved(resolve: _Resolve, match: re.Match[str], now: datetime) -> Span | None:
    try:
        return resolve(match, now)
    except (ValueError, OverflowError):
        return None  # 31 February, the year 0: no date, whatever it looks like


def _mention(window: Span, match: re.Match[str], text: str, now: datetime) -> Mention:
    begins, end = match.start(), window.end
    since = _SINCE.search(text[max(0, begins - 20) : begins])
    if since:
        begins -= len(since.group())
    if text[begins : begins + 10].lower().startswith(("since", "ever since")) and window.start < now:
        end = max(now, window.end)
    return Mention(replace(window, end=end), text[begins : match.end()], begins, match.end())


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _month_start(now: datetime, year: int, month: int) -> datetime:
    """The first of a month; month 13 is January of the next year, month 0 December of the one before."""
    return _midnight(now).replace(year=year + (month - 1) // 12, month=(month - 1) % 12 + 1, day=1)


def _months(now: datetime, year: int, month: int, count: int = 1) -> Span:
    return Span(_month_start(now, year, month), _month_start(now, year, month + count))


def _days(start: datetime, count: int = 1) -> Span:
    return Span(start, start + count * _DAY)


def _monday(now: datetime) -> datetime:
    return _midnight(now) - now.weekday() * _DAY


def _month_number(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(name.lower()[:3]))


def _part_of(window: Span, part: str | None) -> Span:
    """The early, middle or late third of a span."""
    if not part:
        return window
    third = (window.end - window.start) / 3
    word = part.lower().removeprefix("the ")
    number = 0 if word.startswith(("early", "start", "beginning")) else 1 if word.startswith("mid") else 2
    start = _midnight(window.start + number * third)
    return Span(start, window.end if number == 2 else _midnight(window.start + (number + 1) * third))


def _step(which: str) -> int:
    return {"last": -1, "past": -1, "previous": -1, "this": 0, "current": 0}.get(which.lower(), 1)


def _calendar(match: re.Match[str], now: datetime) -> Span | None:
    """A day, month or year by its name or number; without a year the latest that has begun."""
    parts = match.groupdict()
    if not parts.get("month"):
        return _part_of(_months(now, int(parts["year"]), 1, 12), parts.get("part"))
    month = int(parts["month"]) if parts["month"].isdigit() else _month_number(parts["month"])
    year, day = int(parts.get("year") or now.year), int(parts.get("day") or 0)
    if day and match.group().startswith("may") and not parts.get("year"):
        return None  # the verb: "you may 2 times"
    if not parts.get("year") and _month_start(now, year, month).replace(day=day or 1) > now:
        year -= 1
    if day:
        return _days(_month_start(now, year, month).replace(day=day))
    return _part_of(_months(now, year, month), parts.get("part"))


def _time(match: re.Match[str], now: datetime) -> Span:
    moment = datetime.fromisoformat(match.group().replace(" ", "T"))
    start = moment.replace(tzinfo=now.tzinfo) if moment.tzinfo is None else moment.astimezone(now.tzinfo)
    return Span(start, start + timedelta(minutes=1))


def _near(match: re.Match[str], now: datetime) -> Span:
    words = " ".join(match.group().lower().split())
    back = 2 if "before" in words else 1 if words.startswith(("yesterday", "last")) else 0
    ahead = 2 if "after" in words else 1 if words.startswith("tomorrow") else 0
    return _days(_midnight(now) + (ahead - (0 if ahead else back)) * _DAY)


def _ago(match: re.Match[str], now: datetime) -> Span:
    """The day meant, and around it as much as such words are usually off."""
    word, unit = match["number"].lower(), match["unit"].lower()
    number = int(word) if word.isdigit() else _NUMBERS[word]
    vague = word in ("couple", "few", "several")
    if unit in ("minute", "hour"):
        length = timedelta(**{f"{unit}s": 1})
        return Span(now - number * length, now - (number - 1) * length)
    if unit == "day":
        day = _midnight(now) - number * _DAY
        return Span(day - vague * _DAY, day + (1 + vague) * _DAY, day)
    if unit == "week":
        day = _midnight(now) - number * _WEEK
        off = 7 if vague else 3
        return Span(day - off * _DAY, day + (off + 1) * _DAY, day)
    months = number * (12 if unit == "year" else 1)
    around = months // 12 * 3 + vague
    first = _month_start(now, now.year, now.month - months)
    day = first.replace(day=min(now.day, (_month_start(first, first.year, first.month + 1) - _DAY).day))
    return Span(
        _month_start(now, now.year, now.month - months - around),
        _month_start(now, now.year, now.month - months + around + 1),
        day,
    )


def _reaching_back(match: re.Match[str], now: datetime) -> Span:
    """ "In the last three weeks": until now."""
    back = _ago(match, now)
    return Span(back.moment, now)


def _period(match: re.Match[str], now: datetime) -> Span | None:
    """Last, this or next week, month, year and so on."""
    step, unit = _step(match["which"]), match["period"].lower()
    if match["which"].lower() == "past" and unit in _LENGTHS:
        return Span(_midnight(now) - _LENGTHS[unit] * _DAY, now)
    if unit == "week":
        return _days(_monday(now) + step * _WEEK, 7)
    if unit == "weekend":
        return _days(_monday(now) + step * _WEEK + 5 * _DAY, 2)
    if unit == "month":
        return _months(now, now.year, now.month + step)
    if unit == "quarter":
        return _months(now, now.year, (now.month - 1) // 3 * 3 + 1 + 3 * step, 3)
    if unit == "year":
        return _months(now, now.year + step, 1, 12)
    return _days(_midnight(now) + step * _DAY) if unit == "day" else None


def _before_last(match: re.Match[str], now: datetime) -> Span:
    if match["unit"].lower() == "week":
        return _days(_monday(now) - 2 * _WEEK, 7)
    return (
        _months(now, now.year, now.month - 2) if match["unit"].lower() == "month" else _months(now, now.year - 2, 1, 12)
    )


def _weekday(match: re.Match[str], now: datetime) -> Span:
    wanted, which = _WEEKDAYS.index(match["weekday"].lower()), (match["which"] or "last").lower()
    if which in ("this", "current"):
        return _days(_monday(now) + wanted * _DAY)
    if _step(which) > 0:
        return _days(_midnight(now) + ((wanted - now.weekday() - 1) % 7 + 1) * _DAY)
    return _days(_midnight(now) - ((now.weekday() - wanted - 1) % 7 + 1) * _DAY)


def _named_month(match: re.Match[str], now: datetime) -> Span:
    step, month = _step(match["which"]), _month_number(match["month"])
    past, coming = now.year - (month >= now.month), now.year + (month <= now.month)
    return _months(now, {-1: past, 0: now.year, 1: coming}[step], month)


def _season(match: re.Match[str], now: datetime) -> Span:
    first = _SEASONS[match["season"].lower()]
    if year := match.groupdict().get("year"):
        return _months(now, int(year), first, 3)
    step, began = _step(match["which"]), now.year - (_month_start(now, now.year, first) > now)
    running = _month_start(now, began, first + 3) > now
    if step == 0:
        return _months(now, began if running else now.year, first, 3)
    return _months(now, began - running if step < 0 else began + 1, first, 3)


def _quarter(match: re.Match[str], now: datetime) -> Span:
    first = 3 * int(match["quarter"]) - 2
    year = int(match["year"]) if match["year"] else now.year - (_month_start(now, now.year, first) > now)
    return _months(now, year, first, 3)


def _day_of_month(match: re.Match[str], now: datetime) -> Span:
    day = int(match["day"])
    this = _month_start(now, now.year, now.month) + (day - 1) * _DAY
    return _days(this if this <= now else _month_start(now, now.year, now.month - 1).replace(day=day))


_RULES: Sequence[_Rule] = (
    (r"(?<![\w-])\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?(?!\w)", _time),
    (r"(?<![\w/.-])(?P<year>(?:19|20)\d\d)([-/])(?P<month>0?[1-9]|1[0-2])\2(?P<day>\d\d?)(?![\w/-])", _calendar),
    (r"(?<![\w/.-])(?P<day>\d\d?)\.(?P<month>0?[1-9]|1[0-2])\.(?P<year>(?:19|20)\d\d)(?!\w)", _calendar),
    (r"(?<![\w/.-])(?P<month>0?[1-9]|1[0-2])/(?P<day>1[3-9]|[23]\d)/(?P<year>(?:19|20)\d\d)(?!\w)", _calendar),
    (r"(?<![\w/.-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?![\w-])", _calendar),
    (rf"\b{_DAY_OF_MONTH}(?: of)? {_MONTH},? {_YEAR}", _calendar),
    (rf"\b{_MONTH} {_DAY_OF_MONTH},? {_YEAR}", _calendar),
    (rf"\b(?:{_PART})?{_MONTH}(?: of|,)? {_YEAR}", _calendar),
    (rf"\b{_DAY_OF_MONTH}(?: of)? {_MONTH}(?!\w)", _calendar),
    (rf"\b{_MONTH} {_DAY_OF_MONTH}(?![\w.:]\d|\w)", _calendar),
    (rf"\bq(?P<quarter>[1-4])(?: of)?(?: {_YEAR})?(?!\w)", _quarter),
    (rf"\b(?:{_WHICH} )?{_SEASON} (?:of )?{_YEAR}", _season),
    (rf"\b{_WHICH} {_SEASON}\b", _season),
    (r"\bday (?:before yesterday|after tomorrow)\b|\b(?:yesterday|today|tonight|tomorrow|last night)\b", _near),
    (r"\b(?:this|earlier this) (?:morning|afternoon|evening)\b", _near),
    (r"\b(?P<unit>week|month|year) before last\b", _before_last),
    (rf"\b{_NUMBER} {_UNIT} (?:ago|earlier|back)\b", _ago),
    (rf"\b(?:last|past|previous) {_NUMBER} {_UNIT}\b", _reaching_back),
    (rf"\b{_WHICH} (?P<period>weekend|week|month|quarter|year)\b", _period),
    (rf"\b{_WHICH} {_MONTH}(?!\w)", _named_month),
    (rf"(?<!every )(?<!each )(?<!other )(?<!second )(?<!any )\b(?:on |{_WHICH} )?{_WEEKDAY}(?!\w)", _weekday),
    (rf"\b{_PART}{_YEAR}", _calendar),
    (rf"\b(?:in|during|since|from|of|by|until|around|year) {_YEAR}", _calendar),
    (rf"\b(?:(?:in|during|since|of|by|until|after) )?{_PART}{_MONTH}{_NO_VERB}", _calendar),
    (rf"\b(?:in|during|since|of|by|until|after) {_MONTH}{_NO_VERB}", _calendar),
    (r"\bon the (?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)\b", _day_of_month),
)
