"""What the log knows of the files that set-up wrote, and how undo brings them back."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lore.adapters.install import json_edit
from lore.adapters.install.editing import Written, put_in, stands_in, take_out
from lore.adapters.install.json_text import decoded
from lore.adapters.install.parts import Part, PartKind, commands_of, is_our_hook
from lore.adapters.install.wanted import EXECUTABLE
from lore.errors import BadInput, Conflict
from lore.files import Folder
from lore.intake import clean_line
from lore.model import Subject, SubjectKind
from lore.store import Store, Transaction

State = Mapping[str, Any]


@dataclass(frozen=True)
class FileRecord:
    """A settings file as set-up left it."""

    root: Path
    path: str
    agents: tuple[str, ...]
    """For whom it was written; nobody where it was taken out again."""
    written: Written | None

    @property
    def place(self) -> Path:
        return self.root / self.path

    def as_json(self) -> dict[str, object]:
        return {
            "root": str(self.root),
            "path": self.path,
            "agents": list(self.agents),
            "written": self.written.as_json() if self.written else None,
        }

    @classmethod
    def of_json(cls, value: State) -> "FileRecord":
        written = Written.of_json(value["written"]) if value["written"] else None
        return cls(Path(value["root"]), value["path"], tuple(value["agents"]), written)


def note(transaction: Transaction, before: FileRecord, after: FileRecord) -> None:
    """Log what set-up did to one file: what it put in, never what others keep there."""
    action = "setup.write" if after.written else "setup.remove"
    transaction.note(action, Subject(SubjectKind.SETTINGS_FILE, str(after.place)), before.as_json(), after.as_json())


def records(store: Store) -> dict[Path, FileRecord]:
    """The files that hold something of set-up now, as far as the log knows; what somebody else logged is nothing."""
    found: dict[Path, FileRecord] = {}
    for event in reversed(store.audit.select(kind=SubjectKind.SETTINGS_FILE)):
        if event.after is not None and store.audit.is_of_here(event, store.folder):
            record = FileRecord.of_json(event.after)
            found[record.place] = record
    return {place: record for place, record in found.items() if record.written is not None}


class SettingsFiles:
    """Reverses what set-up wrote: its entries come and go, all else in the file stays as it is."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Bring a file from the state `found` to `wanted`. False where it is as wanted already.

        Raises Conflict where somebody changed what set-up wrote.
        """
        if found is None or wanted is None:
            raise Conflict(f"the log does not say how `{name}` was", hint="`lore setup status` tells what is there")
        now, then = FileRecord.of_json(found), FileRecord.of_json(wanted)
        folder = Folder(now.root)
        content = folder.read(now.path)
        try:
            after = _brought(content, now, then)
        except BadInput as error:
            raise Conflict(error.message, hint=error.hint) from error
        if after == content:
            return False
        replace_file(folder, now.path, after, now.written or then.written)
        return True


def _brought(content: bytes | None, now: FileRecord, then: FileRecord) -> bytes | None:
    is_there = then.written is not None and stands_in(content, then.written.format, then.written.parts, then.path)
    if is_there and not _holds_more(now, then):
        return content
    rest = take_out(content, now.written, now.path) if content is not None and now.written is not None else content
    if then.written is None:
        return rest
    return put_in(rest, then.written.format, then.written.parts, then.path)[0]


def _holds_more(now: FileRecord, then: FileRecord) -> bool:
    """Whether something of ours stands at a place where then nothing of ours stood."""
    places = {part.at for part in then.written.parts} if then.written else set()
    return now.written is not None and any(part.at not in places for part in now.written.parts)


def replace_file(folder: Folder, path: str, content: bytes | None, written: Written | None) -> None:
    """Write or remove one file, with the folders that it needs or leaves empty."""
    if content is not None:
        make_folders(folder, path)
        is_script = written is not None and written.format == "script"
        folder.commit(folder.prepare(path, content, *([EXECUTABLE] if is_script else [])))
        return
    folder.write(path, None)
    remove_folders(folder, path, written.folders if written else 0)


def make_folders(folder: Folder, path: str) -> int:
    """Make the folders that a file needs; how many there were to make."""
    missing = [parent for parent in (folder.root / path).parents if not parent.exists()]
    for parent in reversed(missing):
        parent.mkdir(mode=0o755)
    return len(missing)


def remove_folders(folder: Folder, path: str, most: int) -> None:
    """Remove the folders that were made for a file, the innermost first, as long as they are empty."""
    for parent in list((folder.root / path).parents)[:most]:
        if parent == folder.root or (parent.exists() and any(parent.iterdir())):
            return
        if parent.exists():
            parent.rmdir()


# What other memory tools put into the same files: two of them give an agent the same thing twice, or two things


MEMORY_TOOLS = (
    "claude-mem", "mem0", "nan-forget", "supermemory", "hindsight", "basic-memory", "engram", "memu", "agentmemory",
    "letta", "cipher", "byterover", "openmemory", "memorix", "beads", "server-memory", "graphiti", "zep",
    "context-mode",
)  # fmt: skip
"""Programs that keep a memory for agents, by a name that stands in their commands."""
_REGION = re.compile(r"(?im)^[ \t]*<!--[ \t]*(?P<name>[^\n>]{0,80}?)[ \t]*(?::|-| )(?:begin|start)\b[^\n]{0,200}-->")
_OUR_REGION = "lore"


@dataclass(frozen=True)
class Foreign:
    """Something of somebody else's that does what ours does."""

    tool: str
    """The memory tool, or empty where it is none that we know."""
    what: str
    """The event, the name of the server, or the region of a text."""


def foreign_in(content: bytes | None, form: str, parts: Sequence[Part], path: str) -> tuple[Foreign, ...]:
    """Hooks of others at the places of these parts, servers of memory tools, and managed regions of a text."""
    if content is None or form == "toml" or any(part.kind is PartKind.TEXT for part in parts):
        return ()
    text = decoded(content, path)
    if form == "markdown":
        return regions_in(text)
    found: list[Foreign] = []
    for part in parts:
        at = part.at if part.kind is PartKind.ITEM else part.at[:-1]
        value = json_edit.value_at(text, at, path)
        if part.kind is PartKind.ITEM and isinstance(value, list):
            others = [entry for entry in value if not is_our_hook(entry)]
            commands = [str(command) for entry in others for each in commands_of(entry) for command in each.values()]
            if others:
                found.append(Foreign(_tool(" ".join(commands)), at[-1]))
        elif part.kind is PartKind.MEMBER and isinstance(value, dict):
            servers = ((name, f"{name} {entry}") for name, entry in value.items() if name != part.at[-1])
            found += [Foreign(tool, clean_line(name, 60)) for name, told in servers if (tool := _tool(told))]
    return tuple(dict.fromkeys(found))


def regions_in(text: str) -> tuple[Foreign, ...]:
    """The regions of a text that other programs keep for themselves."""
    names = (clean_line(match["name"], 60) for match in _REGION.finditer(text))
    return tuple(Foreign(_tool(name), name) for name in dict.fromkeys(names) if not name.startswith(_OUR_REGION))


def _tool(text: str) -> str:
    lowered = text.lower()
    return next((tool for tool in MEMORY_TOOLS if re.search(rf"(?<![a-z]){tool}(?![a-z])", lowered)), "")
