"""The approved facts of a layer that is no project's, in a folder that people share: one file for each who writes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.errors import BadInput
from lore.files import Folder, blocks
from lore.intake import installation_id
from lore.model import Fact, Layer, Status
from lore.publish.targets.conventions import Conventions
from lore.publish.targets.target import Item
from lore.store import FactFilter, Store
from lore.text import short_id

_LAYERS = (Layer.USER, Layer.ORG)
_FILE = re.compile(r"(?P<layer>user|org)\.(?P<writer>[a-z0-9]{8})\.md")
_SAYS = {
    Layer.USER: "What one of us approved for all of their own work.",
    Layer.ORG: "What one of us approved for all projects of the organisation.",
}
MOST = 500
"""Files of a folder that are read."""


@dataclass(frozen=True, slots=True)
class SharedLayer:
    """The approved facts of one layer, in the file of one installation: two people never write the same file."""

    layer: Layer
    writer: str
    """Eight characters that name this installation, and tell nobody more."""
    lists: bool = True
    preamble: str = ""
    pointer: str | None = None

    @property
    def name(self) -> str:
        return f"shared{self.layer.value}"

    @property
    def files(self) -> tuple[str, ...]:
        return (f"{self.layer.value}.{self.writer}.md",)

    def paths(self, folder: Folder, *, create: bool) -> list[str]:
        """Its one file, where it is there or is to be made."""
        found = folder.resolve(self.files[0])
        return [found] if create or folder.read(found) is not None else []

    def applies(self, store: Store, project: str) -> list[Fact]:
        """What a person approved in the layer, in that order. Nothing tainted, nothing of a project."""
        wanted = FactFilter(statuses=(Status.ACTIVE,), layers=(self.layer,), approved=True, tainted=False)
        return sorted(store.facts.select(wanted), key=lambda fact: (fact.approved_at or "", fact.id))

    def render(self, store: Store, project: str, facts: Sequence[Fact], *, alone: bool) -> str:
        heading = f"# {self.layer.value.capitalize()} layer"
        return Conventions().render(store, project, facts, alone=alone, heading=heading, says=_SAYS[self.layer])

    def parse(self, body: str) -> list[Item]:
        return Conventions().parse(body)


@dataclass(frozen=True, slots=True)
class SharedLine:
    """One line that somebody else put into a shared folder."""

    layer: Layer
    path: str
    item: Item


def shared_layers(store: Store) -> tuple[SharedLayer, ...]:
    """The files of this installation in a shared folder."""
    writer = short_id(f"share {installation_id(store.folder)}", 8)
    return tuple(SharedLayer(layer, writer) for layer in _LAYERS)


def others_lines(store: Store, folder: Folder) -> Iterator[SharedLine | BadInput]:
    """What other installations put into a folder, file by file; what cannot be read is told in its place."""
    own = {name for target in shared_layers(store) for name in target.files}
    for path in sorted(path.name for path in Path(folder.root).iterdir())[:MOST]:
        match = _FILE.fullmatch(path)
        if match is None or path in own:
            continue
        target = SharedLayer(Layer(match["layer"]), match["writer"])
        try:
            block = blocks.find(folder.read(folder.resolve(path)) or b"", target.name, path)
        except BadInput as error:
            yield error
            continue
        for item in target.parse(block.body) if block else ():
            yield SharedLine(target.layer, path, item)
