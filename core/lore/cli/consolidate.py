"""`lore consolidate`: from episodes to knowledge to candidates."""

import click

from lore.cli import console, output
from lore.cli.retired import tell_retired
from lore.cli.short_ids import short
from lore.consolidate import STEPS, Report, consolidate as consolidate_now, rehearse
from lore.embedding import bundled_embedder
from lore.store import open_store

SHOWN = 20


@click.command()
@click.option("--dry-run", is_flag=True, help="Show what would change; write nothing.")
@output.json_option
def consolidate(dry_run: bool, as_json: bool) -> None:
    """Bring the memory in order: merge, settle contradictions, build knowledge, propose conventions.

    Nothing is deleted, and nothing is decided for you. Doing it twice changes nothing.
    """
    with open_store() as store:
        embedder = bundled_embedder(store.folder)
        work = rehearse if dry_run else consolidate_now
        with console.progress("consolidating") as progress:
            report = work(store, embedder, progress=progress)
        retired = store.facts.many([one.retired for one in report.made if one.retired])
    for note in report.notes:
        console.warn(note)
    if as_json:
        output.json_line({**_as_json(report, dry_run), "replaced": [fact.id for fact in retired]})
    else:
        _show(report, dry_run)
        if not dry_run:
            tell_retired(retired)


def _show(report: Report, dry_run: bool) -> None:
    for step in STEPS:
        output.line(f"{step.name:<11}{report.counts[step.name]:>6,}  {step.help}")
        made = [one for one in report.made if one.step == step.name]
        for one in made[:SHOWN] if dry_run else ():
            output.line(f"{'':<17}  {short(one.fact)}  {one.says}")
        if dry_run and len(made) > SHOWN:
            output.line(f"{'':<17}  and {report.counts[step.name] - SHOWN} more")
    if dry_run:
        console.note("nothing was written")
    elif any(report.counts.values()):
        console.note(f"undo: `lore undo --run {short(report.run)}`")
    if report.waiting:
        waits = "1 candidate waits" if report.waiting == 1 else f"{report.waiting} candidates wait"
        console.note(f"{waits} for you: `lore review`")


def _as_json(report: Report, dry_run: bool) -> dict[str, object]:
    return {
        "run": None if dry_run else report.run,
        "dry_run": dry_run,
        "counts": report.counts,
        "changes": [output.fields_of(one) for one in report.made],
        "notes": list(report.notes),
        "waiting": report.waiting,
    }
