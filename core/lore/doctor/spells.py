"""Which check was wrong from when until when, out of the visits in the log.

A visit is recorded only where a check came out otherwise than at the visit before, so the log keeps the changes and not
a row a day; a check that could not be asked is as it was.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from lore import clock
from lore.doctor.check import Outcome, Report
from lore.doctor.registry import CHECKS
from lore.model import AuditEvent
from lore.store import Store

VISIT = "doctor.run"
"""The action of the event that a visit leaves."""
_HOW = "how"
"""In what an event holds: check → outcome, of those that were wrong."""


@dataclass(frozen=True, slots=True)
class Spell:
    """A time in which one check came out in one way, other than well."""

    check: str
    outcome: Outcome
    since: str
    """The visit at which it was first found so."""
    until: str | None
    """The visit at which it was found otherwise; None: it still is so."""

    @property
    def days(self) -> float:
        """How long it lasted, as far as visits tell."""
        return clock.days_between(self.since, self.until or clock.now())


@dataclass(frozen=True, slots=True)
class CheckTrend:
    """How one check came out over time."""

    check: str
    title: str
    """The id, where this Lore has no such check any more."""
    spells: tuple[Spell, ...]
    """The newest first."""

    @property
    def now(self) -> Outcome:
        """How it came out last."""
        newest = self.spells[0]
        return newest.outcome if newest.until is None else Outcome.OK


@dataclass(frozen=True, slots=True)
class HealthHistory:
    """What was wrong, and when."""

    first: str | None
    """The first visit; None where there was none."""
    changes: int
    """Visits at which something was otherwise than before."""
    trends: tuple[CheckTrend, ...]
    """Only of checks that were wrong once: those that still are first, then by the newest change."""

    def of(self, check: str) -> CheckTrend | None:
        """The trend of one check; None where it was never wrong."""
        return next((one for one in self.trends if one.check == check), None)


def wrong_after(report: Report, before: Mapping[str, Outcome]) -> dict[str, Outcome]:
    """Which checks are wrong once a report is known, and how; what was skipped is as it was before."""
    found = {result.check.id: result.finding.outcome for result in report.results}
    kept = {name: outcome for name, outcome in before.items() if found.get(name) is Outcome.SKIPPED}
    return kept | {name: outcome for name, outcome in found.items() if outcome in (Outcome.WARN, Outcome.FAIL)}


def last_known(store: Store) -> Mapping[str, Outcome] | None:
    """Which checks were wrong at the last visit, and how; None where there was none."""
    newest = store.audit.select(action=VISIT, limit=1)
    return _wrong(newest[0]) if newest else None


def noted(wrong: Mapping[str, Outcome]) -> dict[str, object]:
    """What an event of a visit holds of it."""
    return {"wrong": sorted(wrong), _HOW: {name: outcome.value for name, outcome in sorted(wrong.items())}}


def health_history(store: Store) -> HealthHistory:
    """What the visits in the log tell, all of them."""
    visits = [(event.at, _wrong(event)) for event in reversed(store.audit.select(action=VISIT))]
    by_check: dict[str, list[Spell]] = {}
    for spell in _spells(visits):
        by_check.setdefault(spell.check, []).insert(0, spell)
    titles = {check.id: check.title for check in CHECKS}
    trends = [CheckTrend(name, titles.get(name, name), tuple(spells)) for name, spells in by_check.items()]
    trends.sort(key=lambda one: one.spells[0].until or one.spells[0].since, reverse=True)
    trends.sort(key=lambda one: one.spells[0].until is not None)
    changes = sum(before != after for (_, before), (_, after) in pairwise(visits))
    return HealthHistory(visits[0][0] if visits else None, changes, tuple(trends))


def _spells(visits: list[tuple[str, Mapping[str, Outcome]]]) -> Iterator[Spell]:
    """In the order in which they began."""
    began: dict[str, int] = {}
    found: list[Spell] = []
    for at, wrong in visits:
        for name, number in list(began.items()):
            if wrong.get(name) is not found[number].outcome:
                found[number] = Spell(name, found[number].outcome, found[number].since, at)
                del began[name]
        for name in sorted(wrong.keys() - began.keys()):
            began[name] = len(found)
            found.append(Spell(name, wrong[name], at, None))
    yield from found


def _wrong(event: AuditEvent) -> Mapping[str, Outcome]:
    """Which checks an event says were wrong. Earlier releases kept no more than their names: those count as warnings,
    where not all of them failed."""
    kept = event.after or {}
    how = kept.get(_HOW)
    if isinstance(how, dict):
        return {name: Outcome(outcome) for name, outcome in how.items()}
    names = kept.get("wrong")
    names = names if isinstance(names, list) else []
    return dict.fromkeys(map(str, names), Outcome.WARN if kept.get(Outcome.WARN.value) else Outcome.FAIL)
