"""What a step of a consolidation is: named work in units, each of which is planned, then done in short transactions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lore.consolidate.context import Context
from lore.consolidate.planned_changes import PlannedChange
from lore.model import Layer


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of the memory that is planned at once: facts of two units never meet."""

    project: str | None = None
    layer: Layer | None = None
    """None for all layers of the project."""


@dataclass(frozen=True, slots=True)
class Step:
    """One part of the pipeline."""

    name: str
    help: str
    """A sentence for people."""
    units: Callable[[Context], Sequence[Unit]]
    plan: Callable[[Context, Unit], Iterable[PlannedChange]] = lambda context, unit: ()
    """What is to be changed in a unit. Writes nothing, and plans nothing where it was done."""
    write: Callable[[Context], int] | None = None
    """Instead of a plan, for a step that changes files alone: writes what is due, and says how many."""
    repeats: bool = False
    """Whether a unit is planned again until nothing is left, for one change may call for another."""


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
