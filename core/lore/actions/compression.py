"""What is published as conventions leaves the memory files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider
from lore.actions.registry import Touches, action
from lore.errors import BadInput
from lore.projects import repository_of

if TYPE_CHECKING:
    from lore.compress import Shrink

Files = Annotated[Sequence[Path], "Memory files or folders; default: those of this repository."]


@dataclass(frozen=True, slots=True)
class Compression:
    """Memory files: how they are, and how they would be, or are now."""

    shrinks: "tuple[Shrink, ...]"
    written: bool

    @property
    def changes(self) -> int:
        """The files that change."""
        return sum(shrink.changes for shrink in self.shrinks)


@action("compress plan", Touches.READS)
def plan_compression(engine: Engine, paths: Files = ()) -> Compression:
    """Show how memory files would shrink.

    Warns of each file that has to be left as it is. Raises BadInput where all of them have to.
    """
    from lore.compress import plan
    from lore.paths import expanded

    refused: list[BadInput] = []
    shrinks = plan(engine.store, [expanded(path) for path in paths] or [_here(engine)], refused.append)
    if refused and not shrinks:
        raise refused[0]
    for error in refused:
        engine.reporter.warn(BadInput(f"{error.message}: it is left as it is", hint=error.hint))
    return Compression(tuple(shrinks), written=False)


@action("compress", Touches.ASKS)
def compress(engine: Engine, paths: Files = ()) -> Compression:
    """Take out of memory files what a published convention says word for word; one undo restores them."""
    decider(engine, "shrink memory files")
    return carry_out_compression(engine, plan_compression(engine, paths))


def carry_out_compression(engine: Engine, planned: Compression) -> Compression:
    """Write the files as they were planned; without changes there is nothing to decide.

    Raises NeedsPerson, and Conflict where a file, or a convention that says a part of it, changed since.
    """
    from lore.compress import compress as compress_now

    changes = [shrink for shrink in planned.shrinks if shrink.changes]
    if changes:
        compress_now(engine.store, changes, by=decider(engine, "shrink memory files"))
    return Compression(planned.shrinks, written=True)


def _here(engine: Engine) -> Path:
    """The repository around the folder of the user, or the folder."""
    repository = repository_of(engine.folder)
    return repository.root if repository else engine.folder
