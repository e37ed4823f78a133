"""Whole files in the audit log: for changes of what people wrote, where undo brings back every byte."""

from collections.abc import Mapping
from pathlib import Path

from lore.errors import Conflict
from lore.publish.files import Folder
from lore.store import Change

TABLE = "memory_file"
State = Mapping[str, object]


def record_whole(change: Change, folder: Folder, path: str, before: str, after: str, action: str) -> None:
    """Log the change of one file with its whole text before and after; it has to have passed the intake door."""
    states = ({"root": str(folder.root), "content": content} for content in (before, after))
    change.record(action, TABLE, path, *states)


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
