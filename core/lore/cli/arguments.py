"""What people type for times and projects."""

from typing import Any

import click

from lore import clock
from lore.cli import console
from lore.projects import storable


class ProjectKey(click.ParamType[str]):
    """The name of a project as a person types it: kept as `lore.projects.storable` says, and never empty."""

    name = "key"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return storable(value) or self.fail("the name of a project is empty", param, ctx)


PROJECT = ProjectKey()


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
    from lore.moments import span_of, spans_of  # 100 ms, with the rest of its room

    if full := clock.normalise(text):
        return full
    span = span_of(text) or next(iter(spans_of(text)), None)
    if span is None:
        raise console.usage_error(
            f"`--since {text}` is not a time", "use a form such as 2026-03-01, 7d, yesterday or last week"
        )
    return span.start
