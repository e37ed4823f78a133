"""`lore migrate-from`: take over what another tool remembers."""

from collections.abc import Mapping
from pathlib import Path

import click

from lore.cli import console, output
from lore.cli.arguments import PROJECT
from lore.cli.retired import retired_by, tell_retired
from lore.cli.scanning import scan_option, scanners
from lore.cli.short_ids import short
from lore.migrate import SOURCES, MigrationSummary, Options, Taken, Watcher, migrate as run_migration, source_named
from lore.paths import expanded
from lore.store import open_store
from lore.text import shorten

NAMES = [source.name for source in SOURCES]


@click.command("migrate-from", epilog="\n\n".join(f"{source.name}: {source.expects}." for source in SOURCES))
@click.argument("name", type=click.Choice(NAMES))
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--project", type=PROJECT, help="The project it all belongs to, instead of the one the source names.")
@click.option("--propose", is_flag=True, help="Put what comes in into the review queue.")
@scan_option
@click.option("--dry-run", is_flag=True, help="Show what would be stored; write nothing.")
@output.json_option
def migrate_from(
    name: str, path: Path, project: str | None, propose: bool, scan: bool, dry_run: bool, as_json: bool
) -> None:
    """Take over what another tool remembers at PATH; its own files are only read.

    No agent sees what comes in before you approved it: `--propose` puts it into the queue, and `lore review --edit`
    decides on all of it in your editor. Running this again adds only what is new; `lore undo --run ID` takes it back.
    """
    shown: list[Taken] = []

    def taken(one: Taken) -> None:
        if dry_run and one.action != "known":
            shown.append(one)

    with open_store() as store:
        watcher = Watcher(console.warn, taken)
        options = Options(project, propose, scanners(scan))
        summary = run_migration(store, source_named(name), expanded(path), options, watcher, dry_run=dry_run)
        retired = retired_by(store, summary.run)
    if as_json:
        seen = {"found": [_as_json(one) for one in shown]} if shown else {}
        output.json_line({**output.fields_of(summary), "replaced": [fact.id for fact in retired], **seen})
        return
    for one in shown:
        kind = output.style(f"{one.fact.kind.value:<11}", fg="cyan")
        output.line(f"{one.action:<10} {kind} {shorten(one.fact.text, output.width() - 24)}")
    tell_retired(retired, "retired")
    _show(summary, dry_run=dry_run)


def _show(summary: MigrationSummary, *, dry_run: bool) -> None:
    output.line(f"{'facts':<11}{summary.added:,} new{_listed(summary.kinds)}")
    if summary.reinforced:
        output.line(f"{'again':<11}{summary.reinforced:,} say what is known already")
    output.line(f"{'known':<11}{summary.known:,} taken over before")
    if summary.skipped:
        output.line(f"{'left out':<11}{sum(summary.skipped.values()):,}{_listed(summary.skipped)}")
    if summary.unreadable:
        output.line(f"{'unreadable':<11}{summary.unreadable:,}")
    if summary.proposed:
        output.line(f"{'proposed':<11}{summary.proposed:,}; `lore review --edit` decides on all of them")
    if dry_run:
        output.line("nothing was written")
    elif summary.run:
        output.line(f"undo with `lore undo --run {short(summary.run)}`")


def _listed(counts: Mapping[str, int]) -> str:
    parts = ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items(), key=lambda one: -one[1]))
    return f" ({parts})" if parts else ""


def _as_json(one: Taken) -> dict[str, object]:
    return {
        "action": one.action,
        "kind": one.fact.kind.value,
        "text": one.fact.text,
        "layer": one.fact.layer.value,
        "project": one.fact.project,
        "session": one.evidence.session,
        "source_id": one.evidence.source_id,
        "quote": one.evidence.quote,
    }
