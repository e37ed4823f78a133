"""A year of Lore in simulated time: capture, a night, a review by rule, publish, and context at each session start.

    PYTHONPATH=tests python tests/bench/year.py [--days N] [--seed N] [--chart FILE.svg] [--generated]

Two hundred and fifty working days of generated sessions, and of the real ones in `../shared/data/told_once`, by their
order, spread over the year (none with `--generated`). Prints a table by month, then what the year has to show, each
PASS or FAIL with its figures. Exit status 1 where one fails.
`screenshots/year.svg` shows the generated sessions alone: `--generated --chart screenshots/year.svg`.
"""

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

from lore import clock
from lore.model import Candidate, Fact
from support import chart
from support.year_run import Figures, Recorded, Year, by_month
from support.year_sessions import Calendar, date_of
from support.year_verdicts import verdicts

DAYS, SAMPLED = 250, 25
"""Working days of a year, and the distance of the nights that are run twice."""
SHARED = Path(__file__).parents[3] / "shared" / "data" / "told_once"
NEAR = timedelta(days=60)
"""What lies further from the end of a session is no time of its messages."""
REPOS = ("agentv", "packmind", "pi-mono")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


@dataclass(frozen=True, slots=True)
class RealSession:
    """A real transcript, moved to another day."""

    name: str
    project: str
    source: Path
    end: datetime
    shift: timedelta

    def write(self, folder: Path) -> Path:
        """The transcript with all its times moved."""
        file = folder / self.project / self.source.name
        file.parent.mkdir(exist_ok=True)
        file.write_text(TIME.sub(self._moved, self.source.read_text(encoding="utf-8")), encoding="utf-8")
        return file

    def _moved(self, found: re.Match[str]) -> str:
        moment = clock.parse(found.group())
        is_near = moment is not None and abs(moment - self.end) < NEAR
        return clock.stamp(moment + self.shift) if moment is not None and is_near else found.group()


@dataclass(slots=True)
class Real:
    """The real sessions by working day, and what their people agree with."""

    by_day: dict[int, list[RealSession]] = field(default_factory=dict)
    statements: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    driver: ModuleType | None = None

    @classmethod
    def spread(cls, days: int) -> "Real":
        """Each repository over the whole year, in its order."""
        from told_once import DRIVER  # it needs the shared data

        real = cls(driver=DRIVER)
        for repo in REPOS:
            real.statements[repo] = _lines(SHARED / repo / "statements.jsonl")
            order = _lines(SHARED / repo / "order.jsonl")
            for number, one in enumerate(order):
                day, end = days * number // len(order), clock.parse(one["end"])
                assert end is not None
                shift = date_of(day) + timedelta(hours=17) - end
                session = RealSession(one["session"], repo, SHARED / repo / one["file"], end, shift)
                real.by_day.setdefault(day, []).append(session)
        return real

    def on(self, day: int) -> Sequence[Recorded]:
        """The sessions of a day."""
        return self.by_day.get(day, [])

    def agrees(self, year: Callable[[], Year]) -> Callable[[Candidate, Fact], bool | None]:
        """The rule of the person: what the labels of its repository hold is right, all else of it is not."""

        def rule(candidate: Candidate, fact: Fact) -> bool | None:
            labels = self.statements.get(candidate.project or fact.project or "")
            if labels is None or self.driver is None:
                return None
            quotes = year().store.facts.evidence([fact.id])[fact.id]
            evidence = [{"source_id": one.source_id, "quote": one.quote} for one in quotes]
            item = {"text": candidate.text, "evidence": evidence}
            return any(self.driver.matches(item, label) for label in labels if label["said"] and label["sure"] > 1)

        return rule


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chart", type=Path)
    parser.add_argument("--generated", action="store_true", help="no real sessions")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        os.environ.update(HOME=scratch, LORE_BACKGROUND="off", TZ="UTC")
        real = Real() if options.generated else Real.spread(options.days)
        year = Year(
            Calendar(options.days, options.seed),
            Path(scratch),
            more=real.on,
            agrees=real.agrees(lambda: year),
            twice=range(SAMPLED // 2, options.days, SAMPLED),
        )
        year.run(_tell)
        _print_table(year)
        found = verdicts(year)
        print(*found, sep="\n")
        year.close()
    if options.chart:
        options.chart.write_text(_picture(year), encoding="utf-8")
    return int(any(one.holds is False for one in found))


def _tell(figures: Figures) -> None:
    print(f"day {figures.day}: {figures.active} facts, night {figures.seconds:.1f} s", file=sys.stderr, flush=True)


def _print_table(year: Year) -> None:
    print("month     active  knowledge  conventions  strength  queue  store KB  night s")
    for month, one in by_month(year.figures):
        print(
            f"{month:<10}{one.active:>6}{one.knowledge:>11}{one.conventions:>13}{one.strength:>10.2f}{one.queue:>7}"
            f"{one.size // 1024:>10,}{one.seconds:>9.2f}"
        )
    decided = ", ".join(f"{count} {what}" for what, count in sorted(year.decided.items()))
    print(f"{year.calendar.days} days, {year.sessions} sessions; the person decided: {decided}")


def _picture(year: Year) -> str:
    first = {f"{date_of(one.day):%b}": one.day for one in reversed(year.figures)}
    title = (
        f"{year.calendar.days} working days, {year.sessions} sessions (the migration on day {year.calendar.migrates})"
    )
    series: dict[str, list[float]] = {
        "active facts": [one.active for one in year.figures],
        "knowledge": [one.knowledge for one in year.figures],
        "conventions": [one.conventions for one in year.figures],
        "mean strength": [one.strength for one in year.figures],
        "queue in the morning": [one.queue for one in year.figures],
    }
    return chart.lines(title, sorted((day, name) for name, day in first.items()), series)


if __name__ == "__main__":
    sys.exit(main())
