"""`lore share`: your own layer and that of your organisation, carried by a folder of your choice."""

from pathlib import Path

import click

from lore import presence
from lore.actions import (
    Migrated,
    OnDrift,
    Publishing,
    open_engine,
    plan_share,
    share as share_now,
    take_shared,
    unshare,
)
from lore.cli import console, output
from lore.cli.deciding import yes_option
from lore.cli.publish import DONE
from lore.cli.reporting import reporting
from lore.cli.retired import tell_retired
from lore.text import counted, shorten


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--take", is_flag=True, help="Propose what others put there; do not write to the folder.")
@click.option("--remove", "take_out", is_flag=True, help="Remove your own files from the folder.")
@click.option("--overwrite", is_flag=True, help="Discard manual edits of your own files.")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@yes_option
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
        with reporting() as reporter, open_engine(reporter=reporter) as engine:
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
    tell_retired(taken.replaced, "retired")
    summary = taken.summary
    again = f"{summary.known + summary.reinforced:,} known already"
    output.line(f"{counted(summary.added, 'new statement')} of others, {again}{' (dry run)' if dry_run else ''}")
    if summary.proposed:
        output.line(f"{counted(summary.proposed, 'proposal')} wait for you: `lore review`")
