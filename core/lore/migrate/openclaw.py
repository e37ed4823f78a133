"""OpenClaw: an agent's workspace, such as `~/.openclaw/workspace`.

`USER.md` holds what it knows of the person, `MEMORY.md` what it keeps for good, `memory/` a file a day, `TOOLS.md`
notes on the machine. Who the agent itself is to be (`SOUL.md`, `IDENTITY.md`) is no memory.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lore.errors import BadInput
from lore.migrate.files import LEADS_OUT, markdown_files, page_or_problem
from lore.migrate.memory_file import memories_of, notes
from lore.migrate.records import Found, Memory, Skipped, Unreadable
from lore.model import Kind, Layer
from lore.opening import is_regular, leaves

_OF_USER = {"USER.md": Kind.IDENTITY, "MEMORY.md": Kind.NOTE, "TOOLS.md": Kind.SYSTEM}
READ = (*_OF_USER, "AGENTS.md")
"""The files that hold memories, as the table of agents names them too."""
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:-[\w-]+)?\.md\Z")


class OpenClaw:
    """Reads the memory of an OpenClaw workspace."""

    name = "openclaw"
    expects = "the workspace, such as `~/.openclaw/workspace`"

    def read(self, path: Path) -> Iterator[Found]:
        left_out: list[Found] = []
        there = [file for name in READ if is_regular(file := path / name)]
        files = [file for file in there if not leaves(file, path)]
        left_out += [Skipped(LEADS_OUT)] * (len(there) - len(files))
        days = path / "memory"
        daily = list(markdown_files(days, left_out.append)) if days.is_dir() else []
        yield from left_out
        if not files and not daily:
            raise BadInput(f"`{path}` is no workspace of OpenClaw", hint=f"name {self.expects}")
        for file in (*files, *daily):
            page = page_or_problem(file)
            if isinstance(page, Unreadable):
                yield page
            elif file.name == "AGENTS.md":
                yield from (_of_person(one, file, None) for one in memories_of(page, file.absolute()))
            else:
                found = notes(page, file.absolute(), None, Layer.USER)
                yield from (_of_person(one, file, _OF_USER.get(file.name)) for one in found)


def _of_person(found: Found, file: Path, kind: Kind | None) -> Found:
    """A memory of a workspace belongs to the person, not to a project; one of a daily file happened on that day."""
    if not isinstance(found, Memory):
        return found
    day = _DAY.fullmatch(file.name)
    named = f"{'memory/' if day else ''}{found.source_id}"
    return replace(
        found,
        kind=kind if kind and found.kind is Kind.NOTE else found.kind,
        layer=Layer.USER,
        folder=None,
        source_id=named,
        at=day[1] if day else None,
    )
