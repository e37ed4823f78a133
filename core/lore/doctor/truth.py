"""Checks of the database itself: that it opens, and that it holds what was written to it."""

from lore import paths
from lore.doctor.check import Finding, fail, ok, warn
from lore.doctor.patient import Patient
from lore.doctor.wording import count, named, size
from lore.errors import Damaged, ForeignSchema, NewerSchema, StoreError
from lore.store.local import revive
from lore.store.local.backup import Backup, newest_whole
from lore.store.local.health import copies_of
from lore.store.local.spool import SET_ASIDE, Spool
from lore.store.migrations import SCHEMA_VERSION

SPOOLED = 100
"""Recalls that may wait: while several programs write some always do, and the next writer takes them over."""
LONGEST_LOG_BYTES = 32_000_000
"""The log is emptied at 16 MB; twice as much means that somebody keeps it from being emptied."""


def spool(patient: Patient) -> Finding:
    """No line that could not be written in time still waits."""
    spooled = Spool(patient.folder)
    odd = len(spooled.set_aside())
    if odd:
        file = paths.spool_folder(patient.folder) / SET_ASIDE
        return warn(f"{count(odd, 'line')} that Lore did not write: `{file}`", "`lore doctor --fix` removes them")
    lines = sum(path.read_bytes().count(b"\n{") for path in spooled.waiting())
    if lines > SPOOLED:
        return warn(f"{count(lines, 'recall')} waited for a writer to be recorded", "`lore doctor --fix`")
    return ok(f"{count(lines, 'recall')} to be recorded by the next writer" if lines else "no line waits")


def drain(patient: Patient) -> int:
    """Take the waiting lines over, and remove those that cannot be read. Returns their number."""
    return patient.store.drain_spool() + Spool(patient.folder).forget_set_aside()


def opens(patient: Patient) -> Finding:
    """The store can be opened by this Lore."""
    try:
        facts = sum(patient.store.census.facts_by("status", active=False).values())
    except NewerSchema:
        raise
    except ForeignSchema as error:
        return fail(error.message, "`lore doctor --fix`")
    except StoreError as error:
        way = _way_back(patient) if isinstance(error, Damaged) else error.hint
        return fail(error.message, way, repairable=False)
    return ok(f"schema {SCHEMA_VERSION}, {count(facts, 'fact')}")


def keep_rows(patient: Patient) -> int:
    """Move a store that holds more than Lore makes aside, and take its rows over. Returns 1."""
    revive.keep_rows(patient.folder)
    patient.reopen()
    return 1


def journal(patient: Patient) -> Finding:
    """SQLite has the fix for the bug that damages a write-ahead log, or does without one."""
    found = patient.store.health.journal()
    if found.safe_with_wal:
        return ok(f"{found.driver}, {found.mode} journal")
    if found.mode == "wal":
        return fail(
            f"{found.driver} can damage a store with a write-ahead log", "close other programs, then any `lore`"
        )
    return warn(f"{found.driver} cannot keep a write-ahead log safely: writers wait longer", "`pip install pysqlite3`")


def schema(patient: Patient) -> Finding:
    """Every table and index is as the migrations make it."""
    different = patient.store.health.schema_differences()
    if different:
        return fail(f"missing or changed: {named(different)}", _way_back(patient))
    return ok("as the migrations make it")


def integrity(patient: Patient) -> Finding:
    """The pages, indexes and constraints of the file are whole."""
    try:
        problems = patient.store.health.integrity()
    except StoreError as error:
        return fail(error.message, _way_back(patient))
    if problems:
        return fail(f"the file is damaged: {problems[0].splitlines()[-1]}", _way_back(patient))
    return ok("every page is whole")


def rows(patient: Patient) -> Finding:
    """Every recorded row holds what was written."""
    damaged = patient.store.health.damaged_rows(patient.progress)
    if not damaged:
        return ok("every row has the hash of what it holds")
    copies = copies_of(patient.folder, damaged)
    told = named([f"{row.table} `{row.key}` ({_kept_in(copies.get(row))})" for row in damaged])
    newest = copies.get(damaged[0])
    way = f"`lore restore-backup {newest.name}`" if newest else f"`lore history {damaged[0].key}` shows what it was"
    return fail(f"{count(len(damaged), 'row')} changed behind our back: {told}", way)


def history(patient: Patient) -> Finding:
    """Every recorded row is as the log says that it was left."""
    wrong = patient.store.health.unlogged_rows()
    if wrong:
        told = f"{count(len(wrong), 'row')} not as the last change left them: {named([f'`{name}`' for name in wrong])}"
        return fail(told, f"`lore history {wrong[0].split()[-1]}` shows what it was")
    return ok("every row is as its last change left it")


def _kept_in(backup: Backup | None) -> str:
    return f"whole in {backup.name}" if backup else "in no backup"


def references(patient: Patient) -> Finding:
    """No row names a row that is not there."""
    broken = patient.store.health.references()
    if broken:
        told = ", ".join(f"{rows:,} in {table}" for table, rows in broken.items())
        return fail(f"rows that name what is gone: {told}", _way_back(patient))
    return ok("every row that is named is there")


def log_size(patient: Patient) -> Finding:
    """The write-ahead log is emptied now and then."""
    database = paths.database(patient.folder)
    log = database.with_name(f"{database.name}-wal")
    used = log.stat().st_size if log.exists() else 0
    if used > LONGEST_LOG_BYTES:
        return warn(f"{size(used)}: a program that reads keeps it from being emptied", "`lore doctor --fix`")
    return ok(size(used))


def empty_log(patient: Patient) -> int:
    """Move the log into the store. Returns 1, or 0 while another program reads it."""
    return int(patient.store.health.checkpoint())


def _way_back(patient: Patient) -> str:
    newest = newest_whole(patient.folder)
    if newest:
        return f"`lore restore-backup {newest.name}`"
    if patient.opens():
        return "`lore export` saves what can still be read"
    return f"no backup is whole: keep `{paths.database(patient.folder)}`, and move it away to begin anew"
