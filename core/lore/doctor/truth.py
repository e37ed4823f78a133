"""Checks of the database itself: that it opens, and that it holds what was written to it."""

from lore import clock, paths
from lore.doctor.check import Finding, Inspection, age, fail, named, ok, warn
from lore.errors import Damaged, ForeignSchema, NewerSchema, StoreError
from lore.store import (
    SCHEMA_VERSION,
    SET_ASIDE,
    Backup,
    Spool,
    backups,
    copies_of,
    keep_rows as rows_kept,
    make_backup,
    newest_whole,
    verify,
)
from lore.text import counted

SPOOLED = 100
"""Recalls that may wait: while several programs write some always do, and the next writer takes them over."""


def spool(inspection: Inspection) -> Finding:
    """No line that could not be written in time still waits."""
    spooled = Spool(inspection.folder)
    odd = len(spooled.set_aside())
    if odd:
        file = paths.spool_folder(inspection.folder) / SET_ASIDE
        return warn(f"{counted(odd, 'line')} that Lore did not write: `{file}`", "`lore doctor --fix` removes them")
    lines = sum(path.read_bytes().count(b"\n{") for path in spooled.waiting())
    if lines > SPOOLED:
        return warn(f"{counted(lines, 'recall')} not recorded yet", "`lore doctor --fix`")
    return ok(f"{counted(lines, 'recall')} that the next write records" if lines else "empty")


def drain(inspection: Inspection) -> int:
    """Take the waiting lines over, and remove those that cannot be read. Returns their number."""
    return inspection.store.drain_spool() + Spool(inspection.folder).forget_set_aside()


def opens(inspection: Inspection) -> Finding:
    """The store can be opened by this Lore."""
    try:
        facts = sum(inspection.store.statistics.facts_by("status", active=False).values())
    except NewerSchema:
        raise
    except ForeignSchema as error:
        return fail(error.message, "`lore doctor --fix`")
    except StoreError as error:
        way = _way_back(inspection) if isinstance(error, Damaged) else error.hint
        return fail(error.message, way, repairable=False)
    return ok(f"schema {SCHEMA_VERSION}, {counted(facts, 'fact')}")


def keep_rows(inspection: Inspection) -> int:
    """Move a store that holds more than Lore makes aside, and take its rows over. Returns 1."""
    rows_kept(inspection.folder)
    inspection.reopen()
    return 1


def journal(inspection: Inspection) -> Finding:
    """SQLite has the fix for the bug that damages a write-ahead log, or does without one."""
    found = inspection.store.health.journal()
    if found.safe_with_wal:
        return ok(f"{found.driver}, {found.mode} journal")
    if found.mode == "wal":
        return fail(
            f"{found.driver} can damage a store with a write-ahead log",
            "close other programs, then any `lore`",
            repairable=False,
        )
    return warn(
        f"{found.driver} cannot keep a write-ahead log safely: writers wait longer",
        "`pip install pysqlite3`",
        repairable=False,
    )


def schema(inspection: Inspection) -> Finding:
    """Every table and index is as the migrations make it."""
    different = inspection.store.health.schema_differences()
    if different:
        return fail(f"missing or changed: {named(different)}", _way_back(inspection))
    return ok("matches the migrations")


def integrity(inspection: Inspection) -> Finding:
    """The pages, indexes and constraints of the file are whole."""
    try:
        problems = inspection.store.health.integrity()
    except StoreError as error:
        return fail(error.message, _way_back(inspection))
    if problems:
        return fail(f"the file is damaged: {problems[0].splitlines()[-1]}", _way_back(inspection))
    return ok("every page is intact")


def rows(inspection: Inspection) -> Finding:
    """Every recorded row holds what was written."""
    damaged = inspection.store.health.damaged_rows(inspection.progress)
    if not damaged:
        return ok("every row matches its hash")
    copies = copies_of(inspection.folder, damaged)
    told = named([f"{row.table} `{row.key}` ({_kept_in(copies.get(row))})" for row in damaged])
    newest = copies.get(damaged[0])
    way = f"`lore restore-backup {newest.name}`" if newest else f"`lore history {damaged[0].key}` shows what it was"
    return fail(f"{counted(len(damaged), 'row')} changed outside Lore: {told}", way)


def history(inspection: Inspection) -> Finding:
    """Every recorded row matches the log."""
    wrong = inspection.store.health.unlogged_rows()
    if wrong:
        told = (
            f"{counted(len(wrong), 'row')} not as the last change left them: {named([f'`{name}`' for name in wrong])}"
        )
        return fail(told, f"`lore history {wrong[0].split()[-1]}` shows what it was")
    return ok("every row matches its last change in the log")


def _kept_in(backup: Backup | None) -> str:
    return f"whole in {backup.name}" if backup else "in no backup"


def references(inspection: Inspection) -> Finding:
    """No row names a row that is not there."""
    broken = inspection.store.health.references()
    if broken:
        told = ", ".join(f"{rows:,} in {table}" for table, rows in broken.items())
        return fail(f"rows with broken references: {told}", _way_back(inspection))
    return ok("all references between rows resolve")


def _way_back(inspection: Inspection) -> str:
    newest = newest_whole(inspection.folder)
    if newest:
        return f"`lore restore-backup {newest.name}`"
    if inspection.opens():
        return "`lore export` saves what can still be read"
    return f"no backup is whole: keep `{paths.database(inspection.folder)}`, and move it away to begin anew"


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
