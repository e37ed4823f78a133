"""One visit of the doctor: every check is asked, whatever the others found, and the visit is recorded."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from lore import clock, paths
from lore.doctor import at_a_glance
from lore.doctor.check import ACTOR, Check, Finding, Inspection, Need, Outcome, Repaired, Report, Result, fail, skipped
from lore.doctor.registry import CHECKS
from lore.errors import Busy, LoreError
from lore.intake import sanitise
from lore.model import AuditEvent, Subject, SubjectKind
from lore.progress import Progress
from lore.store import Store, make_backup
from lore.text import one_line

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


Heard = Callable[[Result], None]
FINE = 1_000
"""Parts of the progress that each check counts for."""


def run_checks(
    folder: Path | None = None, *, progress: Progress | None = None, heard: Heard = lambda result: None
) -> Report:
    """Ask every check of the store in a data folder (default: `paths.home()`). heard: gets each result.

    Changes nothing but what is derived, and the record of the visit. A store that cannot be opened is a finding.
    """
    inspection = Inspection(folder or paths.home())
    try:
        return recorded(inspection, ask_all(inspection, progress, heard=heard))
    finally:
        inspection.close()


def look(folder: Path, *, progress: Progress | None = None) -> Report:
    """The same without a record of it: changes nothing but what is derived."""
    inspection = Inspection(folder)
    try:
        return ask_all(inspection, progress)
    finally:
        inspection.close()


def ask_all(
    inspection: Inspection,
    progress: Progress | None = None,
    checks: Sequence[Check] = CHECKS,
    heard: Heard = lambda result: None,
) -> Report:
    """Ask the checks, in order."""
    results: list[Result] = []
    whole = len(checks) * FINE
    for done, check in enumerate(checks):
        if progress:
            inspection.progress = _part_of(progress, done, whole)
            progress(done * FINE, whole)
        started = time.perf_counter()
        finding = ask(inspection, check, results)
        results.append(Result(check, finding, 1000 * (time.perf_counter() - started)))
        heard(results[-1])
    if progress:
        progress(whole, whole)
    return Report(inspection.now, tuple(results))


def _part_of(progress: Progress, done: int, all_checks: int) -> Progress:
    def inner(part: int, whole: int) -> None:
        progress(done * FINE + FINE * part // max(whole, 1), all_checks)

    return inner


def ask(inspection: Inspection, check: Check, before: Sequence[Result] = ()) -> Finding:
    """What one check finds; whatever goes wrong in it is a finding. before: what was found so far."""
    if check.need >= Need.FOLDER and not inspection.folder.is_dir():
        return skipped("there is no data folder")
    if check.need >= Need.STORE and check.id != "store" and not inspection.opens():
        return skipped("the store cannot be opened")
    if check.need is Need.SOUND and not _sound(before):
        return skipped("nothing is written to a damaged file")
    try:
        return check.ask(inspection)
    except Busy as error:
        return skipped(f"could not be checked: {error.message}", "`lore doctor` once more, later")
    except LoreError as error:
        return fail(error.message, error.hint)
    except Exception as error:  # noqa: BLE001 -- damage can surface anywhere; it is reported, and the others are asked
        reason = sanitise(one_line(f"{type(error).__name__}: {error}"))
        return fail(f"could not be checked: {reason}", "`lore backup list` shows the backups")


def _sound(results: Sequence[Result]) -> bool:
    return not any(result.check.id == "integrity" and result.finding.outcome is Outcome.FAIL for result in results)


def recorded(inspection: Inspection, report: Report) -> Report:
    """The report, once the log holds what changed since the last visit, and the figures of the day are kept."""
    if report.is_empty:
        return report
    if not inspection.opens() or not _sound(report.results):
        return _noted(report, "this run of `lore doctor` was not recorded: the store cannot be written to")
    try:
        before = last_known(inspection.store)
        wrong = wrong_after(report, before or {})
        figures = at_a_glance.measured(inspection.store)
        with inspection.store.write(ACTOR) as transaction:
            if wrong != before or inspection.run:
                counts = {outcome.value: report.count(outcome) for outcome in Outcome}
                subject = Subject(SubjectKind.DOCTOR, report.outcome.value)
                transaction.note(VISIT, subject, None, {**counts, **noted(wrong)})
            inspection.store.statistics.keep_figures(transaction, figures)
            if inspection.run:
                inspection.store.runs.finish(
                    transaction, inspection.run, {repaired.check: repaired.count for repaired in report.repairs}
                )
    except LoreError as error:
        return _noted(report, f"this run of `lore doctor` was not recorded: {error.message}")
    return report


def _noted(report: Report, note: str) -> Report:
    return replace(report, notes=(*report.notes, note))


def repair(
    folder: Path | None = None, *, only: Collection[str] | None = None, progress: Progress | None = None
) -> Report:
    """Look for what can be repaired, back up, repair; then ask every check: that is the report, with what was done.

    Facts are changed in one run, which `lore undo --run` takes back. What was damaged is not restored: a finding says
    which backup holds it. Without a backup nothing in the store is repaired. only: the ids of checks; nothing is
    repaired but what they find.
    """
    inspection = Inspection(folder or paths.home())
    try:
        first = ask_all(
            inspection, progress, [one for one in CHECKS if one.repair and (only is None or one.id in only)]
        )
        wrong = [result.check for result in first.wrong if result.finding.repairable]
        # A store that does not open is moved aside whole before anything else: that is its copy.
        mended = _mend(inspection, [one for one in wrong if one.id == "store"])
        others = [one for one in wrong if one.id != "store"]
        notes = _back_up(inspection) if others else ()
        mended += _mend(inspection, others)
        report = ask_all(inspection, progress)
        name = inspection.backup.name if inspection.backup else None
        return recorded(inspection, replace(report, repairs=mended, backup=name, run=inspection.run, notes=notes))
    finally:
        inspection.close()


def _back_up(inspection: Inspection) -> tuple[str, ...]:
    """Make the copy that repairs may rest on. Returns what the person should know where that cannot be."""
    try:
        inspection.backup = make_backup(inspection.store, "repair")
    except LoreError as error:
        return (f"nothing in the store was repaired, because there is no backup: {error.message}",)
    return ()


def _mend(inspection: Inspection, wrong: Sequence[Check]) -> tuple[Repaired, ...]:
    """Do each repair once, for the first check that calls for it."""
    mended: list[Repaired] = []
    done: set[Callable[[Inspection], int]] = set()
    for check in wrong:
        repair = check.repair
        if repair is None or repair.run in done or (repair.needs_backup and inspection.backup is None):
            continue
        done.add(repair.run)
        try:
            mended.append(Repaired(check.id, repair.does, repair.run(inspection)))
        except LoreError as error:
            mended.append(Repaired(check.id, repair.does, 0, error.message))
    return tuple(mended)
