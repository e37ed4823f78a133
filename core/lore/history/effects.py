"""What changes something outside the store, and how that is put back: one entry for each kind of thing.

A new one is a class with `restore` and a line in `_EFFECTS`; undo and redo then know it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from lore.model import SubjectKind

State = Mapping[str, Any]


class Effect(Protocol):
    """Things of one kind that are no rows, such as published files."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Bring the thing from the state `found` to `wanted`. False where it is in `wanted` already.

        Raises Conflict where it is in neither.
        """


@cache
def effects() -> Mapping[SubjectKind, Effect]:
    """Every effect there is, by the kind of thing that it puts back."""
    from lore.publish import PublishedFiles, WholeFiles

    return {SubjectKind.FILE: PublishedFiles(), SubjectKind.MEMORY_FILE: WholeFiles()}


OUTSIDE = frozenset({SubjectKind.FILE, SubjectKind.MEMORY_FILE})
"""The kinds in `effects`, for who only asks whether something stands outside the store."""
