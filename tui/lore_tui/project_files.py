"""The files of your projects, as the Files screen asks for them, and what you agree to publish."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import actions
from lore.actions import Engine
from lore_tui import present
from lore_tui.jobs import Outcome

if TYPE_CHECKING:  # what publishes and reads memory files: nothing that the first screen needs
    from lore.actions import EditOfBlock, FileText, ProjectFile, Publishing


@dataclass(frozen=True, slots=True)
class Agreed:
    """What you agreed to publish."""

    shown: "Publishing"
    new_root: bool = False
    """The folder that only says so itself belongs to the project."""
    overwrites: bool = False
    """The hand edit is discarded."""
    project: str | None = None
    """The project that you named for the folder, where it is not its own."""


class ProjectFiles:
    """Reads them, and takes a hand edit into the memory."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def listed(self) -> "Sequence[ProjectFile]":
        """Every file; takes long, in a worker."""
        return actions.list_project_files(self._engine)

    def text(self, file: "ProjectFile") -> "FileText":
        """Raises NotFound, BadInput."""
        return actions.read_project_file(self._engine, file.root, file.path)

    def hand_edit(self, file: "ProjectFile") -> "EditOfBlock":
        """What a hand edit of the blocks beside this file would do. Raises BadInput, UsageError."""
        return actions.show_hand_edit(self._engine, root=file.root)

    def accept(self, file: "ProjectFile", seen: "EditOfBlock") -> Outcome:
        """Take the edit as it was seen, with every warning that was shown; Conflict where it is another by now."""
        known: dict[str, list[str]] = {line.words: [risk.id for risk in line.risks] for line in seen.edit.lines}
        done = actions.accept_hand_edit(self._engine, seen.mark, acknowledged=known, root=file.root)
        return Outcome(f"accepted the manual edit of {file.path} · {present.written(done)}", result=done)
