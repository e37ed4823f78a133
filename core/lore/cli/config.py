"""`lore config`: every setting, its value, where that came from, and changing it."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from lore import actions, config as settings
from lore.actions import Engine, open_engine
from lore.cli import console, output
from lore.cli.arguments import TextCommand
from lore.cli.tui import check_keys
from lore.config import APP_KEY_PRESET, APP_KEYS, Changed, InForce, Scalar, decider, setting_named
from lore.errors import NotFound
from lore.presence import Person

_NAME_WIDTH, _VALUE_WIDTH = 32, 18
_TYPES = {int: "whole number", float: "number", str: "choice"}


@click.group(invoke_without_command=True)
@output.json_option
@click.pass_context
def config(context: click.Context) -> None:
    """Show and change settings: the policy of memory, thresholds, budgets, limits.

    A value comes from an environment variable, then from this store, then from the default. Settings that decide
    which facts are trusted, kept or archived have no environment variable; only you can change them.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_settings)


@config.command("list")
@click.argument("prefix", default="")
@click.option("--changed", is_flag=True, help="Only what is not at its default.")
@click.option("--explain", is_flag=True, help="Show what each setting does, and which values it takes.")
@output.json_option
def list_settings(prefix: str, changed: bool, explain: bool) -> None:
    """List settings: those whose names begin with PREFIX, such as `memory` or `memory.confidence`."""
    with open_engine() as engine:
        values = actions.settings(engine)
        settings_in_force = [values.listed(setting) for setting in settings.settings_below(prefix)]
    shown = [
        in_force for in_force in settings_in_force if not changed or in_force.source is not settings.Source.DEFAULT
    ]
    if output.as_json():
        elsewhere = [{"what": what, "where": where} for what, where in settings.ELSEWHERE_CHANGED]
        output.json_line({"settings": [_as_json(in_force) for in_force in shown], "elsewhere": elsewhere})
    else:
        for one in shown:
            _show(one, explain=explain)
    if not settings_in_force:
        raise NotFound(f"no setting begins with `{prefix}`", hint="`lore config list` shows them all")
    if values.gone:
        _tell_gone(values.gone)
        console.note(f"`lore config unset {' '.join(values.gone)}` takes out what you had set")
    if not output.as_json():
        if not shown:
            console.note("every setting is at its default")
        for what, where in settings.ELSEWHERE_CHANGED if not prefix and not changed else ():
            console.note(f"{what}: `{where}`")


@config.command()
@click.argument("name")
@output.json_option
def get(name: str) -> None:
    """Print only the value of one setting; with `--json`, everything about it."""
    setting = setting_named(name)
    with open_engine() as engine:
        in_force = actions.settings(engine).found(setting)
    if output.as_json():
        output.json_line(_as_json(in_force))
    else:
        output.line(str(in_force.plain))


@config.command("set", cls=TextCommand)
@click.argument("name")
@click.argument("value")
@console.yes_option
def set_value(name: str, value: str, yes: bool) -> None:
    """Give a setting a value in this store. `lore undo` reverses it."""
    wanted = {name: setting_named(name).plain(setting_named(name).parse(value))}
    _change(wanted, by=decider(wanted, yes=yes))


@config.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@console.yes_option
def unset(names: Sequence[str], yes: bool) -> None:
    """Reset settings to their defaults. `lore undo` restores the values."""
    _change(dict.fromkeys(names), by=decider(names, yes=yes))


def _tell_gone(names: Sequence[str]) -> None:
    for instead in dict.fromkeys(settings.GONE[name] for name in names):
        told = ", ".join(f"`{name}`" for name in names if settings.GONE[name] == instead)
        console.note(f"{told}: gone; {instead}")


def _show(found: InForce[Any], *, explain: bool) -> None:
    setting = found.setting
    value = "cannot be read" if found.fault else setting.shown(found.value)
    source = f"{found.source}, default {setting.shown(setting.default)}"
    where = "default" if found.source is settings.Source.DEFAULT else source
    output.line(f"{setting.name:<{_NAME_WIDTH}} {output.style(f'{value:<{_VALUE_WIDTH}}', bold=True)} {where}".rstrip())
    if found.fault:
        console.warn(found.fault)
    if explain:
        ways = "only you change it" if setting.guarded else f"`{setting.variable}`"
        output.line(f"    {setting.help}")
        output.line(f"    {setting.bounds}{f' {setting.unit}' if setting.unit else ''}; {ways}")


def _change(wanted: Mapping[str, Scalar | None], *, by: Person | None) -> None:
    with open_engine(person=by) as engine:
        _check_keys(engine, wanted)
        changes = actions.change_settings(engine, wanted)
        _show_changes(changes)
        values = actions.settings(engine)
        for changed in changes:
            in_force = values.listed(setting_named(changed.name)) if changed.name not in settings.GONE else None
            if in_force and in_force.source is settings.Source.VARIABLE:
                console.warn(f"`{in_force.setting.variable}` is set, and counts in its place here: {in_force.plain}")
        console.undo_hint(engine)


def _check_keys(engine: Engine, wanted: Mapping[str, Scalar | None]) -> None:
    """Raises UsageError where the keys of the app could not be used together as they would be then."""
    about = (APP_KEY_PRESET, APP_KEYS)
    if any(setting.name in wanted for setting in about):
        values = actions.settings(engine)
        preset, own = (str(wanted[one.name] or one.default) if one.name in wanted else values[one] for one in about)
        check_keys(preset, own)


def _show_changes(changes: Sequence[Changed]) -> None:
    for changed in changes:
        if changed.name in settings.GONE:
            output.line(f"{changed.name}: {changed.before} → gone")
            continue
        default = setting_named(changed.name).plain(setting_named(changed.name).default)
        before = f"{default} (default)" if changed.before is None else changed.before
        after = f"{default} (default)" if changed.after is None else changed.after
        output.line(f"{changed.name}: {before} → {after}")
    if not changes:
        console.note("nothing changed")


def _as_json(found: InForce[Any]) -> dict[str, object]:
    setting = found.setting
    limits = {"least": setting.least, "most": setting.most}
    return {
        "name": setting.name,
        "value": None if found.fault else found.plain,
        "default": setting.plain(setting.default),
        "source": found.source.value,
        "unit": setting.unit or None,
        "help": setting.help,
        "type": "text" if setting.form else _TYPES[type(setting.default)],
        "choices": list(setting.choices),
        **{name: limit if abs(limit) != float("inf") else None for name, limit in limits.items()},
        "variable": setting.variable,
        "guarded": setting.guarded,
        "fault": found.fault or None,
    }
