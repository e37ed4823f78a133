"""Whole files in the audit log: for changes of what people wrote, where undo brings back every byte."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.errors import Conflict
from lore.files import Folder
from lore.model import Subject, SubjectKind
from lore.store import Transaction

State = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class WholeChange:
    """What happens to one file, relative to its folder."""

    folder: Folder
    path: str
    before: str
    after: str
    facts: Sequence[str]
    """The facts whose words stand in it: purging one of them empties the record."""


def record_whole(transaction: Transaction, file: WholeChange, action: str) -> None:
    """Log the change of one file with its whole text, which has to have passed the intake door."""
    same = {"root": str(file.folder.root), "facts": list(file.facts)}
    before, after = ({**same, "content": content} for content in (file.before, file.after))
    transaction.note(action, Subject(SubjectKind.MEMORY_FILE, file.path), before, after)


class WholeFiles:
    """Reverses the change of a whole file, where nobody changed it since."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Bring a file from the state `found` to `wanted`. False where it is as wanted already.

        Raises Conflict where it is neither.
        """
        if found is None or wanted is None:
            raise Conflict(f"the log does not say how `{name}` was", hint="`git checkout` brings the file back")
        folder = Folder(Path(str(found["root"])))
        now = folder.read(name)
        if now == str(wanted["content"]).encode("utf-8"):
            return False
        if now != str(found["content"]).encode("utf-8"):
            raise Conflict(
                f"`{folder.root / name}` was changed since",
                hint=f"`lore history {name} --json` holds its text as it was",
            )
        folder.write(name, str(wanted["content"]).encode("utf-8"))
        return True
