"""`lore stats`: the memory in figures, with the trend."""

from collections.abc import Mapping, Sequence

import click

from lore.actions import Engine, Figures, HeedList, heeded, measure
from lore.cli import console, output
from lore.cli.overview import show_overview
from lore.cli.short_ids import short
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
        show_overview(figures.overview)


def _show_heed(found: HeedList) -> None:
    if output.printed(found):
        return
    if not found.heeds:
        console.note("no convention is approved yet: `lore review` shows what waits")
    for one in found.heeds:
        told = f"given to {counted(one.given, 'session')}, taken up by {one.taken_up}"
        output.line(f"{short(one.fact.id)} {shorten(one.fact.text, output.width(60))}")
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
