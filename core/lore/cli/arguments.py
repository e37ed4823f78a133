"""What people type for times and projects, and ids as they read them."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from lore.cli import console

if TYPE_CHECKING:
    from lore.config import Setting

_LIKE_TEXT = re.compile(r"-(\d|\.\d|[^\W\d]\S|[^-\w])")
"""A minus with a number, a word of some letters, or a sign behind it."""
_SHIELD = "\0"
"""No argument of a program can hold it."""


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value.replace(_SHIELD, "") if isinstance(value, str) else value


class ProjectKey(click.ParamType[str]):
    """The name of a project as a person types it: kept as `lore.projects.storable` says, and never empty."""

    name = "key"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from lore.projects import storable

        return storable(value) or self.fail("the name of a project is empty", param, ctx)


PROJECT = ProjectKey()


class TextCommand(click.Command):
    """A command that takes a text or a number of yours, which may begin with a minus: `-5`, `-not`.

    What begins with one minus and is no option of the command is taken as it stands; `--kin` and `-k` are still
    refused, for they are options that were mistyped.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, list(self._shielded(ctx, args)))
        ctx.params = {name: _plain(value) for name, value in ctx.params.items()}
        return rest

    def _shielded(self, ctx: click.Context, args: list[str]) -> Iterator[str]:
        """The arguments, with a mark before what is no option, so that it is read as text."""
        takes_value: dict[str, bool] = dict.fromkeys(self.get_help_option_names(ctx), False)
        for option in self.params:
            if isinstance(option, click.Option):
                takes_value |= dict.fromkeys((*option.opts, *option.secondary_opts), not option.is_flag)
        is_value = is_over = False
        for given in args:
            is_over = is_over or given == "--"
            is_option = _LIKE_TEXT.match(given) is None or given[:2] in takes_value
            yield given if is_over or is_value or is_option else f"{_SHIELD}{given}"
            is_value = takes_value.get(given, False)


def default_of(setting: "Setting[Any]") -> str:
    """What the help of an option says of the setting that stands in for it."""
    return f"[default: {setting.shown(setting.default, unit=False)}, or setting {setting.name}]"


class Moment(click.ParamType[str]):
    """A time as a person types it, in its stored form. ahead: one to come. clears: an empty one takes a field away."""

    name = "time"

    def __init__(self, *, ahead: bool, clears: bool) -> None:
        self._is_ahead, self._clears = ahead, clears

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from lore.timespans import moment_ahead, moment_named  # 5 ms, which only who names a time pays

        if not value and self._clears:
            return ""
        found = moment_ahead(value) if self._is_ahead else moment_named(value)
        if found is None:
            what = "a time to come" if self._is_ahead else "a time"
            ways = ("in seven days", "tomorrow") if self._is_ahead else ("seven days ago", "last week")
            hint = f"use a form such as 2026-03-01, 7d ({ways[0]}), {ways[1]}"
            raise console.usage_error(f"`{param.opts[0] if param else 'TIME'} {value}` is not {what}", hint)
        return found
