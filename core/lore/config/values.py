"""Which value a setting has now, and where that came from."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol

from lore.config.registry import GONE, SETTINGS
from lore.config.setting import LONGEST_TOLD, Scalar, Setting, Value
from lore.errors import LoreError, StoreError, UsageError
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
