"""The files of your projects that agents and people read: published ones, memory files, documents."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.errors import BadInput, NotFound, UsageError
from lore.files import Folder
from lore.migrate import files_of, memory_files, workspaces
from lore.publish import LISTED, FileAction, page_of, preview, projects_with_pages, resolve_target

MOST_DOCUMENTS = 500
"""Documents of one project that are listed."""


class FileKind(StrEnum):
    """What a file of a project is."""

    PUBLISHED = "published"
    MEMORY = "memory"
    DOCUMENT = "document"


class FileState(StrEnum):
    """How a file stands to what is approved now."""

    EDITED = "edited"
    """Its block holds what this store did not write."""
    BEHIND = "behind"
    """Publishing would change it."""
    CURRENT = "current"
    PLAIN = "plain"
    """Lore writes nothing into it."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """One file of a project, as it is now."""

    root: Path
    """The folder of the project, or of its collection of documents."""
    path: str
    """Below the root, links resolved."""
    project: str
    kind: FileKind
    state: FileState
    told: str = ""
    """What was edited, what it is, or why it cannot be read."""

    @property
    def place(self) -> Path:
        return self.root / self.path


@dataclass(frozen=True, slots=True)
class FileText:
    """What stands in a file, and what publishing would change of it."""

    text: str
    diff: tuple[str, ...]
    """Lines of a unified diff; empty where publishing would leave it as it is."""


@action("list_project_files", Touches.READS)
def list_project_files(engine: Engine) -> tuple[ProjectFile, ...]:
    """The published files, memory files and documents of each project, and the workspaces of agents, on this machine.

    The folder you are in comes first. What was edited since it was published says so.
    """
    found: dict[Path, ProjectFile] = {}
    for root, project in _roots(engine).items():
        for file in (*_published(engine, root, project), *_memory(root, project)):
            found.setdefault(file.place, file)
    for file in _pages(engine):
        found.setdefault(file.place, file)
    for file in _workspaces():
        if found.setdefault(file.place, file).kind is FileKind.MEMORY:  # told better than as a file of a project
            found[file.place] = file
    for file in _documents(engine):
        found.setdefault(file.place, file)
    return tuple(found.values())


@action("read_project_file", Touches.READS)
def read_project_file(
    engine: Engine,
    root: Annotated[Path, "The folder of the project, or of the collection."],
    path: Annotated[str, "The file, below that folder."],
) -> FileText:
    """What stands in a file, and what publishing would change of it.

    Raises NotFound where it is gone, BadInput where it leads outside of the folder or is no text.
    """
    folder = Folder(root)
    content = folder.read(folder.resolve(path))
    if content is None:
        raise NotFound(f"there is no `{path}` any more", hint="it was moved or deleted: list the files again")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"`{path}` is not a UTF-8 text", hint="convert it first") from error
    return FileText(text, tuple(_difference(engine, root, path)))


def _difference(engine: Engine, root: Path, path: str) -> Iterator[str]:
    try:
        folder, key = resolve_target(engine.store, root)
    except UsageError:  # no repository: nothing is published there
        return
    if folder.root == root.resolve():
        for target in preview(engine.store, folder, key).targets:
            if target.path == path:
                yield from target.diff()


def _roots(engine: Engine) -> dict[Path, str]:
    """The folders of projects that are there, each with the key of its project; the one you are in first."""
    store = engine.store
    places = [engine.folder]
    for project in store.projects.all_known():
        places += [Path(root) for root in sorted({*store.roots.of(project.key), project.root or ""}) if root]
    found: dict[Path, str] = {}
    for place in places:
        if place.is_dir():
            try:
                folder, key = resolve_target(store, place)
            except UsageError:  # no repository
                continue
            found.setdefault(folder.root, key)
    return found


def _published(engine: Engine, root: Path, project: str) -> Iterator[ProjectFile]:
    try:
        targets = preview(engine.store, Folder(root), project).targets
    except BadInput as error:
        yield ProjectFile(root, sorted(LISTED)[0], project, FileKind.PUBLISHED, FileState.UNREADABLE, error.message)
        return
    for target in targets:
        behind = target.step is not FileAction.KEEP
        state = FileState.EDITED if target.drift else FileState.BEHIND if behind else FileState.CURRENT
        told = target.drift or {FileAction.CREATE: "publishing would create it"}.get(target.step, "")
        if not (behind or target.has_block):
            continue  # a file of somebody else, or none
        yield ProjectFile(root, target.path, project, FileKind.PUBLISHED, state, told)


def _memory(root: Path, project: str) -> Iterator[ProjectFile]:
    folder = Folder(root)
    try:
        files = memory_files(root)
    except (NotFound, BadInput):  # a folder without any says so
        return
    for file in files:
        name = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name
        try:
            path = folder.resolve(name)
        except BadInput as error:
            yield ProjectFile(root, name, project, FileKind.MEMORY, FileState.UNREADABLE, error.message)
        else:
            yield ProjectFile(root, path, project, FileKind.MEMORY, FileState.PLAIN)


def _pages(engine: Engine) -> Iterator[ProjectFile]:
    """MEMORY.md of each project, as consolidation keeps it in the data folder."""
    for project in projects_with_pages(engine.store):
        page = page_of(engine.store, engine.store.folder, project)
        if page.path.is_file():
            state = FileState.CURRENT if page.is_current else FileState.BEHIND
            edited = "what somebody wrote into it is proposed by `lore consolidate`" if page.edited else ""
            where = (page.path.parent, page.path.name, project, FileKind.MEMORY)
            yield ProjectFile(*where, FileState.EDITED if edited else state, edited)


def _workspaces() -> Iterator[ProjectFile]:
    """The memory of agents that keep it in a folder of their own, and who they are to be."""
    for workspace in workspaces():
        for file in files_of(workspace):
            state = FileState.UNREADABLE if file.wrong else FileState.PLAIN
            apart = "" if file.is_memory else "who the agent itself is to be: shown here, and no memory"
            yield ProjectFile(workspace.folder, file.name, "", FileKind.MEMORY, state, file.wrong or apart)


def _documents(engine: Engine) -> Iterator[ProjectFile]:
    documents = engine.store.documents
    for collection in documents.collections():
        place = Path(collection.path)
        for document in documents.of(collection)[:MOST_DOCUMENTS]:
            root = place if place.is_dir() else place.parent
            told = collection.name
            yield ProjectFile(root, document.path, collection.project or "", FileKind.DOCUMENT, FileState.PLAIN, told)
