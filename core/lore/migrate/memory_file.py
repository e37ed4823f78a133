"""The files agents read at the start of a session, and Claude Code's own memory folder.

Of instructions (`CLAUDE.md`, `AGENTS.md`, rules of Cursor and others) only what is worded as a rule comes in: the rest
describes the code, and the code tells that better. In a memory folder each file is one memory with front matter;
`MEMORY.md` beside them is their index, and holds memories of its own where it names no file.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lore import paths
from lore.errors import BadInput, NotFound
from lore.migrate.files import LEADS_OUT, Tell, files_in, page_or_problem
from lore.migrate.markdown import LONGEST, Page, Statement, plain, statements, wiki_links, without_blocks
from lore.migrate.records import Found, Memory, Skipped, Unreadable
from lore.migrate.rules import corrects, is_rule, kind_named, stated
from lore.model import Kind, Layer, Role
from lore.opening import is_regular, leaves

_INSTRUCTIONS = frozenset(
    {
        "claude.md", "claude.local.md", "agents.md", "agents.override.md", "gemini.md", "conventions.md",
        "copilot-instructions.md", ".cursorrules", ".clinerules", ".windsurfrules",
    }
)  # fmt: skip
_RULES = re.compile(r"/\.(?:cursor|claude|clinerules|windsurf)/(?:rules/)?[^/]+\.mdc?\Z|/\.cursor/rules/.+\.mdc?\Z")
_INDEX = "memory.md"
_AGENT_MEMORIES = frozenset({"agent-memory", "agent-memory-local"})
"""Folders of Claude Code that hold a memory folder for each sub-agent."""
_TYPES = frozenset({"user", "feedback", "project", "reference"})
"""The types of Claude Code's memories."""
_REASON = re.compile(
    r"^[ \t]*+\*\*(Why|How to apply):?\*\*:?\s*(.+?)(?=\n\s*\n|\n\s*\*\*|\Z)", re.DOTALL | re.MULTILINE
)
_LINKED_FILE = re.compile(r"\]\(([^)\s]{1,300}\.md)\)")
_ENCODED = re.compile(r"/\.claude/projects/(-[^/]+)/memory\Z")


class MemoryFiles:
    """Reads instruction files, rules and memory folders."""

    name = "memory-files"
    expects = "a repository, a memory folder, or one of the files themselves"

    def read(self, path: Path) -> Iterator[Found]:
        left_out: list[Found] = []
        files = memory_files(path, left_out.append)
        yield from left_out
        for file in files:
            page = page_or_problem(file)
            yield from [page] if isinstance(page, Unreadable) else memories_of(page, file.absolute())


def memory_files(path: Path, tell: Tell = lambda found: None) -> list[Path]:
    """The memory files in a folder, or the file itself. Raises NotFound, and BadInput for a folder without any.

    tell: is given what of the folder is left out, or cannot be looked at.
    """
    if not path.exists():
        raise NotFound(f"there is no `{path}`", hint=f"name {MemoryFiles.expects}")
    if not path.is_dir():
        if not is_regular(path):
            raise BadInput(f"`{path}` is neither a folder nor a file", hint=f"name {MemoryFiles.expects}")
        root = next((folder for folder in path.absolute().parents if (folder / ".git").exists()), None)
        if root is not None and leaves(path, root):
            raise BadInput(f"`{path}` is {LEADS_OUT}", hint="name the file itself, where you want what it says")
        return [path]
    files = list(files_in(path, is_memory_file, tell))
    if not files:
        raise BadInput(f"`{path}` holds no memory files", hint=f"name {MemoryFiles.expects}")
    return files


def is_memory_file(file: Path) -> bool:
    """Whether agents read this file at the start of a session, by its name and place."""
    name = file.name.lower()
    return (
        name in _INSTRUCTIONS
        or name == _INDEX
        or (name.endswith(".md") and _in_memory_folder(file))
        or _RULES.search(file.absolute().as_posix()) is not None
    )


def is_own_memory(file: Path) -> bool:
    """Whether an agent keeps memories of its own in this file: not instructions, which a person writes."""
    name = file.name.lower()
    return name == _INDEX or (name.endswith(".md") and _in_memory_folder(file))


def _in_memory_folder(file: Path) -> bool:
    """Whether it lies in a memory folder, of an agent or of one of its sub-agents."""
    return file.parent.name == "memory" or file.parent.parent.name in _AGENT_MEMORIES


def memories_of(page: Page, file: Path) -> Iterator[Found]:
    """The memories of one file, by what it is."""
    if _type(page):
        yield _topic(page, file)
    elif file.name.lower() == _INDEX or _in_memory_folder(file):
        yield from notes(page, file, project_folder(file))
    else:
        yield from _rules(page, file)


def _type(page: Page) -> str | None:
    found = page.settings.get("type") or page.settings.get("metadata.type") or ""
    return found if found in _TYPES and "description" in page.settings else None


def _topic(page: Page, file: Path) -> Found:
    """A file of Claude Code's memory folder: a statement, why it holds, and how to apply it."""
    kind, body = _type(page), without_blocks(page.body)
    first = next(iter(statements(body)), None)
    described = page.settings["description"]
    statement = first if first and not first.is_item and not first.heading and len(first.text) <= LONGEST else None
    text = statement.text if statement and statement.stands_alone else plain(described)
    reasons = {match[1].lower(): plain(match[2]) for match in _REASON.finditer(body[:20_000])}
    personal = kind == "user"
    kinds = {"feedback": Kind.CORRECTION if corrects(text) else Kind.PREFERENCE, "project": Kind.PROJECT}
    return Memory(
        text=text,
        source_id=f"{file.parent.name}/{file.name}",
        quote=statement.raw if statement and text == statement.text else described,
        kind=kinds.get(kind or "", kind_named(kind or "") or Kind.NOTE),
        layer=Layer.USER if personal else Layer.USER_PROJECT if kind == "feedback" else Layer.PROJECT,
        folder=None if personal else project_folder(file),
        session=page.settings.get("originSessionId") or page.settings.get("metadata.originSessionId"),
        at=page.settings.get("metadata.modified") or page.settings.get("modified"),
        concepts=wiki_links(body),
        problem=reasons.get("why"),
        solution=reasons.get("how to apply"),
        role=Role.FILE,
    )


def notes(page: Page, file: Path, folder: Path | None, layer: Layer = Layer.PROJECT) -> Iterator[Found]:
    """The list items of a file of notes, each a memory; lines that only point to another file are left out."""
    for statement in statements(page.body):
        why = statement.says_too_little or ("" if statement.is_item else "no item of a list")
        if not why and not (statement.stands_alone or is_rule(statement.text)):
            why = "a name or a link"
        if why:
            yield Skipped(why, statement.text)
            continue
        linked = _LINKED_FILE.search(statement.raw)
        if linked and (file.parent / linked[1]).is_file():
            yield Skipped("an entry of the index", statement.text)
            continue
        kind = kind_named(statement.heading.rstrip("s")) or (
            Kind.CONVENTION if is_rule(statement.text) else Kind.NOTE if layer is Layer.USER else Kind.PROJECT
        )
        yield noted(statement, kind, file.name, folder, layer)


def _rules(page: Page, file: Path) -> Iterator[Found]:
    """What a file of instructions says as a rule."""
    personal = is_personal(file)
    layer = Layer.USER if personal else Layer.USER_PROJECT if ".local." in file.name else Layer.PROJECT
    folder = None if personal else file.parent
    for found in stated(page.body):
        yield found if isinstance(found, Skipped) else noted(*found, file.name, folder, layer)


def is_personal(file: Path) -> bool:
    """Whether a file of instructions holds in every project of its owner."""
    return file.parent == paths.user_home() / ".claude" or file.parent.name == ".codex"


def noted(statement: Statement, kind: Kind, name: str, folder: Path | None, layer: Layer) -> Memory:
    """A statement of a file as a memory. name: what the file is called where it came from."""
    return Memory(
        text=statement.text,
        source_id=f"{name}#{statement.text[:80]}",
        quote=statement.raw,
        kind=kind,
        layer=layer,
        folder=folder,
        concepts=(statement.heading,) if statement.heading else (),
        role=Role.FILE,
    )


def project_folder(file: Path) -> Path | None:
    """The project a memory folder belongs to. Claude Code writes the project's path with dashes for slashes."""
    encoded = _ENCODED.search(file.parent.as_posix())
    if encoded is None:
        return file.parent
    folder = Path(encoded[1].replace("-", "/"))
    return folder if folder.is_dir() else file.parent


# Documents as a source: what they say as a rule, as a decision or of the system


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A markdown file of a collection."""

    folder: Path
    """Of the collection; a link may not lead out of it."""
    file: Path
    name: str
    """The collection and the path in it: what a fact names as its source."""
    project: str | None


@dataclass(frozen=True, slots=True)
class Documents:
    """Reads the statements of pages that were chosen before."""

    pages: Sequence[DocumentPage]
    name: str = "documents"
    expects: str = "a collection of `lore docs`"

    def read(self, path: Path) -> Iterator[Found]:
        """The statements of all pages; the path says nothing more."""
        for page in self.pages:
            yield from [Skipped(LEADS_OUT)] if leaves(page.file, page.folder) else _statements(page)


def _statements(page: DocumentPage) -> Iterator[Found]:
    found = page_or_problem(page.file)
    if isinstance(found, Unreadable):
        yield found
        return
    for one in stated(found.body):
        if isinstance(one, Skipped):
            yield one
        else:
            yield replace(noted(*one, page.name, None, Layer.PROJECT), project=page.project)
