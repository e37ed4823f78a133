"""`lore backup` and `lore restore-backup`."""

import click

from lore import presence
from lore.actions import Engine, back_up, backups_of, newest_whole_backup, open_engine, restore_store, store_place
from lore.cli import console, output
from lore.cli.deciding import yes_option
from lore.cli.reporting import reporting
from lore.errors import UsageError
from lore.text import counted


@click.group(invoke_without_command=True)
@click.pass_context
def backup(context: click.Context) -> None:
    """Back up the store now; the copy is checked and only you can read it. `lore backup list` shows all backups.

    Backups are also made before imports, purges, repairs and migrations, and every 30 minutes while you write. All
    backups of the last day are kept, then one a day for a week, then one a week for four weeks; `lore config list
    backup` shows what you can change.
    """
    if context.invoked_subcommand is None:
        with open_engine() as engine:
            made = back_up(engine).backup
        output.line(f"{made.name} · {counted(made.facts, 'fact')} · {made.size / 1e6:.1f} MB")
        console.note(f"`lore restore-backup {made.name}` goes back to it")


@backup.command("list")
@output.json_option
def list_backups() -> None:
    """List backups, newest first. Works even if the store is damaged or gone."""
    backups = backups_of(Engine())
    if output.printed(backups):
        return
    rows = [(one.at, f"{one.facts:,}", f"{one.size / 1e6:.1f}", one.reason, one.name) for one in backups.backups]
    output.table(("made", "facts", "MB", "because of", "name"), rows, right=("facts", "MB"))
    if not backups.backups:
        console.note("no backups yet: `lore backup` makes one")


@backup.command("path")
def backup_path() -> None:
    """Print the path of the backups."""
    output.line(str(store_place(Engine()).backups))


@click.command("restore-backup")
@click.argument("name", required=False)
@yes_option
def restore(name: str | None, yes: bool) -> None:
    """Go back to a backup: an older copy of the store. It is checked first; `lore undo` reverses the restore.

    A store that is damaged, or written by a newer Lore, is moved aside, never overwritten.
    """
    if name is None:
        newest = newest_whole_backup(Engine())
        hint = f"the newest whole one: `lore restore-backup {newest}`" if newest else "`lore backup list` shows them"
        raise UsageError("name the backup to go back to", hint=hint)
    person = presence.deciding("go back to a backup", yes=yes)
    with reporting() as reporter, Engine(person=person, reporter=reporter) as engine:
        done = restore_store(engine, name)
    output.line(f"restored {done.backup.name} · {counted(done.backup.facts, 'fact')}, as of {done.backup.at}")
    if done.before:
        console.note(f"`lore undo` goes back to the former store (kept as {done.before})")
    else:
        console.note(f"the former store is kept in `{done.aside}`" if done.aside else "there was no store to keep")
