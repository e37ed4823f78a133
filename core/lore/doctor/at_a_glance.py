"""What a memory gives and how it lives, in a few figures: for `lore stats` and for Health in the app."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from lore import clock, paths
from lore.context import Spent, spent_on
from lore.doctor.check import ACTOR
from lore.doctor.derived import changes_behind
from lore.embedding import model_in_use
from lore.errors import Busy, IndexDamaged, Unwritable
from lore.memory import strengths_of
from lore.model import CandidateStatus, Kind, Layer, Status, Tier
from lore.search import Searcher, SearchRequest
from lore.store import DailyFigures, DayTally, FactFilter, Share, Store

BINS = 10
"""Of strengths: ten steps of a tenth, and what is stronger in one more."""
MONTHS = 12
WEEKS = 53
SEARCHES, BUDGET_S = 20, 1.0
"""Searches that are timed, at most so many and so long."""
WORDS = 6
"""Of a fact that make up a question."""
_EVER = "9999"


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast searches answer here: questions made of the first words of the newest facts, asked one after another in
    one process, the first one not counted; each with its vector, among everything that is stored."""

    searches: int
    """How many were timed."""
    seconds: float

    @property
    def per_second(self) -> float:
        return self.searches / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class CandidateMonth:
    """The proposals of one month, by what became of them since."""

    month: str
    """`2026-03`."""
    proposed: int
    approved: int
    rejected: int


@dataclass(frozen=True, slots=True)
class Overview:
    """The memory in a few figures."""

    spent: Spent
    """What agents were given, against what reading its sources would have cost."""
    speed: Speed | None
    """None where it was not asked for, or nothing is stored."""
    strengths: tuple[int, ...]
    """Facts in force by strength: below 0.1, below 0.2, … below 1, and from 1 on."""
    duplicates: int
    """Facts in force that say what another one says."""
    contradictions: int
    """Pairs of facts in force that may contradict, and wait for your answer."""
    never_recalled: Share
    months: tuple[CandidateMonth, ...]
    """The last twelve, the newest last."""
    days: Mapping[str, DayTally]
    """By day of the last 53 weeks, what it brought; days that brought nothing are left out."""


def overview(store: Store, *, timed: bool) -> Overview:
    """Count it now. timed: whether searches are timed as well, for which the model is loaded."""
    statistics = store.statistics
    return Overview(
        spent=spent_on(store),
        speed=timed_searches(store) if timed else None,
        strengths=_strengths(store),
        duplicates=sum(len(group) - 1 for group in statistics.duplicates()),
        contradictions=len(statistics.contradictions()),
        never_recalled=statistics.never_recalled(_EVER),
        months=_months(store),
        days=_days(store),
    )


def timed_searches(store: Store, *, most: int = SEARCHES, budget_s: float = BUDGET_S) -> Speed | None:
    """Time some searches; None where there is nothing to ask for. They count as no use of what they find."""
    questions = [" ".join(text.split()[:WORDS]) for text in store.facts.texts(limit=most).values()]
    if not questions:
        return None
    searcher = Searcher(store)
    searcher.search(SearchRequest(questions[0]))
    done, began = 0, time.perf_counter()
    for question in questions:
        searcher.search(SearchRequest(question))
        done += 1
        if time.perf_counter() - began > budget_s:
            break
    return Speed(done, time.perf_counter() - began)


def density_steps(amounts: Iterable[int]) -> tuple[int, ...]:
    """Where the four quarters of the days that brought something part."""
    ranked = sorted(amount for amount in amounts if amount)
    return tuple(ranked[len(ranked) * part // 4] for part in (1, 2, 3)) if ranked else ()


def density(amount: int, steps: Sequence[int]) -> int:
    """0 for a day that brought nothing, else the quarter it is in, 1 to 4."""
    return 1 + sum(amount > step for step in steps) if amount else 0


def _strengths(store: Store) -> tuple[int, ...]:
    found = strengths_of(store, store.facts.ids(FactFilter(statuses=(Status.ACTIVE,))))
    bins = Counter(min(BINS, int(strength * BINS)) for strength in found.values())
    return tuple(bins[number] for number in range(BINS + 1))


def _months(store: Store) -> tuple[CandidateMonth, ...]:
    candidates = store.candidates.select(tuple(CandidateStatus))
    counts = Counter((one.created_at[:7], one.status) for one in candidates)
    proposed = Counter(one.created_at[:7] for one in candidates)
    return tuple(
        CandidateMonth(
            month,
            proposed[month],
            counts[month, CandidateStatus.APPROVED],
            counts[month, CandidateStatus.REJECTED],
        )
        for month in _last_months(clock.now())
    )


def _last_months(now: str) -> Iterator[str]:
    index = int(now[:4]) * 12 + int(now[5:7]) - MONTHS
    for number in range(index, index + MONTHS):
        yield f"{number // 12:04}-{number % 12 + 1:02}"


def _days(store: Store) -> Mapping[str, DayTally]:
    today = date.fromisoformat(clock.now()[:10])
    monday = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
    return store.statistics.days(monday.isoformat(), (today + timedelta(days=1)).isoformat())


# The fitness of a memory in figures: now, and against what it was a week and a month ago


WEEK_DAYS, MONTH_DAYS = 7, 30
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
