"""What changes something outside the store, and how that is put back: one entry for each kind of thing.

A new one is a class with `restore` and a line in `_EFFECTS`; undo and redo then know it. The classes live in rooms
above this one, so they are named here and loaded when needed.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from lore.errors import Conflict
from lore.model import SubjectKind

State = Mapping[str, Any]


class Effect(Protocol):
    """Things of one kind that are no rows, such as published files."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Bring the thing from the state `found` to `wanted`. False where it is in `wanted` already.

        Raises Conflict where it is in neither.
        """


class CompressedFiles:
    """Memory files that `compress` shrank, which Lore did once: nothing puts them back by itself."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Raises Conflict: the command that could write it is gone."""
        raise Conflict(
            f"`{name}` was compressed, which Lore does no more: it cannot be put back by itself",
            hint=f"`lore history {name} --json` holds its text as it was",
        )


_EFFECTS: Mapping[SubjectKind, tuple[str, str]] = {
    SubjectKind.FILE: ("lore.publish.undo_blocks", "PublishedFiles"),
    SubjectKind.MEMORY_FILE: ("lore.history.effects", "CompressedFiles"),
    SubjectKind.SETTINGS_FILE: ("lore.adapters.install.record", "SettingsFiles"),
    SubjectKind.TIMER: ("lore.schedule.standing", "Timers"),
}
OUTSIDE = frozenset(_EFFECTS)
"""Kinds of things that stand outside the store."""


@cache
def known_effects() -> Mapping[SubjectKind, Effect]:
    """Every effect there is, by the kind of thing that it puts back."""
    return {kind: getattr(import_module(module), name)() for kind, (module, name) in _EFFECTS.items()}
