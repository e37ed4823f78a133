"""The check of the backups: there is one, it is whole, and it is recent."""

from lore import clock
from lore.doctor.check import Finding, fail, ok, warn
from lore.doctor.inspection import Inspection
from lore.doctor.wording import age
from lore.errors import StoreError
from lore.store import backups, make_backup, verify

OLDEST_DAYS = 1.0
"""How much newer than the newest copy the last change may be. One is due after 30 minutes of writing, but it is made
when the program that writes is closed."""


def newest_copy(inspection: Inspection) -> Finding:
    """The newest backup passes its checksum, and holds all but the last day's work."""
    found = backups(inspection.folder)
    first, last = inspection.store.statistics.span()
    if not found:
        unsaved = clock.days_between(first or inspection.now, inspection.now)
        if unsaved < OLDEST_DAYS:
            return ok("none yet: the first one is made after 30 minutes of writing")
        return fail(f"{age(unsaved)} of work has no backup", "`lore backup`")
    try:
        verify(inspection.folder, found[0].name)
    except StoreError as error:
        return fail(error.message, "`lore backup`")
    behind = clock.days_between(found[0].at, last or found[0].at)
    if behind >= OLDEST_DAYS:
        return warn(f"the newest backup lacks the last {age(behind)} of work", "`lore backup`")
    return ok(f"{found[0].name} is intact, {len(found)} in all")


def copy(inspection: Inspection) -> int:
    """Make a copy, where the repairs did not make one already."""
    if inspection.backup is None:
        inspection.backup = make_backup(inspection.store, "repair")
    return 1
