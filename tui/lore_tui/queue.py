"""The queue of Review as it was taken: what is new waits, and what left it comes back to its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lore.model import CandidateStatus

READER, MORE, PROJECT, STATED = "reader", "more:", "project:", "stated:"
"""What the ids of rows begin with that are no proposals."""
NO_PROJECT = "in every project"


def folds(name: str) -> bool:
    """Whether a row is no proposal: it stands for others, or asks for a reader."""
    return name == READER or name.startswith((MORE, PROJECT, STATED))


@dataclass
class Queue:
    """The project in force first, the others folded, what agents stated last."""

    seen: frozenset[str] = frozenset()
    """All that waited when it was taken."""
    groups: Mapping[str | None, Sequence[str]] = field(default_factory=dict)
    """The proposals that are wanted, by project, in their order."""
    stated: Mapping[str | None, Sequence[str]] = field(default_factory=dict)
    """What agents stated, by project."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What each project is called."""
    most: int = 0
    """How many are shown at first."""
    opened: set[str] = field(default_factory=set)
    """The rows that you unfolded."""
    skipped: list[str] = field(default_factory=list)
    """They stand at the end as long as you are here."""
    left: dict[str, CandidateStatus | None] = field(default_factory=dict)
    """What left it, and how it was decided on; None: it is not written yet."""
    rows: list[str] = field(default_factory=list)
    headings: dict[int, str] = field(default_factory=dict)
    """The line above a row: a name and how many stand under it."""
    folded: dict[str, Sequence[str]] = field(default_factory=dict)
    """What stands behind a row, by its id."""

    def lay_out(self, here: str | None, *, asks_for_reader: bool) -> None:
        """Into rows. here: the project in force; None for all."""
        self.rows, self.headings, self.folded = [READER] * asks_for_reader, {}, {}
        elsewhere: dict[str, Sequence[str]] = {}
        shown: set[str] = set()
        room = self.most
        for key in sorted(self.groups, key=lambda key: here is not None and key not in (here, None)):
            names, row, more = self.groups[key], f"{PROJECT}{key or ''}", f"{MORE}{key or ''}"
            opened = row in self.opened or more in self.opened
            if not opened and (room <= 0 or (here is not None and key not in (here, None))):
                elsewhere[row] = self._still(names)
                continue
            first = len(names) if opened else room
            room -= len(names[:room])
            shown.update(names)
            self._put(self.called(key), self._wanted(names[:first]), more, self._wanted(names[first:]))
        for key, ids in self.stated.items():
            row = f"{STATED}{key or ''}"
            if row in self.opened:
                shown.update(ids)
                self._put("said by agents", self._wanted(ids))
            elif here in (None, key):
                elsewhere[row] = self._still(ids)
        self._put("later", [name for name in self._still(self.skipped) if name in shown])
        elsewhere = {row: names for row, names in elsewhere.items() if names}
        if elsewhere:
            self.headings[len(self.rows)] = "elsewhere" if self.headings else ""
            self.rows += elsewhere
            self.folded |= elsewhere

    def _put(self, heading: str, names: Sequence[str], fold: str = "", behind: Sequence[str] = ()) -> None:
        if names or behind:
            self.headings[len(self.rows)] = f"{heading}\t{len(names) + len(behind):,}"
            self.rows += [*names, *([fold] if behind else [])]
        if behind:
            self.folded[fold] = behind

    def _still(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name not in self.left]

    def _wanted(self, names: Iterable[str]) -> list[str]:
        return [name for name in self._still(names) if name not in self.skipped]

    def called(self, key: str | None) -> str:
        """What a project is called."""
        return self.names.get(key, key) if key else NO_PROJECT

    def fold_of(self, name: str) -> str | None:
        """The row that a proposal stands behind."""
        return next((row for row, names in self.folded.items() if name in names), None)

    @property
    def order(self) -> list[str]:
        """All of it in its order, shown or not."""
        return [name for names in (*self.groups.values(), *self.stated.values()) for name in names]

    @property
    def listed(self) -> list[str]:
        """The proposals that are shown."""
        return [name for name in self.rows if not folds(name)]

    @property
    def whole(self) -> int:
        """How many proposals wait in all, beside what agents stated."""
        return len(self.listed) + sum(len(ids) for row, ids in self.folded.items() if not row.startswith(STATED))

    def take_back(self, waiting: Iterable[str]) -> None:
        """Forget the decisions on what waits again."""
        for name in waiting:
            if self.left.get(name) is not None:
                del self.left[name]

    def new_of(self, waiting: Iterable[str]) -> int:
        """How many came since it was taken."""
        return sum(name not in self.seen or self.left.get(name) is not None for name in waiting)
