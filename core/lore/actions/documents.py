"""Collections of documents: added, kept in step with the disk, searched, looked at, removed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import project_key
from lore.actions.registry import Touches, action
from lore.actions.searching import make_findable
from lore.actions.transfers import Migrated, taken_over
from lore.errors import BadInput, LoreError, NotFound, UsageError
from lore.model import Chunk, Collection, Document, PassageType

if TYPE_CHECKING:
    from lore.library import SyncReport
    from lore.migrate import DocumentPage

MARKDOWN = "markdown"
PROPOSED = 50
"""Statements of documents that are proposed at once: as many as a person decides on in a sitting."""
DryRun = Annotated[bool, "Show what would be read; write nothing."]
CollectionName = Annotated[str, "The name of a collection."]


@dataclass(frozen=True, slots=True)
class Held:
    """A collection with its numbers."""

    collection: Collection
    documents: int
    parts: int
    changed_at: str | None
    there: bool
    """Whether its folder can be read now."""


@dataclass(frozen=True, slots=True)
class Collections:
    """Collections by name."""

    held: tuple[Held, ...]
    others: int
    """Collections of other projects."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What reading collections found and did, or would do."""

    reports: "tuple[SyncReport, ...]"
    failures: tuple[LoreError, ...] = ()
    """Why collections could not be read; the others were."""
    sharing: tuple[Collection, ...] = ()
    """Collections that hold the same files as a new one: those are found twice."""
    unembedded: int = 0
    """Passages that are found by keyword only until a search embeds them, at most."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A collection that is out of every search."""

    collection: Collection


@dataclass(frozen=True, slots=True)
class Parts:
    """Documents with the parts of them that were asked for."""

    documents: tuple[tuple[Document, tuple[Chunk, ...]], ...]
    names: Mapping[str, str]
    """Collections by id."""


@action("docs list", Touches.READS)
def list_collections(
    engine: Engine,
    *,
    project: Annotated[str | None, "Only this project."] = None,
    limit: Annotated[int, "Show at most this many."] = 50,
) -> Collections:
    """List the collections of documents."""
    from lore.library import is_there

    known = engine.store.documents.holdings()
    wanted = [holding for holding in known if project in (None, holding.collection.project)]
    held = [
        Held(
            holding.collection,
            holding.documents,
            holding.chunks,
            holding.changed_at,
            is_there(Path(holding.collection.path)),
        )
        for holding in wanted[:limit]
    ]
    return Collections(tuple(held), len(known) - len(wanted))


@action("docs add", Touches.WRITES)
def add_documents(
    engine: Engine,
    path: Annotated[Path, "A folder, or one file."],
    *,
    name: Annotated[str | None, "What to call it; default: the folder's name."] = None,
    project: Annotated[str | None, "The project it belongs to, instead of the folder's own."] = None,
    code: Annotated[bool, "Whether to read code files, as outlines."] = True,
    dry_run: DryRun = False,
) -> Synced:
    """Add a folder, or one file, to the search."""
    from lore.library import Settings, add as add_collection, planned, sharing

    store = engine.store
    settings = Settings(name, None if project is None else project_key(project), code)
    made = (planned if dry_run else add_collection)(store, path, settings)
    report = _read(engine, made, dry_run=dry_run)
    left = 0 if dry_run else make_findable(engine)
    return Synced((report,), sharing=tuple(sharing(store, made)), unembedded=left)


@action("docs sync", Touches.WRITES)
def sync_documents(
    engine: Engine,
    name: Annotated[str | None, "Only this collection; default: all."] = None,
    *,
    dry_run: DryRun = False,
) -> Synced:
    """Read changed files of one collection, or of all."""
    documents = engine.store.documents
    reports: list[SyncReport] = []
    failures: list[LoreError] = []
    for collection in [documents.named(name)] if name else documents.collections():
        try:
            reports.append(_read(engine, collection, dry_run=dry_run))
        except (NotFound, BadInput) as error:  # the folder of one is gone or closed: the others are read
            failures.append(error)
    left = 0 if dry_run else make_findable(engine)
    return Synced(tuple(reports), tuple(failures), unembedded=left)


@action("docs remove", Touches.WRITES)
def remove_documents(engine: Engine, name: CollectionName) -> Removed:
    """Remove a collection from every search; its files are not touched."""
    from lore.library import remove

    return Removed(remove(engine.store, name))


@action("docs propose", Touches.WRITES)
def propose_documents(
    engine: Engine,
    name: Annotated[str | None, "Only this collection; default: all."] = None,
    *,
    limit: Annotated[int, "Propose at most this many; the next call goes on."] = PROPOSED,
    dry_run: Annotated[bool, "Show what would be proposed; write nothing."] = False,
) -> Migrated:
    """Propose what the markdown files of collections state as a rule, a decision or of the system.

    It is a file's word: it reaches no agent before you approve it. Each statement comes in once. Raises NotFound where
    there is no such collection, or none; UsageError for a limit below 1.
    """
    from lore.migrate import Documents, Options

    if limit < 1:
        raise UsageError(f"a limit cannot be {limit}", hint="1 or more")
    documents = engine.store.documents
    if not documents.any():
        raise NotFound("there are no documents yet", hint="`lore docs add FOLDER` adds them")
    chosen = [documents.named(name)] if name else documents.collections()
    pages = [page for collection in chosen for page in _pages(engine, collection)]
    return taken_over(engine, Documents(pages), Path(), Options(propose=True, most=limit), dry_run=dry_run)


def _pages(engine: Engine, collection: Collection) -> "Iterator[DocumentPage]":
    from lore.migrate import DocumentPage

    root = Path(collection.path)
    for document in engine.store.documents.of(collection):
        if document.format == MARKDOWN:
            file = root if root.is_file() else root / document.path
            name = f"{collection.name}/{document.path}"
            yield DocumentPage(file.parent if root.is_file() else root, file, name, collection.project)


@action("docs show", Touches.READS)
def show_documents(
    engine: Engine, name: Annotated[str, "A part, such as k:12, or a file, by its path or the end of it."]
) -> Parts:
    """Show a part of a document, or the parts of a file."""
    documents = engine.store.documents
    found: Sequence[tuple[Document, Sequence[Chunk]]]
    if PassageType.CHUNK.marks(name):
        document, chunk = documents.chunk(name)
        found = [(document, [chunk])]
    else:
        found = [(document, documents.chunks(document)) for document in documents.ending(name)]
    if not found:
        raise NotFound(f"there is no document `{name}`", hint="`lore search --in docs` finds documents by their words")
    names = {one.id: str(one.name) for one in documents.collections()}
    return Parts(tuple((document, tuple(chunks)) for document, chunks in found), names)


def _read(engine: Engine, collection: Collection, *, dry_run: bool) -> "SyncReport":
    from lore.library import preview, sync

    engine.reporter.stage("reading")
    return (preview if dry_run else sync)(engine.store, collection, engine.reporter)
