"""`lore consolidate`: from episodes to knowledge to candidates."""

import click

from lore.actions import Consolidated, Engine, consolidate as consolidate_now, consolidate_quietly, open_engine
from lore.cli import console, output
from lore.cli.reporting import reporting
from lore.cli.retired import tell_retired
from lore.cli.short_ids import short

SHOWN = 20


@click.command()
@click.option("--dry-run", is_flag=True, help="Show what would change; write nothing.")
@click.option("--quietly", is_flag=True, hidden=True, help="Only where it is due, and give way: for the background.")
@output.json_option
def consolidate(dry_run: bool, quietly: bool) -> None:
    """Tidy the memory: merge duplicates, settle contradictions, build knowledge, propose conventions.

    Nothing is deleted, and nothing is decided for you. Repeating it changes nothing.
    """
    if quietly:
        with open_engine() as engine:
            consolidate_quietly(engine)
        return
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = consolidate_now(engine, dry_run=dry_run)
    for note in done.report.notes:
        console.warn(note)
    if output.printed(done):
        return
    _show(done, engine)
    if not dry_run:
        tell_retired(done.replaced)


def _show(done: Consolidated, engine: Engine) -> None:
    report = done.report
    for step in done.steps:
        output.line(f"{step.name:<11}{report.counts[step.name]:>6,}  {step.sentence}")
        of_step = [applied for applied in report.applied if applied.step == step.name]
        for one in of_step[:SHOWN] if done.dry_run else ():
            output.line(f"{'':<17}  {short(one.fact)}  {one.says}")
        if done.dry_run and len(of_step) > SHOWN:
            output.line(f"{'':<17}  and {report.counts[step.name] - SHOWN} more")
    if done.dry_run:
        console.note("dry run: nothing written")
    else:
        console.undo_hint(engine, report.run)
    if report.waiting:
        waits = "1 candidate waits" if report.waiting == 1 else f"{report.waiting} candidates wait"
        console.note(f"{waits} for you: `lore review`")
