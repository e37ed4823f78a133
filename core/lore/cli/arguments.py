"""What people type for ids, times and projects."""

from pathlib import Path
from typing import Any

import click

from lore import clock
from lore.cli import console
from lore.model import Layer, Project
from lore.projects import SET, project_of, storable
from lore.store import Store


class ProjectKey(click.ParamType[str]):
    """The name of a project as a person types it: kept as `lore.projects.storable` says, and never empty."""

    name = "key"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return storable(value) or self.fail("the name of a project is empty", param, ctx)


PROJECT = ProjectKey()


def fact_id(name: str) -> str:
    """`3k9x2m` means `f:3k9x2m`."""
    return name if ":" in name else f"f:{name}"


def candidate_id(name: str) -> str:
    """`3k9x2m` means `c:3k9x2m`."""
    return name if ":" in name else f"c:{name}"


def moment(text: str | None, option: str) -> str | None:
    """The stored form of a time given in an option. Raises a usage error where it is none."""
    if text is None:
        return None
    found = clock.normalise(text)
    if found is None:
        raise console.usage_error(
            f"`{option} {text}` is not a time", "use a form such as 2026-03-01 or 2026-03-01T09:00:00Z"
        )
    return found


def project_here(store: Store, layer: Layer, given: str | None) -> Project | None:
    """The project of a new fact: the one given, else that of this folder; none for layers that hold everywhere.

    Raises a usage error where an empty one is given.
    """
    if given is not None:
        return Project(PROJECT.convert(given, None, None), SET)
    return None if layer in (Layer.USER, Layer.ORG) else project_of(Path.cwd(), store.projects.all_known())
