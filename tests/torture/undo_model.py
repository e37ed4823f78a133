"""What undo should do, in a hundred lines without a database: rows in a dictionary, units in a list."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lore.model import Candidate, Evidence, Fact, Link

Key = tuple[str, str]
Row = Fact | Evidence | Link | Candidate | str


class Refused(Exception):
    """The store must raise Conflict."""


class Nothing(Exception):
    """The store must raise NotFound."""


@dataclass(frozen=True)
class Changed:
    """One row before and after."""

    key: Key
    before: Row | None
    after: Row | None


@dataclass(frozen=True)
class Unit:
    """One transaction."""

    number: int
    actor: str
    changes: tuple[Changed, ...]
    run: str | None = None
    undoes: frozenset[int] = frozenset()
    depth: int = 0
    goes_back_to: str | None = None
    """The backup that brings back what was before a restore."""


@dataclass
class World:
    """Everything a store holds, and how it came to."""

    rows: dict[Key, Row] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)

    def copy(self) -> "World":
        return World(dict(self.rows), list(self.units))

    def of(self, table: str) -> dict[str, Row]:
        return {name: row for (of, name), row in self.rows.items() if of == table}

    def apply(self, unit: Unit) -> None:
        for changed in unit.changes:
            self._set(changed.key, changed.after)
        self.units.append(unit)

    def to_undo(self, by: str | None) -> list[Unit]:
        """What the next undo reverses, newest first. Raises Nothing."""
        for unit in self._seen(by):
            if unit.depth % 2 == 0:
                return self._whole_run(unit)
        raise Nothing

    def to_redo(self, by: str | None) -> list[Unit]:
        """What the next redo reverses. Raises Nothing."""
        for unit in self._seen(by):
            if unit.depth % 2:
                return [unit]
            if unit.depth == 0:
                break
        raise Nothing

    def of_run(self, run: str) -> list[Unit]:
        """What undoing a run reverses, newest first. Raises Nothing."""
        units = [unit for unit in reversed(self.units) if unit.run == run and not self.is_reversed(unit)]
        if not units:
            raise Nothing
        return units

    def is_reversed(self, unit: Unit) -> bool:
        reversers = [later for later in self.units if unit.number in later.undoes]
        return any(not self.is_reversed(later) for later in reversers)

    def reversal(self, units: Sequence[Unit]) -> tuple[Changed, ...]:
        """The changes that take these units back. Raises Refused."""
        world = self.copy()
        changes = []
        for changed in (changed for unit in units for changed in reversed(unit.changes)):
            if world.rows.get(changed.key) != changed.after:
                raise Refused
            back = Changed(changed.key, changed.after, changed.before)
            world._set(back.key, back.after)
            world.check_references(back.key)
            changes.append(back)
        return tuple(changes)

    def check_references(self, key: Key) -> None:
        """Whatever a row names must be there, and a relation only once. Raises Refused."""
        row = self.rows.get(key)
        if row is None:
            if key[0] == "facts" and any(key[1] in _named(other) for other in self.rows.values()):
                raise Refused
            return
        if any(("facts", name) not in self.rows for name in _named(row)):
            raise Refused
        if isinstance(row, Link):
            same = [other for other in self.of("links").values() if _relation(other) == _relation(row)]
            if len(same) > 1:
                raise Refused

    def _seen(self, by: str | None) -> list[Unit]:
        return [unit for unit in reversed(self.units) if by in (None, unit.actor) and not self.is_reversed(unit)]

    def _whole_run(self, unit: Unit) -> list[Unit]:
        return [unit] if unit.run is None or unit.depth else self.of_run(unit.run)

    def _set(self, key: Key, row: Row | None) -> None:
        if row is None:
            self.rows.pop(key, None)
        else:
            self.rows[key] = row


def _named(row: Row) -> list[str]:
    match row:
        case Evidence():
            return [row.fact]
        case Link():
            return [row.source, row.target]
        case Candidate():
            return [row.fact, *([row.replaces] if row.replaces else [])]
        case _:
            return []


def _relation(row: Row) -> tuple[str, str, str] | None:
    return (row.source, row.kind, row.target) if isinstance(row, Link) else None
