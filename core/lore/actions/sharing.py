"""Your own layer and that of your organisation, carried by a folder of your choice, such as a clone of a repository.

Lore reads and writes files there and runs no git: pulling and pushing is yours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider
from lore.actions.publishing import Drift, Publishing
from lore.actions.registry import Touches, action
from lore.actions.transfers import Migrated, taken_over
from lore.errors import BadInput
from lore.files import Folder
from lore.model import Kind, Role
from lore.publish import OnDrift, others_lines, preview, publish, remove, shared_layers

if TYPE_CHECKING:
    from lore.migrate import Memory, Unreadable

SharedFolder = Annotated[Path, "The folder that you share: a clone of a git repository, or any other."]


@action("plan_share", Touches.READS)
def plan_share(engine: Engine, folder: SharedFolder) -> Publishing:
    """What sharing would write into a folder. Raises BadInput where it is none."""
    place = Folder(folder)
    return Publishing(preview(engine.store, place, "", targets=shared_layers(engine.store)), place.root)


@action("share", Touches.ASKS)
def share(engine: Engine, folder: SharedFolder, *, on_drift: Drift = OnDrift.ASK) -> Publishing:
    """Write what you approved in your own layer and that of your organisation into a folder; twice changes nothing.

    Raises NeedsPerson where one of these files was edited by hand, BadInput where there is no such folder.
    """
    by = decider(engine, "publish")
    place, targets = Folder(folder), shared_layers(engine.store)
    return Publishing(publish(engine.store, place, "", on_drift=on_drift, by=by, targets=targets), place.root)


@action("unshare", Touches.ASKS)
def unshare(engine: Engine, folder: SharedFolder, *, on_drift: Drift = OnDrift.ASK) -> Publishing:
    """Take your files out of a shared folder; what others put there stays. Raises as `share` does."""
    by = decider(engine, "publish")
    place, targets = Folder(folder), shared_layers(engine.store)
    return Publishing(remove(engine.store, place, "", on_drift=on_drift, by=by, targets=targets), place.root)


@action("take_shared", Touches.WRITES)
def take_shared(
    engine: Engine,
    folder: SharedFolder,
    *,
    dry_run: Annotated[bool, "Show what would be proposed; write nothing."] = False,
) -> Migrated:
    """Propose what others put into a shared folder: their words reach no agent before you approve them.

    Each line comes in once; what contradicts a fact of yours becomes a question. Raises BadInput.
    """
    from lore.migrate import Options

    return taken_over(engine, _Shared(engine), folder, Options(propose=True), dry_run=dry_run)


@dataclass(frozen=True, slots=True)
class _Shared:
    """A shared folder as a source of memories."""

    engine: Engine
    name: str = "shared folder"
    expects: str = "a folder that `lore share` wrote into"

    def read(self, path: Path) -> "Iterator[Memory | Unreadable]":
        from lore.migrate import Memory, Unreadable

        for line in others_lines(self.engine.store, Folder(path)):
            if isinstance(line, BadInput):
                yield Unreadable(str(path), line.message)
                continue
            name = f"{line.path}#{line.item.fact or ''}"
            yield Memory(line.item.words, name, kind=Kind.CONVENTION, layer=line.layer, role=Role.FILE)
