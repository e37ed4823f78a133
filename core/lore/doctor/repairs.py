"""Repairing what can be repaired safely: after a backup, counted, and so that a second time finds nothing to do."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

from lore import paths
from lore.doctor.check import Check, Repaired, Report
from lore.doctor.inspection import Inspection
from lore.doctor.registry import CHECKS
from lore.doctor.run import ask_all, recorded
from lore.errors import LoreError
from lore.progress import Progress
from lore.store import make_backup


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
