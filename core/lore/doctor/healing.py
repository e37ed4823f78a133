"""Repairing what can be repaired safely: after a backup, counted, and so that a second time finds nothing to do."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from lore import paths
from lore.doctor.check import Check, Mended, Report
from lore.doctor.patient import Patient
from lore.doctor.registry import CHECKS
from lore.doctor.visit import ask_all, recorded
from lore.errors import LoreError
from lore.index.catch_up import Progress
from lore.store.local.backup import make_backup


def heal(folder: Path | None = None, *, progress: Progress | None = None) -> Report:
    """Look for what can be repaired, back up, repair; then ask every check: that is the report, with what was done.

    Facts are changed in one run, which `lore undo --run` takes back. What was damaged is not restored: a finding says
    which backup holds it. Without a backup nothing in the store is repaired.
    """
    patient = Patient(folder or paths.home())
    try:
        first = ask_all(patient, progress, [check for check in CHECKS if check.repair])
        wrong = [one.check for one in first.wrong if one.finding.repairable]
        # A store that does not open is moved aside whole before anything else: that is its copy.
        mended = _mend(patient, [one for one in wrong if one.id == "store"])
        others = [one for one in wrong if one.id != "store"]
        notes = _back_up(patient) if others else ()
        mended += _mend(patient, others)
        report = ask_all(patient, progress)
        name = patient.backup.name if patient.backup else None
        return recorded(patient, replace(report, repairs=mended, backup=name, run=patient.run, notes=notes))
    finally:
        patient.close()


def _back_up(patient: Patient) -> tuple[str, ...]:
    """Make the copy that repairs may rest on. Returns what the person should know where that cannot be."""
    try:
        patient.backup = make_backup(patient.store, "repair")
    except LoreError as error:
        return (f"nothing in the store was repaired, because there is no backup: {error.message}",)
    return ()


def _mend(patient: Patient, wrong: Sequence[Check]) -> tuple[Mended, ...]:
    """Do each repair once, for the first check that calls for it."""
    mended: list[Mended] = []
    done: set[Callable[[Patient], int]] = set()
    for check in wrong:
        repair = check.repair
        if repair is None or repair.run in done or (repair.needs_backup and patient.backup is None):
            continue
        done.add(repair.run)
        try:
            mended.append(Mended(check.id, repair.does, repair.run(patient)))
        except LoreError as error:
            mended.append(Mended(check.id, repair.does, 0, error.message))
    return tuple(mended)
