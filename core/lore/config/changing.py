"""Changing settings: one write, one undo unit, and only by you."""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from lore import presence
from lore.config.registry import GONE, setting_named
from lore.config.setting import Scalar
from lore.config.values import StoredSettings
from lore.errors import NeedsPerson
from lore.presence import Person, hand

ACT = "change what is trusted, kept or archived"


class WritableSettings(StoredSettings, Protocol):
    def put(self, change: Any, key: str, value: object) -> None: ...

    def remove(self, change: Any, key: str) -> None: ...


class Writable(Protocol):
    """A store, as far as changing settings needs one."""

    @property
    def settings(self) -> WritableSettings: ...

    def write(self, who: str | Person, run: str | None = None) -> AbstractContextManager[Any]: ...


@dataclass(frozen=True, slots=True)
class Changed:
    """A setting that has another value in this store now."""

    name: str
    before: Scalar | None
    """None: it was not set here."""
    after: Scalar | None


def decider(names: Iterable[str], *, yes: bool = False) -> Person | None:
    """Who may change these settings here: None where none of them is guarded, which needs no terminal.

    Raises NeedsPerson in an agent's shell, and for a guarded one without a terminal unless `yes`. Raises UsageError for
    a name that no setting has.
    """
    guarded = [name for name in names if name in GONE or setting_named(name).guarded]
    if guarded:
        return presence.deciding(f"change `{guarded[0]}`", yes=yes)
    presence.refuse_agent("change a setting")
    return None


def change_settings(store: Writable, wanted: Mapping[str, object], *, by: Person | None) -> list[Changed]:
    """Give settings other values in this store; None takes one back to its default, or out. Returns what changed.

    by: from `decider`. All of it is one step for `lore undo`. Raises UsageError for a value out of its bounds, and
    NeedsPerson in an agent's shell and for a guarded setting that nobody decided on; nothing is changed then.
    """
    if by is None:
        presence.refuse_agent("change a setting")
    values: dict[str, Scalar | None] = {}
    for name, value in wanted.items():
        setting = None if value is None and name in GONE else setting_named(name)
        if (setting is None or setting.guarded) and by is None:
            raise NeedsPerson(f"only a person may {ACT}: `{name}`", hint="run it in a terminal, or add `--yes`")
        values[name] = None if value is None or setting is None else setting.plain(setting.check(value))
    before = store.settings.many(values)
    changes = [
        Changed(name, _scalar(before.get(name)), after) for name, after in values.items() if before.get(name) != after
    ]
    if changes:
        with store.write(by or hand()) as transaction:
            for changed in changes:
                if changed.after is None:
                    store.settings.remove(transaction, changed.name)
                else:
                    store.settings.put(transaction, changed.name, changed.after)
    return changes


def _scalar(value: object) -> Scalar | None:
    return value if isinstance(value, (int, float, str)) else None
