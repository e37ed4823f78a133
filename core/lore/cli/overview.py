"""The lower part of `lore stats`: what the memory gives, how strong it is, and a year in days."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from lore import clock
from lore.actions import Overview, density, density_steps
from lore.cli import output
from lore.text import counted

_LABEL, _BAR = 24, 40
_MARKS = ".·░▒█"
_WEEKS = 53
_DAYS = ("Mon", "", "Wed", "", "Fri", "", "Sun")


def show_overview(found: Overview) -> None:
    """Print it, in 80 columns."""
    for title, lines in (
        ("what it gives", _gives(found)),
        ("facts in force by strength", _strengths(found.strengths)),
        ("proposals a month", _months(found)),
        ("a year in days", _year(found)),
    ):
        output.line(output.style(title, bold=True))
        for line in lines:
            output.line(line)


def _gives(found: Overview) -> Iterator[str]:
    spent, speed, never = found.spent, found.speed, found.never_recalled
    if spent.sessions:
        yield _row("tokens given", f"{spent.tokens:,} to {counted(spent.sessions, 'session')}")
        yield _row("in their messages", f"{spent.message_tokens:,}{_less(spent.tokens, spent.message_tokens)}")
        yield _row("in whole sessions", f"{spent.session_tokens:,}{_less(spent.tokens, spent.session_tokens)}")
    else:
        yield _row("tokens given", "none yet: no session was given anything")
    if speed:
        yield _row("searches a second", f"{speed.per_second:,.0f}: {speed.searches} timed now, in one process")
    yield _row("said twice", f"{found.duplicates:,}")
    yield _row("may contradict", f"{counted(found.contradictions, 'pair')} to answer")
    yield _row("never recalled", f"{never.value:.0%} of {never.whole:,}")


def _row(label: str, told: str) -> str:
    return f"  {label:<{_LABEL - 2}}{told}"


def _less(given: int, source: int) -> str:
    return f", so {1 - given / source:.0%} less" if source > given else ""


def _strengths(bins: Sequence[int]) -> Iterator[str]:
    most = max((*bins, 1))
    for number, count in enumerate(bins):
        span = f"{number / 10:.1f} to {(number + 1) / 10:.1f}" if number < len(bins) - 1 else "1.0 and more"
        yield _row(span, f"{count:>6,} {'█' * -(-count * _BAR // most)}".rstrip())


def _months(found: Overview) -> Iterator[str]:
    told = [one for one in found.months if one.proposed]
    for one in told:
        yield _row(one.month, f"{one.proposed:>6,} proposed, {one.approved:,} approved, {one.rejected:,} rejected")
    if not told:
        yield _row("none", "")


def _year(found: Overview) -> Iterator[str]:
    """A column a week, the more facts, approvals and sessions a day brought the denser its mark."""
    today = clock.today()
    first = today - timedelta(days=today.weekday(), weeks=_WEEKS - 1)
    amounts = {day: one.learnt + one.approved + one.sessions for day, one in found.days.items()}
    steps = density_steps(amounts.values())
    for weekday, label in enumerate(_DAYS):
        days = (first + timedelta(days=weekday, weeks=week) for week in range(_WEEKS))
        marks = (_MARKS[density(amounts.get(day.isoformat(), 0), steps)] if day <= today else "" for day in days)
        yield f"  {label:<5}{''.join(marks)}"
    yield f"  {'':<5}{first.isoformat()} to {today.isoformat()}"
