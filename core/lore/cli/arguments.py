"""What people type for ids, times and projects."""

from typing import Any

import click

from lore import clock
from lore.cli import console
from lore.config import Setting
from lore.model import Layer, PassageType, Project
from lore.projects import SET, project_here, storable
from lore.store import Store


class ProjectKey(click.ParamType[str]):
    """The name of a project as a person types it: kept as `lore.projects.storable` says, and never empty."""

    name = "key"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return storable(value) or self.fail("the name of a project is empty", param, ctx)


PROJECT = ProjectKey()


def default_of(setting: Setting[Any]) -> str:
    """What the help of an option says of the setting that stands in for it."""
    return f"[default: {setting.shown(setting.default, unit=False)}, or setting {setting.name}]"


def fact_id(store: Store, name: str) -> str:
    """The whole id of a fact: `3k9x2m` means `f:3k9x2m`, and that the one fact whose id begins so.

    What fits nothing comes back as it is. Raises UsageError, which lists them, where several facts fit.
    """
    return store.names.find(name if ":" in name else PassageType.FACT.named(name))


def candidate_id(store: Store, name: str) -> str:
    """The whole id of a candidate, as `fact_id` finds that of a fact."""
    return store.names.find(name if ":" in name else f"c:{name}")


def run_id(store: Store, name: str) -> str:
    """The whole id of a run, as `fact_id` finds that of a fact."""
    return store.names.find(name if ":" in name else f"r:{name}")


def subject_id(store: Store, name: str) -> str:
    """What the log knows by this name: a fact, as `fact_id` finds it, or anything else whose id it is."""
    found = fact_id(store, name)
    return found if store.audit.select(subject=found, limit=1) else name


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


def beginning(text: str | None) -> str | None:
    """The stored time at which a span of `--since` begins: `2026-03-01`, `7d`, `last week`, a full time."""
    if text is None:
        return None
    from lore.timespans import span_named

    if full := clock.normalise(text):
        return full
    span = span_named(text)
    if span is None:
        raise console.usage_error(
            f"`--since {text}` is not a time", "use a form such as 2026-03-01, 7d, yesterday or last week"
        )
    return span.start_at


def project_of_new(store: Store, layer: Layer, given: str | None) -> Project | None:
    """The project of a new fact: the one given, else that of this folder; none for layers that hold everywhere.

    Raises a usage error where an empty one is given, BadInput as `lore.projects.project_here` does.
    """
    if given is not None:
        return Project(PROJECT.convert(given, None, None), SET)
    return None if layer in (Layer.USER, Layer.ORG) else project_here(store.projects.all_known())
