"""Which value a setting has now, and where that came from."""

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol

from lore.config.registry import GONE, SETTINGS
from lore.config.setting import LONGEST_TOLD, Scalar, Setting, Value
from lore.errors import BadInput, LoreError, StoreError, UsageError
from lore.text import shorten


class Source(StrEnum):
    """Where a value came from; a later one overrides an earlier one."""

    DEFAULT = "default"
    STORE = "this store"
    VARIABLE = "environment variable"


class StoredSettings(Protocol):
    """What the store keeps by name: `Store.settings`."""

    def many(self, keys: Iterable[str]) -> Mapping[str, object]:
        """The values of those of the keys that have one."""
        ...


class HasSettings(Protocol):
    """A store, as far as settings need one."""

    @property
    def settings(self) -> StoredSettings: ...


@dataclass(frozen=True, slots=True)
class InForce(Generic[Value]):
    """The value that a setting has now."""

    setting: Setting[Value]
    value: Value
    source: Source
    fault: str = ""
    """Why the setting cannot be what it is set to; the value is the default then, and using the setting an error."""

    @property
    def plain(self) -> Scalar:
        """The value as JSON has it."""
        return self.setting.plain(self.value)


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one store at one moment."""

    stored: Mapping[str, object]
    variables: Mapping[str, str]

    def __getitem__(self, setting: Setting[Value]) -> Value:
        """The value in force. Raises UsageError for a variable, StoreError for a stored value that cannot be."""
        return self.found(setting).value

    def found(self, setting: Setting[Value]) -> InForce[Value]:
        """The value in force, and where it came from. Raises UsageError, StoreError, as `config[setting]` does."""
        variable = setting.variable
        if variable is not None and variable in self.variables:
            return InForce(setting, _of_variable(setting, variable, self.variables[variable]), Source.VARIABLE)
        if setting.name in self.stored:
            return InForce(setting, _of_store(setting, self.stored[setting.name]), Source.STORE)
        return InForce(setting, setting.default, Source.DEFAULT)

    @property
    def gone(self) -> list[str]:
        """What the store still holds of settings that are gone."""
        return sorted(GONE & self.stored.keys())

    def listed(self, setting: Setting[Value]) -> InForce[Value]:
        """The same for a list, which also has to show a setting that cannot be what it is set to."""
        try:
            return self.found(setting)
        except LoreError as error:
            source = Source.STORE if isinstance(error, StoreError) else Source.VARIABLE
            return InForce(setting, setting.default, source, error.message)


def in_force(store: HasSettings) -> Config:
    """The settings of this store: what the environment says, else what was set here, else the defaults. One query."""
    return Config(store.settings.many([*SETTINGS, *GONE]), os.environ)


def _of_variable(setting: Setting[Value], variable: str, text: str) -> Value:
    try:
        return setting.parse(text)
    except UsageError as error:
        given = shorten(text, LONGEST_TOLD)
        raise UsageError(f"`{variable}` is set to `{given}`: `{setting.name}` is {setting.bounds}") from error


def _of_store(setting: Setting[Any], value: object) -> Any:
    try:
        return setting.check(value)
    except UsageError as error:
        raise StoreError(error.message, hint=error.hint) from error


# All settings as a text to edit, and back: TOML, where a line without `#` sets a value in this store


_HEAD = """\
# The settings of this store. A line without `#` in front sets a value; put `#` in front, and the default counts again.
# What is marked with `!` changes what is trusted, kept or archived."""
_LINE = re.compile(r"at line (\d+)")


def as_text(config: Config) -> str:
    """Every setting with its sentence, its bounds and its default; those set in the store without `#`."""
    lines = [_HEAD]
    for setting in SETTINGS.values():
        mark = "! " if setting.guarded else ""
        unit = f" {setting.unit}" if setting.unit else ""
        default = setting.shown(setting.default)
        lines += ["", f"# {mark}{setting.help}", f"# {setting.bounds}{unit}; default {default}"]
        stored = config.stored.get(setting.name)
        off = "# " if stored is None else ""
        value = setting.plain(setting.default) if stored is None else stored
        lines.append(f"{off}{setting.name} = {json.dumps(value)}")
    return "\n".join(lines) + "\n"


def read_text(text: str) -> dict[str, Scalar | None]:
    """What an edited text asks for: a value for each setting, None for those that it does not set or that are gone.

    Raises BadInput, which names the line.
    """
    try:
        found = dict(_flat(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        match = _LINE.search(str(error))
        where = f"line {match[1]}" if match else "the end"
        raise BadInput(f"{where} cannot be read: {str(error).partition(' (at ')[0].lower()}") from error
    except ValueError as error:  # what `tomllib` hands on as it is
        raise BadInput("a line cannot be read: a number in it has too many digits") from error
    except RecursionError as error:
        raise BadInput("a line cannot be read: it is nested too deeply") from error
    wanted: dict[str, Scalar | None] = dict.fromkeys(SETTINGS)
    for name, value in found.items():
        if name in GONE:
            wanted[name] = None
            continue
        setting = SETTINGS.get(name)
        if setting is None:
            raise BadInput(f"line {_line_of(text, name)}: there is no setting `{shorten(name, LONGEST_TOLD)}`")
        try:
            wanted[name] = setting.plain(setting.check(value))
        except LoreError as error:
            raise BadInput(f"line {_line_of(text, name)}: {error.message}") from error
    return wanted


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _line_of(text: str, name: str) -> int:
    """The line that sets a name: written out, or by its last part below a `[table]`."""
    lines = text.split("\n")
    for wanted in (name, name.rpartition(".")[2]):
        for number, line in enumerate(lines, 1):
            if line.partition("=")[0].strip().replace('"', "") == wanted:
                return number
    return 1
