"""`lore config`: every setting, its value, where that came from, and changing it."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from lore import actions, config as settings, paths, presence
from lore.actions import Engine, open_engine
from lore.cli import console, output
from lore.cli.deciding import in_terminal, yes_option
from lore.cli.tui import check_keys
from lore.config import APP_KEY_PRESET, APP_KEYS, Changed, InForce, Scalar, as_text, decider, read_text, setting_named
from lore.errors import BadInput, LoreError, NeedsPerson, NotFound
from lore.presence import Person

_NAME_WIDTH, _VALUE_WIDTH = 32, 18
_TYPES = {int: "whole number", float: "number", str: "choice"}


@click.group(invoke_without_command=True)
@output.json_option
@click.pass_context
def config(context: click.Context, as_json: bool) -> None:
    """Show and change settings: the policy of memory, thresholds, budgets, lifetimes, limits.

    A value comes from an environment variable, else from this store, else it is the default. What changes which facts
    are trusted, kept or archived has no environment variable, and only you change it.
    """
    if context.invoked_subcommand is None:
        _list("", changed=False, explain=False, as_json=as_json)


@config.command("list")
@click.argument("prefix", default="")
@click.option("--changed", is_flag=True, help="Only what is not at its default.")
@click.option("--explain", is_flag=True, help="Show what each setting does, and which values it takes.")
@output.json_option
def list_settings(prefix: str, changed: bool, explain: bool, as_json: bool) -> None:
    """List settings: those whose names begin with PREFIX, such as `memory` or `memory.lifetime`."""
    _list(prefix, changed=changed, explain=explain, as_json=as_json)


@config.command()
@click.argument("name")
@output.json_option
def get(name: str, as_json: bool) -> None:
    """Print the value of one setting, and nothing else; with `--json` all that is known of it."""
    setting = setting_named(name)
    with open_engine() as engine:
        in_force = actions.settings(engine).found(setting)
    if as_json:
        output.json_line(_as_json(in_force))
    else:
        output.line(str(in_force.plain))


@config.command("set")
@click.argument("name")
@click.argument("value")
@yes_option
def set_value(name: str, value: str, yes: bool) -> None:
    """Give a setting a value in this store. `lore undo` reverses it."""
    wanted = {name: setting_named(name).plain(setting_named(name).parse(value))}
    _change(wanted, by=decider(wanted, yes=yes))


@config.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@yes_option
def unset(names: Sequence[str], yes: bool) -> None:
    """Take settings back to their defaults. `lore undo` brings the values back."""
    _change(dict.fromkeys(names), by=decider(names, yes=yes))


@config.command()
def edit() -> None:
    """Change settings in your editor, all of them on one page.

    What cannot be read is kept: the next `lore config edit` opens it again.
    """
    if not in_terminal():
        raise NeedsPerson("an editor needs a terminal", hint="`lore config set NAME VALUE` changes one setting")
    person = presence.deciding("change settings")
    with open_engine() as engine:
        values, draft = actions.settings(engine), paths.settings_draft(engine.home)
    shown = as_text(values)
    text = _typed(draft, shown)
    if text == shown or not text.strip():
        console.note("nothing changed")
    else:
        with open_engine(person=person) as engine:
            _show_changes(_accepted(engine, draft, _wanted(draft, text, values.stored)))
            console.undo_hint(engine)
    draft.unlink(missing_ok=True)


@config.command()
@output.json_option
def path(as_json: bool) -> None:
    """Print the file in which settings are kept: the store itself."""
    database = paths.database(paths.home())
    if as_json:
        output.json_line({"path": str(database), "exists": database.is_file()})
    else:
        output.line(str(database))


def _list(prefix: str, *, changed: bool, explain: bool, as_json: bool) -> None:
    with open_engine() as engine:
        values = actions.settings(engine)
        settings_in_force = [values.listed(setting) for setting in settings.settings_below(prefix)]
    shown = [
        in_force for in_force in settings_in_force if not changed or in_force.source is not settings.Source.DEFAULT
    ]
    if as_json:
        elsewhere = [{"what": what, "where": where} for what, where in settings.ELSEWHERE_CHANGED]
        output.json_line({"settings": [_as_json(in_force) for in_force in shown], "elsewhere": elsewhere})
    else:
        for one in shown:
            _show(one, explain=explain)
    if not settings_in_force:
        raise NotFound(f"no setting begins with `{prefix}`", hint="`lore config list` shows them all")
    if not as_json:
        if not shown:
            console.note("every setting is at its default")
        for what, where in settings.ELSEWHERE_CHANGED if not prefix and not changed else ():
            console.note(f"{what}: `{where}`")


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
            in_force = values.listed(setting_named(changed.name))
            if in_force.source is settings.Source.VARIABLE:
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
        default = setting_named(changed.name).plain(setting_named(changed.name).default)
        before = f"{default} (default)" if changed.before is None else changed.before
        after = f"{default} (default)" if changed.after is None else changed.after
        output.line(f"{changed.name}: {before} → {after}")
    if not changes:
        console.note("nothing changed")


def _typed(draft: Path, shown: str) -> str:
    """What you leave in the editor; what you left there last time and could not be read is opened again."""
    if draft.exists():
        console.note(f"this is what you typed last time, in `{draft}`")
    else:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(shown)
    try:
        console.edit_file(draft)
    except LoreError as error:
        if draft.read_text(encoding="utf-8", errors="replace") == shown:
            draft.unlink()
            raise
        raise LoreError(f"{error.message}; nothing was changed", hint=_kept(draft)) from error
    try:
        return draft.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadInput("the file is not UTF-8 text; nothing was changed", hint=_kept(draft)) from error


def _wanted(draft: Path, text: str, shown: Mapping[str, object]) -> dict[str, Scalar | None]:
    """What the text asks for, where that is not what was shown: what another program set meanwhile stays."""
    try:
        return {name: value for name, value in read_text(text).items() if value != shown.get(name)}
    except LoreError as error:
        raise BadInput(f"{error.message}; nothing was changed", hint=_kept(draft)) from error


def _accepted(engine: Engine, draft: Path, wanted: Mapping[str, Scalar | None]) -> list[Changed]:
    try:
        _check_keys(engine, wanted)
        return actions.change_settings(engine, wanted)
    except LoreError as error:
        raise type(error)(f"{error.message}; nothing was changed", hint=_kept(draft)) from error


def _kept(draft: Path) -> str:
    return f"what you typed is kept in `{draft}`: `lore config edit` opens it again"


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
        "may_be_never": setting.may_be_never,
        "variable": setting.variable,
        "guarded": setting.guarded,
        "fault": found.fault or None,
    }
