"""`lore docs`: folders of documents, searched like everything else."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from lore.cli import console, output
from lore.cli.arguments import PROJECT
from lore.cli.findable import make_findable
from lore.cli.short_ids import short
from lore.errors import BadInput, LoreError, NotFound
from lore.library import (
    Settings,
    SyncReport,
    Watcher,
    add as add_collection,
    is_there,
    planned,
    preview,
    remove as remove_collection,
    sharing,
    sync as sync_collection,
)
from lore.model import Chunk, Collection, Document, PassageType
from lore.store import Store, open_store
from lore.text import shorten

SHOWN = 20
"""Files that are named of each kind."""


Look = Callable[[Store, Collection, Watcher], SyncReport]


class _Docs(click.Group):
    """`update` means `sync`."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, "sync" if cmd_name == "update" else cmd_name)


@click.group(cls=_Docs, invoke_without_command=True)
@output.plain_listing_options
@click.pass_context
def docs(context: click.Context, as_json: bool, limit: int, project: str | None) -> None:
    """Search folders of documents beside facts and sessions.

    Markdown, text, rst and notebooks are cut at their headings; of code only what it declares is read, never a body.
    What git ignores is left out. Documents are found by `lore search` and never given to an agent.
    """
    if context.invoked_subcommand is None:
        _list(as_json, limit, project)


@docs.command("list")
@output.plain_listing_options
def list_collections(as_json: bool, limit: int, project: str | None) -> None:
    """List the collections."""
    _list(as_json, limit, project)


@docs.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--name", metavar="NAME", help="What to call it; default: the folder's name.")
@click.option("--project", type=PROJECT, help="The project it belongs to, instead of the folder's own.")
@click.option("--code/--no-code", default=True, help="Whether code files are read, as outlines.  [default: code]")
@click.option("--dry-run", is_flag=True, help="Show what would be read; write nothing.")
@output.json_option
def add(path: Path, name: str | None, project: str | None, code: bool, dry_run: bool, as_json: bool) -> None:
    """Take a folder, or one file, into the search."""
    settings = Settings(name, project, code)
    with open_store() as store:
        make = planned if dry_run else add_collection
        report = _looked_at(store, make(store, path, settings), preview if dry_run else sync_collection)
        for other in sharing(store, report.collection):
            console.warn(f"`{other.name}` is `{other.path}`: what is in both collections is found twice")
        if not dry_run:
            make_findable(store)
    _show([report], as_json, dry_run=dry_run)
    if not as_json and not dry_run:
        console.note(f"`lore docs sync {report.collection.name}` re-reads changed files · undo: `lore undo`")


@docs.command()
@click.argument("name", required=False)
@click.option("--dry-run", is_flag=True, help="Show what would be read; write nothing.")
@output.json_option
def sync(name: str | None, dry_run: bool, as_json: bool) -> None:
    """Read what is new in the files of one collection, or of all."""
    reports: list[SyncReport] = []
    failures: list[LoreError] = []
    with open_store() as store:
        chosen = [store.documents.named(name)] if name else store.documents.collections()
        for collection in chosen:
            try:
                reports.append(_looked_at(store, collection, preview if dry_run else sync_collection))
            except (NotFound, BadInput) as error:  # the folder of one is gone or closed: the others are read
                failures.append(error)
        if not dry_run:
            make_findable(store)
    if not chosen:
        console.note(_EMPTY)
    _show(reports, as_json, dry_run=dry_run)
    for failure in failures[1:]:
        console.warn(failure.message)
    if failures:
        raise failures[0]


@docs.command()
@click.argument("name")
@output.json_option
def remove(name: str, as_json: bool) -> None:
    """Take a collection out of every search. Its files are not touched."""
    with open_store() as store:
        collection = remove_collection(store, name)
    if as_json:
        output.json_line(_collection(collection))
        return
    output.line(f"removed {collection.name}")
    console.note(
        "`lore undo` brings it back as it was ·"
        f" `lore purge --source {short(collection.id)}` removes what was read for good"
    )


@docs.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--name", metavar="NAME", help="Only this collection.")
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True, help="At most so many.")
@click.option("--explain", is_flag=True, help="Show what each score is made of.")
@output.json_option
def search(query: tuple[str, ...], name: str | None, limit: int, explain: bool, as_json: bool) -> None:
    """Search documents alone: `lore search --in docs`, with the same query language."""
    from lore.cli.search import show_answer
    from lore.index import PassageFilter
    from lore.search import Searcher, SearchRequest

    with open_store() as store:
        if not store.documents.any():
            raise NotFound("there are no documents yet", hint="`lore docs add FOLDER` takes them in")
        wanted = PassageFilter(tags=(store.documents.named(name).name,)) if name else PassageFilter()
        answer = Searcher(store).search(SearchRequest(" ".join(query), places="docs", limit=limit, filter=wanted))
    show_answer(answer, as_json=as_json, explain=explain)


@docs.command()
@click.argument("name", metavar="PART|FILE")
@output.json_option
def show(name: str, as_json: bool) -> None:
    """Show a part, such as k:12, or the parts of a file, named by its path or the end of it."""
    with open_store() as store:
        names = {one.id: str(one.name) for one in store.documents.collections()}
        if PassageType.CHUNK.marks(name):
            document, chunk = store.documents.chunk(name)
            found = [(document, [chunk])]
        else:
            found = [(document, store.documents.chunks(document)) for document in store.documents.ending(name)]
    if not found:
        raise NotFound(f"there is no document `{name}`", hint="`lore docs search` finds documents by their words")
    if as_json:
        output.json_line({"documents": [_document(names, document, chunks) for document, chunks in found]})
        return
    for document, chunks in found:
        output.line(output.style(f"{names[document.collection]}: {document.path}", bold=True))
        for chunk in chunks:
            _show_part(document, chunk, whole=PassageType.CHUNK.marks(name))


def _looked_at(store: Store, collection: Collection, look: Look) -> SyncReport:
    """Read a collection, or try what reading it would do, with a progress bar and warnings."""
    with console.progress("reading") as progress:
        return look(store, collection, Watcher(lambda problem: console.warn(problem.message), progress))


def _list(as_json: bool, limit: int, project: str | None) -> None:
    with open_store() as store:
        known = store.documents.holdings()
    holdings = [one for one in known if project in (None, one.collection.project)][:limit]
    if as_json:
        output.json_line({
            "collections": [
                {
                    **_collection(one.collection),
                    "documents": one.documents,
                    "parts": one.chunks,
                    "changed_at": one.changed_at,
                    "there": is_there(Path(one.collection.path)),
                }
                for one in holdings
            ]
        })  # fmt: skip
        return
    if not holdings:
        console.note(f"no documents belong to `{project}`" if known else _EMPTY)
    for one in holdings:
        path = one.collection.path if is_there(Path(one.collection.path)) else f"{one.collection.path} (gone)"
        size = f"{one.documents:>6,} files {one.chunks:>7,} parts"
        output.line(f"{one.collection.name:<20} {size}  {(one.changed_at or '')[:10]:<10}  {path}")


def _show(reports: Sequence[SyncReport], as_json: bool, *, dry_run: bool) -> None:
    if as_json:
        output.json_line({"dry_run": dry_run, "collections": [_report(report) for report in reports]})
        return
    for report in reports:
        _show_report(report, dry_run)
    if dry_run:
        output.line("nothing was written")


def _show_report(report: SyncReport, named: bool) -> None:
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


def _show_part(document: Document, chunk: Chunk, *, whole: bool) -> None:
    unit = "cell" if document.format == "notebook" else "line"
    place = f"{unit} {chunk.first}" if chunk.first == chunk.last else f"{unit}s {chunk.first}-{chunk.last}"
    if whole:
        output.line(f"{chunk.heading}  ({place})\n\n{chunk.text}")
        return
    output.line(f"{PassageType.CHUNK.id_of(chunk.seq):<11} {place:<14} {shorten(chunk.heading, output.width() - 27)}")


def _collection(collection: Collection) -> dict[str, object]:
    return output.fields_of(collection)


def _report(report: SyncReport) -> dict[str, object]:
    fields = output.fields_of(report)
    return {**fields, "collection": _collection(report.collection), "documents": report.documents}


def _document(names: dict[str, str], document: Document, chunks: Sequence[Chunk]) -> dict[str, object]:
    parts = [
        {
            "id": PassageType.CHUNK.id_of(chunk.seq),
            **{name: getattr(chunk, name) for name in ("heading", "first", "last", "text")},
        }
        for chunk in chunks
    ]
    return {
        "collection": names[document.collection],
        **{name: getattr(document, name) for name in ("path", "format", "modified_at")},
        "parts": parts,
    }


_EMPTY = "there are no documents yet: `lore docs add FOLDER` takes them in"
