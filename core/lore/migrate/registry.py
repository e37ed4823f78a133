"""The sources that are known, one entry each."""

import re
from collections.abc import Iterator
from pathlib import Path

from lore.databases import Row, list_of, opened, text_of
from lore.errors import BadInput
from lore.migrate.claude_mem import ClaudeMem
from lore.migrate.engram import Engram
from lore.migrate.files import markdown_files, page_or_problem
from lore.migrate.markdown import Page, statements, values_of
from lore.migrate.mem0 import Mem0
from lore.migrate.memory_file import MemoryFiles
from lore.migrate.openclaw import OpenClaw
from lore.migrate.records import Found, Memory, Skipped, Source, Unreadable
from lore.migrate.rules import kind_named
from lore.model import Kind, Layer, Role
from lore.text import one_line

_OBSERVATION = re.compile(r"\[([^\[\]()]{1,60})\]\s+(?!\()(.+)", re.DOTALL)
_TAG = re.compile(r"(?<!\S)#([\w/-]{1,60})")
_CONTEXT = re.compile(r"(?<!\s)\s*+\([^()]{1,300}+\)\s*+\Z")
_RELATION = re.compile(r"[\w\s-]{1,60}\[\[")


class BasicMemory:
    """Reads the observations of a folder of notes."""

    name = "basic-memory"
    expects = "the folder of its notes, such as `~/basic-memory`"

    def read(self, path: Path) -> Iterator[Found]:
        left_out: list[Found] = []
        files = list(markdown_files(path, left_out.append))
        yield from left_out
        if not files:
            raise BadInput(f"`{path}` is not a folder of notes", hint=f"name {self.expects}")
        for file in files:
            page = page_or_problem(file)
            if isinstance(page, Unreadable):
                yield page
            else:
                yield from _observations(page, file, path)


def _observations(page: Page, file: Path, folder: Path) -> Iterator[Found]:
    title = page.settings.get("title", file.stem)
    place = page.settings.get("permalink", file.relative_to(folder).with_suffix("").as_posix())
    seen: dict[str, int] = {}
    for statement in statements(page.body):
        match = _OBSERVATION.fullmatch(statement.raw) if statement.is_item and not statement.is_task else None
        if match is None:
            if statement.is_item and _RELATION.match(statement.raw):
                yield Skipped("a link between two notes")
            continue
        words = one_line(_TAG.sub("", _CONTEXT.sub("", match[2])))
        kind = kind_named(match[1])
        seen[words] = seen.get(words, 0) + 1
        if words and seen[words] == 1:
            yield Memory(
                text=words if title.lower() in words.lower() else f"{title}: {words}",
                source_id=f"{place}#{words[:80]}",
                quote=statement.raw,
                kind=kind or Kind.NOTE,
                layer=Layer.USER,
                at=page.settings.get("modified") or page.settings.get("created"),
                tags=(*values_of(page.settings, "tags"), *_TAG.findall(match[2]), *(() if kind else (match[1],))),
                concepts=(title,),
                role=Role.FILE,
            )


_COLUMNS = (
    "id", "content", "type", "status", "project", "tags", "created_at", "expires_at", "problem", "solution", "files",
    "concepts",
)  # fmt: skip


class NanForget:
    """Reads nan-forget's memories."""

    name = "nan-forget"
    expects = "nan-forget's database, such as `~/.nan-forget/memories.db`"

    def read(self, path: Path) -> Iterator[Found]:
        with opened(path) as database:
            database.require("memories", _COLUMNS, self.name)
            for row in database.rows(f"SELECT {', '.join(_COLUMNS)} FROM memories ORDER BY created_at, id"):
                yield _memory(row)


def _memory(row: Row) -> Found:
    if text_of(row, "status") != "active":
        return Skipped("put away there")
    kind = kind_named(text_of(row, "type"))
    return Memory(
        text=text_of(row, "content"),
        source_id=str(row["id"]),
        kind=kind or Kind.NOTE,
        layer=Layer.USER if kind is Kind.PREFERENCE else Layer.PROJECT,
        project=None if kind is Kind.PREFERENCE else text_of(row, "project") or None,
        at=text_of(row, "created_at") or None,
        expires_at=text_of(row, "expires_at") or None,
        tags=list_of(row, "tags"),
        concepts=list_of(row, "concepts"),
        files=list_of(row, "files"),
        problem=text_of(row, "problem") or None,
        solution=text_of(row, "solution") or None,
    )


SOURCES: tuple[Source, ...] = (
    MemoryFiles(),
    Engram(),
    ClaudeMem(),
    NanForget(),
    Mem0(),
    BasicMemory(),
    OpenClaw(),
)


def source_named(name: str) -> Source:
    """The source that a person names. Raises KeyError."""
    return {source.name: source for source in SOURCES}[name]
