"""When a night is due, how it went, and what is said in the morning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from lore import clock
from lore.handover import files, places
from lore.model import Run
from lore.store import Store

KIND = "night"


def due(store: Store, hour: int) -> str | None:
    """The scheduled moment that waits; None where it was worked at. Several that were missed are one.

    hour: of the day, in local time.
    """
    last, scheduled = newest(store), scheduled_before(clock.now(), hour)
    return scheduled if last is None or last.started_at < scheduled else None


def newest(store: Store) -> Run | None:
    """The newest night that was worked at to its end."""
    run = store.runs.latest(KIND)
    return run if run is not None and run.finished_at is not None else None


def scheduled_before(now: str, hour: int) -> str:
    """The last moment before `now` at which a night was to begin."""
    present = clock.parse(now)
    assert present is not None
    local = present.astimezone()
    moment = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return clock.stamp(moment if moment <= local else moment - timedelta(days=1))


def turned_bad(before: Sequence[str], wrong: Mapping[str, str]) -> list[str]:
    """What the doctor says now of checks that were fine in the last night."""
    return [says for check, says in wrong.items() if check not in before]


@dataclass(frozen=True, slots=True)
class Morning:
    """What the last night found."""

    wrong: tuple[str, ...] = ()
    """The ids of checks of the doctor."""
    news: tuple[str, ...] = ()
    """What was fine in the night before, in words."""


def put_aside(home: Path, wrong: Mapping[str, str] | None = None, news: Sequence[str] = ()) -> Morning:
    """What the last night left for the morning; with arguments, leave this. The status line of agents reads it too."""
    place = places.night(str(home))
    if wrong is not None:
        files.write(place, {"at": clock.now(), "wrong": list(wrong), "news": list(news)})
    found = files.read(place)
    return Morning(_texts(found.get("wrong")), _texts(found.get("news")))


def _texts(values: object) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str)) if isinstance(values, list) else ()
