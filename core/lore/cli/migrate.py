"""`lore migrate-from`: take over what another tool remembers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from lore.actions import Engine, Migrated, memory_sources, migrate_from as migrate_now, open_engine
from lore.cli import console, output
from lore.cli.taking import takes
from lore.text import shorten

SOURCES = {source.name: source.expects for source in memory_sources()}


@click.command("migrate-from", epilog="\n\n".join(f"{name}: {expects}." for name, expects in SOURCES.items()))
@click.argument("name", type=click.Choice(list(SOURCES)))
@takes(migrate_now, "name")
@output.json_option
def migrate_from(name: str, path: Path, dry_run: bool, **options: Any) -> None:
    """Import the memories of another tool at PATH; its own files are only read.

    No agent sees imported memories until you approve them: `--propose` adds them to the queue of `lore review`.
    Running this again adds only what is new; `lore undo --run ID` reverses it.
    """
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = migrate_now(engine, name, path, dry_run=dry_run, **options)
    show_migrated(engine, done, dry_run=dry_run)


def show_migrated(engine: Engine, done: Migrated, *, dry_run: bool) -> None:
    """Print what came in, or would, and how it is taken back."""
    if output.printed(done):
        return
    for taken in done.found:
        kind = output.style(f"{taken.fact.kind.value:<11}", fg="cyan")
        output.line(f"{taken.action:<10} {kind} {shorten(taken.fact.text, output.width() - 24)}")
    for reason, text in done.summary.left_out if dry_run else ():
        output.line(f"{'left out':<10} {shorten(text, output.width() - 14 - len(reason))}: {reason}")
    output.retired(done.replaced, "retired")
    _show(done, dry_run=dry_run)
    if done.summary.run:
        console.undo_hint(engine, done.summary.run)


def _show(done: Migrated, *, dry_run: bool) -> None:
    summary = done.summary
    output.line(f"{'facts':<11}{summary.added:,} new{_listed(summary.kinds)}")
    if summary.reinforced:
        output.line(f"{'again':<11}{summary.reinforced:,} already known")
    output.line(f"{'known':<11}{summary.known:,} already imported")
    if summary.skipped:
        output.line(f"{'left out':<11}{sum(summary.skipped.values()):,}{_listed(summary.skipped)}")
    if summary.unreadable:
        output.line(f"{'unreadable':<11}{summary.unreadable:,}")
    if summary.proposed:
        output.line(f"{'proposed':<11}{summary.proposed:,}; `lore review` decides on them")
    if not summary.is_whole:
        output.line(f"{'more':<11}is left: run it again once you have decided on these")
    if dry_run:
        output.line("dry run: nothing written")


def _listed(counts: Mapping[str, int]) -> str:
    parts = ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items(), key=lambda one: -one[1]))
    return f" ({parts})" if parts else ""
