"""One visit of the doctor: every check is asked, whatever the others found, and the visit is recorded."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from lore import paths
from lore.doctor import daily_figures, spells
from lore.doctor.check import Check, Finding, Need, Outcome, Report, Result, fail, skipped
from lore.doctor.inspection import ACTOR, Inspection
from lore.doctor.registry import CHECKS
from lore.errors import Busy, LoreError
from lore.intake import sanitise
from lore.model import Subject, SubjectKind
from lore.progress import Progress
from lore.text import one_line

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
        before = spells.last_known(inspection.store)
        wrong = spells.wrong_after(report, before or {})
        figures = daily_figures.measured(inspection.store)
        with inspection.store.write(ACTOR) as transaction:
            if wrong != before or inspection.run:
                counts = {outcome.value: report.count(outcome) for outcome in Outcome}
                subject = Subject(SubjectKind.DOCTOR, report.outcome.value)
                transaction.note(spells.VISIT, subject, None, {**counts, **spells.noted(wrong)})
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
