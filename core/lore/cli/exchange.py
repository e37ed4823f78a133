"""`lore export` and `lore import`: facts as lines of JSON."""

from pathlib import Path
from typing import Any

import click

from lore import presence
from lore.actions import (
    Engine,
    Imported,
    Migrated,
    OnDrift,
    Publishing,
    back_up,
    backups_of,
    export as export_now,
    import_facts,
    newest_whole_backup,
    open_engine,
    plan_share,
    restore_store,
    share as share_now,
    take_shared,
    unshare,
)
from lore.cli import console, output
from lore.cli.publish import DONE
from lore.cli.taking import takes
from lore.errors import BadInput, LoreError, UsageError
from lore.text import counted, shorten


@click.command()
@takes(export_now, statuses="| Only these; default all.")
@click.option("--output", "target", type=click.Path(path_type=Path), help="Write to this file instead of stdout.")
def export(target: Path | None, **which: Any) -> None:
    """Print every fact as a line of JSON, with evidence, links, uses and history.

    Importing the lines into an empty store restores the same facts. Each line is sealed, so this installation
    recognises its own exports.
    """
    with open_engine() as engine:
        lines = export_now(engine, **which).lines
        if target is None:
            for line in lines:
                output.json_line(line)
        else:
            count = output.write_lines(target, lines)
            console.note(f"{counted(count, 'fact')} written to `{target}`")
    if console.tell_damage():
        raise click.exceptions.Exit(1)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@takes(import_facts, "file", "run")
@console.yes_option
@output.json_option
def import_command(files: tuple[Path, ...], scan: bool, trusted: bool, yes: bool) -> None:
    """Read facts from files of JSON lines: those of `lore export`, or `{"fact": …, "category": …}`.

    No agent sees imported facts until you approve them, except for unchanged lines that this installation exported.
    `lore undo` reverses the whole import.
    """
    person = presence.deciding("import lines as trusted", yes=yes) if trusted else None
    failed: list[LoreError] = []
    run: str | None = None
    with console.reporting() as reporter, open_engine(person=person, reporter=reporter) as engine:
        for path in files:
            try:
                done = import_facts(engine, path, trusted=trusted, scan=scan, run=run)
            except LoreError as error:
                console.show_error(error)
                failed.append(error)
                continue
            _report(done)
            run = done.summary.run
            if done.summary.all_refused:
                failed.append(BadInput(f"nothing came in from `{path}`: every line was refused"))
                console.show_error(failed[-1])
        if run and not output.as_json():
            console.undo_hint(engine, run)
    if failed:
        raise click.exceptions.Exit(max(error.exit_code for error in failed))


def _report(imported: Imported) -> None:
    done = imported.summary
    if not output.printed(imported):
        output.retired(imported.replaced, "retired")
        output.line(
            f"{imported.file}: {done.added} added, {done.reinforced} reinforced, {done.known} already known,"
            f" {done.rejected} invalid lines"
        )
    if done.approved:
        console.note(f"{done.approved} approved or pinned rules came in as they are: `lore facts --approved`")
    if done.not_approved:
        console.note(
            f"{done.not_approved} rules were not taken over as approved or pinned: this installation did not export"
            " them, or they were changed since. `lore facts --tainted` lists them, `lore propose ID` puts one into the"
            " review queue; if the lines are your own, `lore undo` and import them with `--trusted`"
        )


# `lore backup` and `lore restore-backup`


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


@click.command("restore-backup")
@click.argument("name", required=False)
@console.yes_option
def restore(name: str | None, yes: bool) -> None:
    """Go back to a backup: an older copy of the store. It is checked first; `lore undo` reverses the restore.

    A store that is damaged, or written by a newer Lore, is moved aside, never overwritten.
    """
    if name is None:
        newest = newest_whole_backup(Engine())
        hint = f"the newest whole one: `lore restore-backup {newest}`" if newest else "`lore backup list` shows them"
        raise UsageError("name the backup to go back to", hint=hint)
    person = presence.deciding("go back to a backup", yes=yes)
    with console.reporting() as reporter, Engine(person=person, reporter=reporter) as engine:
        done = restore_store(engine, name)
    output.line(f"restored {done.backup.name} · {counted(done.backup.facts, 'fact')}, as of {done.backup.at}")
    if done.before:
        console.note(f"`lore undo` goes back to the former store (kept as {done.before})")
    else:
        console.note(f"the former store is kept in `{done.aside}`" if done.aside else "there was no store to keep")


# `lore share`: your own layer and that of your organisation, carried by a folder of your choice


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--take", is_flag=True, help="Propose what others put there; do not write to the folder.")
@click.option("--remove", "take_out", is_flag=True, help="Remove your own files from the folder.")
@click.option("--overwrite", is_flag=True, help="Discard manual edits of your own files.")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@console.yes_option
@output.json_option
def share(folder: Path, take: bool, take_out: bool, overwrite: bool, dry_run: bool, yes: bool) -> None:
    """Write what you approved for yourself everywhere, and for your organisation, into FOLDER.

    Each layer gets a readable file named after this installation, so two people never write the same file. Lore does
    not run git: commit, push and pull as you like. With `--take`, what others put there is proposed to you; no agent
    sees it until you approve it, and Lore asks you about anything that contradicts your facts.
    """
    if take and (take_out or overwrite):
        raise console.usage_error("`--take` writes nothing into the folder", "leave the other option out")
    if take:
        with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
            taken = take_shared(engine, folder, dry_run=dry_run)
        _show_taken(taken, dry_run=dry_run)
        if taken.summary.run and not output.as_json():
            console.undo_hint(engine, taken.summary.run)
        return
    person = None if dry_run else presence.deciding("publish", yes=yes)
    with open_engine(person=person) as engine:
        on_drift = OnDrift.OVERWRITE if overwrite else OnDrift.ASK
        if person is None:
            done = plan_share(engine, folder)
        elif take_out:
            done = unshare(engine, folder, on_drift=on_drift)
        else:
            done = share_now(engine, folder, on_drift=on_drift)
    if output.printed(done):
        return
    _show(done, dry_run=dry_run)
    if done.plan.changes and not dry_run:
        console.undo_hint(engine)


def _show(done: Publishing, *, dry_run: bool) -> None:
    for target in done.plan.targets:
        if dry_run:
            output.lines("\n".join(target.diff()))
        elif target.before is not None or target.after is not None:
            output.line(f"{DONE[target.step]} {target.path}")
    if not done.plan.conventions and not done.plan.changes:
        console.note(
            "nothing is approved for you everywhere or for your organisation yet: `lore review rescope` moves one"
        )


def _show_taken(taken: Migrated, *, dry_run: bool) -> None:
    if output.printed(taken):
        return
    for one in taken.found:
        output.line(f"{one.action:<10} {shorten(one.fact.text, output.width() - 12)}")
    output.retired(taken.replaced, "retired")
    summary = taken.summary
    again = f"{summary.known + summary.reinforced:,} known already"
    output.line(f"{counted(summary.added, 'new statement')} of others, {again}{' (dry run)' if dry_run else ''}")
    if summary.proposed:
        output.line(f"{counted(summary.proposed, 'proposal')} wait for you: `lore review`")
