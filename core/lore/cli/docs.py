"""`lore docs`: folders of documents, searched like everything else."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from lore import actions, clock, wire
from lore.actions import Synced, open_engine
from lore.cli import console, output
from lore.cli.migrate import show_migrated
from lore.cli.taking import takes
from lore.model import Chunk, Document, PassageType
from lore.text import shorten

SHOWN = 20
"""Files that are named of each kind."""


class _Docs(click.Group):
    """`update` means `sync`."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, "sync" if cmd_name == "update" else cmd_name)


@click.command("list")
@output.listing_options
def list_command(project: str | None, limit: int) -> None:
    """List the collections."""
    with open_engine() as engine:
        listed = actions.list_collections(engine, project=project, limit=limit)
    if output.printed(listed):
        return
    if not listed.held:
        console.note(f"no documents belong to `{project}`" if listed.others else _EMPTY)
    rows = []
    for held in listed.held:
        path = held.collection.path if held.there else f"{held.collection.path} (gone)"
        changed = clock.day(held.changed_at)
        rows.append((held.collection.name, f"{held.documents:,}", f"{held.parts:,}", changed, path))
    output.table(("name", "files", "parts", "changed", "folder"), rows, right=("files", "parts"))


docs = output.group_of(
    list_command,
    "docs",
    """Search folders of documents together with facts and sessions.

    Markdown is split at its headings, text into parts; of code, only declarations are read, never bodies.
    Files that git ignores are left out. `lore search` finds documents; agents are never given them.
    """,
    cls=_Docs,
)


@docs.command()
@takes(actions.add_documents, name="NAME")
@click.option("--code/--no-code", default=True, help="Whether to read code files, as outlines.  [default: code]")
@output.json_option
def add(path: Path, dry_run: bool, **given: Any) -> None:
    """Add a folder, or one file, to the search."""
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = actions.add_documents(engine, path, dry_run=dry_run, **given)
    for other in done.sharing:
        console.warn(f"`{other.name}` is `{other.path}`: what is in both collections is found twice")
    _show(done, dry_run=dry_run)
    if not output.as_json() and not dry_run:
        name = done.reports[0].collection.name
        console.undo_hint(engine, after=f"`lore docs sync {name}` re-reads changed files")


@docs.command("propose")
@takes(actions.propose_documents, limit="| At most this many.")
@output.json_option
def propose_command(name: str | None, limit: int, dry_run: bool) -> None:
    """Propose rules, decisions and statements about the system found in markdown files.

    No agent sees them until you approve them in `lore review` or the app.
    Running this again proposes what is new and what the limit left out.
    """
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = actions.propose_documents(engine, name, limit=limit, dry_run=dry_run)
    show_migrated(engine, done, dry_run=dry_run)


@docs.command()
@takes(actions.sync_documents)
@output.json_option
def sync(name: str | None, dry_run: bool) -> None:
    """Read changed files of one collection, or of all."""
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = actions.sync_documents(engine, name, dry_run=dry_run)
    if not done.reports and not done.failures:
        console.note(_EMPTY)
    _show(done, dry_run=dry_run)
    for failure in done.failures[1:]:
        console.warn(failure.message)
    if done.failures:
        raise done.failures[0]


@docs.command()
@takes(actions.remove_documents)
@output.json_option
def remove(name: str) -> None:
    """Remove a collection from every search. Its files are not touched."""
    with open_engine() as engine:
        done = actions.remove_documents(engine, name)
    if output.printed(done):
        return
    output.line(f"removed {done.collection.name}")
    console.note(
        "`lore undo` brings it back as it was"
        f" · `lore purge --source {output.short(done.collection.id)}` removes what was read for good"
    )


@docs.command()
@takes(actions.show_documents, name="PART|FILE")
@output.json_option
def show(name: str) -> None:
    """Show one part, such as k:12, or all parts of a file, given by its path or the end of the path."""
    with open_engine() as engine:
        shown = actions.show_documents(engine, name)
    if output.printed(shown):
        return
    for document, chunks in shown.documents:
        output.line(output.style(f"{shown.names[document.collection]}: {document.path}", bold=True))
        _show_parts(document, chunks, whole=PassageType.CHUNK.marks(name))


def _show(done: Synced, *, dry_run: bool) -> None:
    console.tell_unembedded(done.unembedded)
    if output.as_json():
        output.json_line(wire.synced(done, dry_run=dry_run))
        return
    for number in range(len(done.reports)):
        _show_report(done, number, named=dry_run)
    if dry_run:
        output.line("dry run: nothing written")


def _show_report(done: Synced, number: int, *, named: bool) -> None:
    report = done.reports[number]
    unchanged = f" ({report.unchanged:,} unchanged)" if report.unchanged else ""
    output.line(f"{output.style(report.collection.name, bold=True)}  {report.documents:,} files{unchanged}")
    for outcome, files in report.files.items():
        if files:
            output.line(f"{outcome:<10}{len(files):,}")
            for path in files[:SHOWN] if named else ():
                output.line(f"{'':<10}{path}")
            if named and len(files) > SHOWN:
                output.line(f"{'':<10}… and {len(files) - SHOWN:,} more")
    if report.parts:
        output.line(f"{'parts':<10}{report.parts:,}")
    for reason, count in report.left_out.items():
        output.line(f"{'left out':<10}{count:,} {reason}")
    if report.warnings:
        output.line(f"{'warnings':<10}{report.warnings:,}")


def _show_parts(document: Document, chunks: Sequence[Chunk], *, whole: bool) -> None:
    """Parts as they read, where they are whole; else one a line."""
    places = [f"line {one.first}" if one.first == one.last else f"lines {one.first}-{one.last}" for one in chunks]
    if whole:
        for chunk, place in zip(chunks, places, strict=True):
            output.lines(f"{chunk.heading}  ({place})\n\n{chunk.text}")
        return
    rows = [
        (PassageType.CHUNK.id_of(chunk.seq), place, shorten(chunk.heading, output.width() - 27))
        for chunk, place in zip(chunks, places, strict=True)
    ]
    output.table(("part", "place", "heading"), rows)


_EMPTY = "there are no documents yet: `lore docs add FOLDER` adds them"
