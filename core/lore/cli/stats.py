"""`lore stats`: the memory in figures, with the trend."""

from collections.abc import Sequence

import click

from lore.cli import console, output
from lore.doctor import Trend, trend
from lore.store import Snapshot, open_store

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
@output.json_option
def stats(as_json: bool) -> None:
    """Show the memory in figures, against those of 7 and of 30 days ago.

    The figures of a day are kept when `lore stats` or `lore doctor` runs on it.
    """
    with open_store() as store:
        store.backs_up = False
        found = trend(store)
    if not found.kept:
        console.warn("another program is writing: the figures of today were not kept")
    if as_json:
        output.json_line(_as_json(found))
        return
    _show(found)


def _show(found: Trend) -> None:
    past = [one for one in (found.week, found.month) if one is not None]
    past = past[:1] if len(past) == 2 and past[0].day == past[1].day else past
    heads = "".join(f"{f'since {one.day}':>{_WIDTH + 6}}" for one in past)
    output.line(output.style(f"{'':<{_LABEL_WIDTH}}{'now':>{_WIDTH}}{heads}", bold=True))
    for prefix, title in _GROUPS.items():
        names = [name for name in found.today.measures if name.startswith(f"{prefix}.")]
        shown = [name for name in names if any(one.measures.get(name) for one in (found.today, *past))]
        if shown:
            output.line(output.style(title, bold=True))
            for name in shown:
                output.line(_row(f"  {name.partition('.')[2]}", name, found.today, past))
    output.line(output.style("health", bold=True))
    for name, label in _LABELS.items():
        output.line(_row(f"  {label}", name, found.today, past))
    if not past:
        console.note("the trend begins a week after the first `lore doctor` or `lore stats`")


def _row(label: str, name: str, today: Snapshot, past: Sequence[Snapshot]) -> str:
    now = today.measures.get(name, 0)
    changes = "".join(f"{_change(now - one.measures.get(name, 0)):>{_WIDTH + 6}}" for one in past)
    return f"{label:<{_LABEL_WIDTH}}{now:>{_WIDTH},}{changes}"


def _change(difference: int) -> str:
    return f"{difference:+,}" if difference else "="


def _as_json(found: Trend) -> dict[str, object]:
    return {
        "day": found.today.day,
        "now": dict(found.today.measures),
        "week": _snapshot(found.week),
        "month": _snapshot(found.month),
    }


def _snapshot(one: Snapshot | None) -> dict[str, object] | None:
    return {"day": one.day, "measures": dict(one.measures)} if one else None
