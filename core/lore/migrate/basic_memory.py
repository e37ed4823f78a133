"""basic-memory: a folder of markdown notes. Its observations are list items, `- [category] text #tag (context)`."""

import re
from collections.abc import Iterator
from pathlib import Path

from lore.errors import BadInput
from lore.migrate.files import markdown_files, page_or_problem
from lore.migrate.markdown import Page, statements, values_of
from lore.migrate.records import Found, Memory, Skipped, Unreadable
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
