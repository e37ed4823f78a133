"""What people type for times and projects, and ids as they read them."""

from typing import Any

import click

from lore.cli import console
from lore.config import Setting
from lore.projects import storable
from lore.timespans import moment_ahead, moment_named


class ProjectKey(click.ParamType[str]):
    """The name of a project as a person types it: kept as `lore.projects.storable` says, and never empty."""

    name = "key"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return storable(value) or self.fail("the name of a project is empty", param, ctx)


PROJECT = ProjectKey()


def default_of(setting: Setting[Any]) -> str:
    """What the help of an option says of the setting that stands in for it."""
    return f"[default: {setting.shown(setting.default, unit=False)}, or setting {setting.name}]"


def moment(text: str | None, option: str, *, ahead: bool = False) -> str | None:
    """The stored form of a time given in an option. ahead: one to come. Raises a usage error where it is none."""
    if text is None:
        return None
    found = moment_ahead(text) if ahead else moment_named(text)
    if found is None:
        what = "a time to come" if ahead else "a time"
        forms = "2026-03-01, 7d (in seven days), tomorrow" if ahead else "2026-03-01, 7d (seven days ago), last week"
        raise console.usage_error(f"`{option} {text}` is not {what}", f"use a form such as {forms}")
    return found
