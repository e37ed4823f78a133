"""`lore docs`: folders of documents, searched like everything else."""

from collections.abc import Sequence
from pathlib import Path

import click

from lore import clock, wire
from lore.actions import (
    PROPOSED,
    Synced,
    add_documents,
    list_collections,
    open_engine,
    propose_documents,
    remove_documents,
    search_documents,
    show_documents,
    sync_documents,
)
from lore.cli import console, output
from lore.cli.arguments import TextCommand, default_of
from lore.cli.migrate import show_migrated
from lore.cli.reporting import reporting, tell_unembedded
from lore.cli.search import show_answer
from lore.cli.short_ids import short
from lore.config import SEARCH_LIMIT
from lore.model import Chunk, Document, PassageType
from lore.text import shorten

SHOWN = 20
"""Files that are named of each kind."""


class _Docs(click.Group):
    """`update` means `sync`."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, "sync" if cmd_name == "update" else cmd_name)


@click.group(cls=_Docs, invoke_without_command=True)
@output.plain_listing_options
@click.pass_context
def docs(context: click.Context, as_json: bool, limit: int, project: str | None) -> None:
    """Search folders of documents together with facts and sessions.

    Markdown is split at its headings, text into parts; of code, only declarations are read, never bodies.
    Files that git ignores are left out. `lore search` finds documents; agents are never given them.
    """
    if context.invoked_subcommand is None:
        _list(as_json, limit, project)


@docs.command("list")
@output.plain_listing_options
def list_command(as_json: bool, limit: int, project: str | None) -> None:
    """List the collections."""
    _list(as_json, limit, project)


@docs.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--name", metavar="NAME", help="What to call it; default: the folder's name.")
@click.option("--project", metavar="KEY", help="The project it belongs to, instead of the folder's own.")
@click.option("--code/--no-code", default=True, help="Whether to read code files, as outlines.  [default: code]")
@click.option("--dry-run", is_flag=True, help="Show what would be read; write nothing.")
@output.json_option
def add(path: Path, name: str | None, project: str | None, code: bool, dry_run: bool, as_json: bool) -> None:
    """Add a folder, or one file, to the search."""
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = add_documents(engine, path, name=name, project=project, code=code, dry_run=dry_run)
    for other in done.sharing:
        console.warn(f"`{other.name}` is `{other.path}`: what is in both collections is found twice")
    _show(done, as_json, dry_run=dry_run)
    if not as_json and not dry_run:
        name = done.reports[0].collection.name
        console.undo_hint(engine, after=f"`lore docs sync {name}` re-reads changed files")


@docs.command("propose")
@click.argument("name", required=False)
@click.option("--limit", type=click.IntRange(min=1), default=PROPOSED, show_default=True, help="At most this many.")
@click.option("--dry-run", is_flag=True, help="Show what would be proposed; write nothing.")
@output.json_option
def propose_command(name: str | None, limit: int, dry_run: bool, as_json: bool) -> None:
    """Propose rules, decisions and statements about the system found in markdown files.

    No agent sees them until you approve them; `lore review --edit` lets you decide on all of them in your editor.
    Running this again proposes what is new and what the limit left out.
    """
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = propose_documents(engine, name, limit=limit, dry_run=dry_run)
    show_migrated(engine, done, as_json=as_json, dry_run=dry_run)


@docs.command()
@click.argument("name", required=False)
@click.option("--dry-run", is_flag=True, help="Show what would be read; write nothing.")
@output.json_option
def sync(name: str | None, dry_run: bool, as_json: bool) -> None:
    """Read changed files of one collection, or of all."""
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = sync_documents(engine, name, dry_run=dry_run)
    if not done.reports and not done.failures:
        console.note(_EMPTY)
    _show(done, as_json, dry_run=dry_run)
    for failure in done.failures[1:]:
        console.warn(failure.message)
    if done.failures:
        raise done.failures[0]


@docs.command()
@click.argument("name")
@output.json_option
def remove(name: str, as_json: bool) -> None:
    """Remove a collection from every search. Its files are not touched."""
    with open_engine() as engine:
        done = remove_documents(engine, name)
    if as_json:
        output.json_line(wire.of(done))
        return
    output.line(f"removed {done.collection.name}")
    console.note(
        "`lore undo` brings it back as it was"
        f" · `lore purge --source {short(done.collection.id)}` removes what was read for good"
    )


@docs.command(cls=TextCommand)
@click.argument("query", nargs=-1, required=True)
@click.option("--name", metavar="NAME", help="Only this collection.")
@click.option("--limit", type=click.IntRange(min=1), help=f"At most this many. {default_of(SEARCH_LIMIT)}")
@click.option("--explain", is_flag=True, help="Show what each score is made of.")
@output.json_option
def search(query: tuple[str, ...], name: str | None, limit: int | None, explain: bool, as_json: bool) -> None:
    """Search only documents. Same as `lore search --in docs`, with the same query language."""
    with open_engine() as engine:
        answer = search_documents(engine, " ".join(query), name=name, limit=limit)
    show_answer(answer, as_json=as_json, explain=explain)


@docs.command()
@click.argument("name", metavar="PART|FILE")
@output.json_option
def show(name: str, as_json: bool) -> None:
    """Show one part, such as k:12, or all parts of a file, given by its path or the end of the path."""
    with open_engine() as engine:
        shown = show_documents(engine, name)
    if as_json:
        output.json_line(wire.of(shown))
        return
    for document, chunks in shown.documents:
        output.line(output.style(f"{shown.names[document.collection]}: {document.path}", bold=True))
        _show_parts(document, chunks, whole=PassageType.CHUNK.marks(name))


def _list(as_json: bool, limit: int, project: str | None) -> None:
    with open_engine() as engine:
        listed = list_collections(engine, project=project, limit=limit)
    if as_json:
        output.json_line(wire.of(listed))
        return
    if not listed.held:
        console.note(f"no documents belong to `{project}`" if listed.others else _EMPTY)
    rows = []
    for held in listed.held:
        path = held.collection.path if held.there else f"{held.collection.path} (gone)"
        changed = clock.day(held.changed_at)
        rows.append((held.collection.name, f"{held.documents:,}", f"{held.parts:,}", changed, path))
    output.table(("name", "files", "parts", "changed", "folder"), rows, right=("files", "parts"))


def _show(done: Synced, as_json: bool, *, dry_run: bool) -> None:
    tell_unembedded(done.unembedded)
    if as_json:
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
