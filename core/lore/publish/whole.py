"""Whole files in the audit log: for changes of what people wrote, where undo brings back every byte."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.errors import Conflict
from lore.files import Folder
from lore.store import Change

TABLE = "memory_file"
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


def record_whole(change: Change, file: WholeChange, action: str) -> None:
    """Log the change of one file with its whole text, which has to have passed the intake door."""
    same = {"root": str(file.folder.root), "facts": list(file.facts)}
    before, after = ({**same, "content": content} for content in (file.before, file.after))
    change.record(action, TABLE, file.path, before, after)


class WholeFiles:
    """Reverses the change of a whole file, where nobody changed it since."""

    table = TABLE

    def restore(self, target: str, found: State | None, wanted: State | None) -> None:
        """Bring a file from the state `found` to `wanted`. Raises Conflict where it is another one now."""
        if found is None or wanted is None:
            raise Conflict(f"the log does not say how `{target}` was", hint="`git checkout` brings the file back")
        folder = Folder(Path(str(found["root"])))
        if folder.read(target) != str(found["content"]).encode("utf-8"):
            raise Conflict(
                f"`{folder.root / target}` was changed since",
                hint=f"`lore history {target} --json` holds its text as it was",
            )
        folder.write(target, str(wanted["content"]).encode("utf-8"))
