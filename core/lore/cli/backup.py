"""`lore backup` and `lore restore-backup`."""

import click

from lore import paths, presence
from lore.cli import console, output
from lore.cli.deciding import yes_option
from lore.errors import Damaged, NewerSchema, UsageError
from lore.store import Backup, backups, make_backup, newest_whole, open_store, restore_backup, restore_beside


@click.group(invoke_without_command=True)
@click.pass_context
def backup(context: click.Context) -> None:
    """Copy the store now, checked and readable by you alone; `lore backup list` shows the copies.

    Copies are also made before imports, purges, repairs and migrations, and every 30 minutes in which something was
    written. All of a day are kept, then one a day for a week, then one a week for four weeks; `lore config list backup`
    shows what you can change.
    """
    if context.invoked_subcommand is None:
        with open_store() as store:
            made = make_backup(store, "asked")
        output.line(f"{made.name} · {made.facts} facts · {made.size / 1e6:.1f} MB")
        console.note(f"`lore restore-backup {made.name}` goes back to it")


@backup.command("list")
@output.json_option
def list_backups(as_json: bool) -> None:
    """Show the copies, newest first. Works without the store, which may be damaged or gone."""
    found = backups(paths.home())
    if as_json:
        output.json_line({"backups": [output.fields_of(item) for item in found]})
        return
    for item in found:
        output.line(_row(item))
    if not found:
        console.note("no backups yet: `lore backup` makes one")


@backup.command("path")
def backup_path() -> None:
    """Print the folder of the copies."""
    output.line(str(paths.backup_folder(paths.home())))


@click.command("restore-backup")
@click.argument("name", required=False)
@yes_option
def restore(name: str | None, yes: bool) -> None:
    """Go back to a copy of the store. The copy is checked first; `lore undo` brings back what was.

    A store that is damaged, or of a newer Lore, is moved aside, never overwritten.
    """
    if name is None:
        newest = newest_whole(paths.home())
        hint = (
            f"the newest whole one: `lore restore-backup {newest.name}`" if newest else "`lore backup list` shows them"
        )
        raise UsageError("name the backup to go back to", hint=hint)
    person = presence.deciding("go back to a backup", yes=yes)
    try:
        with open_store() as store:
            chosen, before = restore_backup(store, name, by=person)
    except (Damaged, NewerSchema) as error:
        console.warn(error.message)
        chosen, aside = restore_beside(paths.home(), name)
        note = f"what was there is kept in `{aside}`" if aside else "there was no store to keep"
    else:
        note = f"`lore undo` brings back what was (kept as {before.name})"
    output.line(f"restored {chosen.name} · {chosen.facts} facts, as of {chosen.at}")
    console.note(note)


def _row(item: Backup) -> str:
    return f"{item.at}  {item.facts:>8} facts  {item.size / 1e6:>8.1f} MB  {item.reason:<9} {item.name}"
