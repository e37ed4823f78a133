"""What the log knows of the files that set-up wrote, and how undo brings them back."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lore.adapters.install.editing import Written, put_in, stands_in, take_out
from lore.adapters.install.wanted import EXECUTABLE
from lore.errors import BadInput, Conflict
from lore.files import Folder
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
