"""`lore stats`: the memory in figures, with the trend; what it gives, how strong it is, and a year in days."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

import click

from lore import clock
from lore.actions import Engine, Figures, HeedList, Overview, density, density_steps, heeded, measure
from lore.cli import console, output
from lore.text import counted, shorten

_LABEL_WIDTH, _WIDTH = 24, 12
_GROUPS = {"status": "facts by status", "kind": "active by kind", "layer": "active by layer", "tier": "active by tier"}
_LABELS = {
    "conventions": "approved conventions",
    "duplicates": "said twice",
    "contradictions": "pairs that contradict",
    "expired": "past their date",
    "never_recalled": "never recalled",
    "tainted_waiting": "tainted, waiting",
    "candidates_waiting": "proposals waiting",
    "sessions": "sessions",
    "turns": "messages",
    "events": "events",
    "index_lag": "changes not indexed",
    "vectors_missing": "vectors missing",
    "bytes": "bytes on disk",
}


@click.command()
@click.option(
    "--heed", is_flag=True, help="Show for each convention how often you corrected agents before and after it."
)
@output.json_option
def stats(heed: bool) -> None:
    """Show figures about the memory, compared with 7 and 30 days ago.

    Tokens: what the newest sessions were given, compared with their full sources. Searches a second: queries made
    from your newest facts, timed now over the whole store, embedding included.

    A day's figures are kept if `lore stats` or `lore doctor` runs on that day.
    """
    if heed:
        with Engine(backs_up=False) as engine:
            _show_heed(heeded(engine))
        return
    with Engine(backs_up=False) as engine:
        figures = measure(engine, timed=True)
    if not figures.trend.kept:
        console.warn("another program is writing, or nobody can: the figures of today were not kept")
    if not output.printed(figures):
        _show(figures)
        _show_overview(figures.overview)


def _show_heed(found: HeedList) -> None:
    if output.printed(found):
        return
    if not found.heeds:
        console.note("no convention is approved yet: `lore review` shows what waits")
    for one in found.heeds:
        told = f"given to {counted(one.given, 'session')}, taken up by {one.taken_up}"
        output.line(f"{output.short(one.fact.id)} {shorten(one.fact.text, output.width(60))}")
        output.line(f"  {told}; corrected in {counted(one.before, 'session')} before, {one.after} after")
        if one.advice:
            output.line(f"  {output.style(one.advice, bold=True)}")


def _show(found: Figures) -> None:
    trend = found.trend
    past = [figures for figures in (trend.week, trend.month) if figures is not None]
    past = past[:1] if len(past) == 2 and past[0].day == past[1].day else past
    now, before = trend.today.measures, [figures.measures for figures in past]
    heads = "".join(f"{f'since {figures.day}':>{_WIDTH + 6}}" for figures in past)
    output.line(output.style(f"{'':<{_LABEL_WIDTH}}{'now':>{_WIDTH}}{heads}", bold=True))
    for prefix, title in _GROUPS.items():
        names = [name for name in now if name.startswith(f"{prefix}.")]
        shown = [name for name in names if any(one.get(name) for one in (now, *before))]
        if shown:
            output.line(output.style(title, bold=True))
            for name in shown:
                output.line(_row(f"  {name.partition('.')[2]}", name, now, before))
    output.line(output.style("health", bold=True))
    for name, label in _LABELS.items():
        output.line(_row(f"  {label}", name, now, before))
    if not past:
        console.note("trends appear one week after the first `lore doctor` or `lore stats`")


def _row(label: str, name: str, now: Mapping[str, int], before: Sequence[Mapping[str, int]]) -> str:
    value = now.get(name, 0)
    changes = "".join(f"{_change(value - one.get(name, 0)):>{_WIDTH + 6}}" for one in before)
    return f"{label:<{_LABEL_WIDTH}}{value:>{_WIDTH},}{changes}"


def _change(difference: int) -> str:
    return f"{difference:+,}" if difference else "="


_LABEL, _BAR = 24, 40
_MARKS = ".·░▒█"
_WEEKS = 53
_DAYS = ("Mon", "", "Wed", "", "Fri", "", "Sun")


def _show_overview(found: Overview) -> None:
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
        yield _told("tokens given", f"{spent.tokens:,} to {counted(spent.sessions, 'session')}")
        yield _told("in their messages", f"{spent.message_tokens:,}{_less(spent.tokens, spent.message_tokens)}")
        yield _told("in whole sessions", f"{spent.session_tokens:,}{_less(spent.tokens, spent.session_tokens)}")
    else:
        yield _told("tokens given", "none yet: no session was given anything")
    if speed:
        yield _told("searches a second", f"{speed.per_second:,.0f}: {speed.searches} timed now, in one process")
    yield _told("said twice", f"{found.duplicates:,}")
    yield _told("may contradict", f"{counted(found.contradictions, 'pair')} to answer")
    yield _told("never recalled", f"{never.value:.0%} of {never.whole:,}")


def _told(label: str, told: str) -> str:
    return f"  {label:<{_LABEL - 2}}{told}"


def _less(given: int, source: int) -> str:
    return f", so {1 - given / source:.0%} less" if source > given else ""


def _strengths(bins: Sequence[int]) -> Iterator[str]:
    most = max((*bins, 1))
    for number, count in enumerate(bins):
        span = f"{number / 10:.1f} to {(number + 1) / 10:.1f}" if number < len(bins) - 1 else "1.0 and more"
        yield _told(span, f"{count:>6,} {'█' * -(-count * _BAR // most)}".rstrip())


def _months(found: Overview) -> Iterator[str]:
    told = [one for one in found.months if one.proposed]
    for one in told:
        yield _told(one.month, f"{one.proposed:>6,} proposed, {one.approved:,} approved, {one.rejected:,} rejected")
    if not told:
        yield _told("none", "")


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
