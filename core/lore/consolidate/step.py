"""What a step of a consolidation is: named work in units, each of which is planned, then done in short transactions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from lore.consolidate.context import Context
from lore.consolidate.planned_changes import PlannedChange
from lore.model import Layer
from lore.publish import DuePage


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of the memory that is planned at once: facts of two units never meet."""

    project: str | None = None
    layer: Layer | None = None
    """None for all layers of the project."""

    @property
    def number(self) -> int:
        """Names the unit in a mark of progress."""
        return crc32(f"{self.project}\0{self.layer}".encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class Step:
    """One part of the pipeline."""

    name: str
    help: str
    """A sentence for people."""
    units: Callable[[Context], Sequence[Unit]]
    plan: Callable[[Context, Unit], Iterable[PlannedChange]] = lambda context, unit: ()
    """What is to be changed in a unit. Writes nothing, and plans nothing where it was done."""
    due: Callable[[Context], Mapping[str, Sequence[DuePage]]] | None = None
    """Instead of a plan, for a step that changes files beside the store alone: what it would write, by project."""
    write: Callable[[Context, Mapping[str, Sequence[DuePage]]], None] = lambda context, due: None
    """Writes what is due."""
    repeats: bool = False
    """Whether a unit is planned again until nothing is left: what is formed takes in what is near it."""

    @property
    def number(self) -> int:
        """Names the step in a mark of progress, also where a later version has other steps."""
        return crc32(self.name.encode())


def everything(context: Context) -> Sequence[Unit]:
    """All of the memory as one unit."""
    return (Unit(),)


def each_project(context: Context) -> Sequence[Unit]:
    """Every project by itself."""
    return [Unit(project) for project in sorted(context.store.projects.keys_in_use())]


def each_scope(context: Context) -> Sequence[Unit]:
    """Every layer of every project, and of no project, that has facts: only facts of one scope meet."""
    return [
        Unit(project, layer) for project, layer in sorted(context.ids, key=lambda scope: (scope[0] or "", scope[1]))
    ]


def each_project_and_none(context: Context) -> Sequence[Unit]:
    """Every project, and what belongs to none."""
    return (Unit(), *each_project(context))
