"""The fitness of a memory in figures: now, and against what it was a week and a month ago."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from lore import clock, paths
from lore.doctor.derived import changes_behind
from lore.doctor.inspection import ACTOR
from lore.embedding import model_in_use
from lore.errors import Busy, IndexDamaged, Unwritable
from lore.model import Kind, Layer, Status, Tier
from lore.store import DailyFigures, Store

WEEK_DAYS, MONTH_DAYS = 7, 30
_EVER = "9999"
"""Later than every time."""
_COLUMNS: Mapping[str, type[StrEnum]] = {"status": Status, "kind": Kind, "layer": Layer, "tier": Tier}


@dataclass(frozen=True, slots=True)
class Trend:
    """The figures of today, and the newest ones that are at least a week, and a month, old."""

    today: DailyFigures
    week: DailyFigures | None
    month: DailyFigures | None
    kept: bool = True
    """Whether today's figures were kept: not while another program holds the lock, or nobody can write."""


def trend(store: Store) -> Trend:
    """Measure, keep it as the figures of today, and look back."""
    found = trend_unkept(store)
    try:
        with store.write(ACTOR) as transaction:
            store.statistics.keep_figures(transaction, found.today)
    except (Busy, Unwritable):
        return found
    return replace(found, kept=True)


def trend_unkept(store: Store) -> Trend:
    """Measure and look back; writes nothing."""
    today = measured(store)
    week, month = (
        store.statistics.newest_figures(until=_days_before(today.day, days)) for days in (WEEK_DAYS, MONTH_DAYS)
    )
    return Trend(today, week, month, kept=False)


def measured(store: Store) -> DailyFigures:
    """The figures of this moment. Facts by kind, layer and tier are the active ones."""
    statistics = store.statistics
    counted = {
        f"{column}.{value.value}": found.get(value.value, 0)
        for column, values in _COLUMNS.items()
        for found in [statistics.facts_by(column, active=column != "status")]
        for value in values
    }
    quality = {
        "conventions": statistics.conventions(),
        "duplicates": sum(len(group) - 1 for group in statistics.duplicates()),
        "contradictions": len(statistics.contradictions()),
        "expired": len(statistics.expired(clock.now())),
        "never_recalled": statistics.never_recalled(_EVER).part,
        "tainted_waiting": len(statistics.tainted(_EVER)),
        "candidates_waiting": len(statistics.waiting(_EVER)),
    }
    model = model_in_use(store).name
    derived = {"index_lag": _lag(store), "vectors_missing": sum(statistics.without_vectors(model).values())}
    database = paths.database(store.folder)
    files = (database, database.with_name(f"{database.name}-wal"))  # what was written last stands in the log
    size = {"bytes": sum(path.stat().st_size for path in files if path.exists())}
    return DailyFigures(clock.now()[:10], {**counted, **quality, **statistics.journal(), **derived, **size})


def _lag(store: Store) -> int:
    try:
        return changes_behind(store)
    except IndexDamaged:
        return store.cursor()  # nothing of the index can be used


def _days_before(day: str, days: int) -> str:
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()
