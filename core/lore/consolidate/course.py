"""How far a run is. A run that was killed goes on behind its last change, with the plan that it had then.

The mark stands in the row of the run and moves in the transaction of each change. The plan of a unit lies in a sealed
file until the next one is made: planned anew when half of it is done, it might be another one.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from lore import paths, small_files
from lore.consolidate.planned_changes import (
    Archive,
    Assimilate,
    Dispute,
    Form,
    GiveWay,
    Merge,
    Narrow,
    PlannedChange,
    Propose,
    Wake,
)
from lore.intake import fits, local_key, mark
from lore.memory import Ground
from lore.model import Clean, Run
from lore.store import SEAL, Store, Transaction

_STEP, _UNIT, _ROUND, _MOVE, _READ, _FROM = "@step", "@unit", "@round", "@move", "@read", "@from"
_KEPT = MappingProxyType(
    {kind.__name__: kind for kind in (Archive, Assimilate, Dispute, Form, GiveWay, Merge, Narrow, Propose, Wake)}
)
"""The changes that a kept plan may hold. What is planned from the journal alone is planned anew."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run is."""

    step: int = 0
    unit: int = 0
    round: int = 0
    """How often the unit was planned before."""
    read: int = 0
    """Pairs of facts that judges read in this step."""


@dataclass(slots=True)
class Course:
    """A run on its way: its place, the changes of the plan there that were made, and the counts so far."""

    store: Store
    run: Run
    begun: int = 0
    """The newest change of the memory before this run."""
    place: Place = Place()
    moves: int = 0
    plan: list[PlannedChange] | None = None
    """What was planned for this place and is not known to be done; None where it has to be planned."""
    counts: Counter[str] = field(default_factory=Counter)
    _noted: Place = Place()
    """The place that stands in the row of the run."""

    @classmethod
    def of(cls, store: Store, run: Run) -> "Course":
        """Where the run is; at its beginning where somebody else changed the memory since."""
        told = run.summary
        course = cls(store, run, begun=told.get(_FROM, _newest(store)))
        if not told or not course._is_alone():
            return course
        course._noted = course.place = Place(*(told.get(name, 0) for name in (_STEP, _UNIT, _ROUND, _READ)))
        course.moves = told.get(_MOVE, 0)
        course.counts.update({name: count for name, count in told.items() if not name.startswith("@")})
        course._take_up_plan()
        return course

    def begin(self, place: Place, plan: Sequence[PlannedChange]) -> None:
        """Go on to a place and keep its plan, so that a call that is killed from now on is continued with this one."""
        self.place, self.moves, self.plan = place, 0, list(plan)
        if (plan or place.read != self._noted.read) and all(type(change).__name__ in _KEPT for change in plan):
            changes = [{"is": type(change).__name__, **asdict(cast("Any", change))} for change in plan]
            kept = {
                "run": self.run.id, "after": astuple(self._noted), "place": astuple(place), "plan": changes
            }  # fmt: skip
            values = json.loads(json.dumps(kept))
            sealed = {**values, SEAL: mark(local_key(self.store.folder), values)}
            small_files.write_if_possible(plan_file(self.store.folder), sealed)

    def note(self, transaction: Transaction, moves: int) -> None:
        """Write the place down with the changes that are made there; moves: how many of the plan are done then."""
        self.moves, self._noted = moves, self.place
        names = (_STEP, _UNIT, _ROUND, _READ)
        place = dict(zip(names, astuple(self.place), strict=True))
        self.store.runs.keep(transaction, self.run.id, {**self.counts, **place, _MOVE: moves, _FROM: self.begun})

    def forget_plan(self) -> None:
        plan_file(self.store.folder).unlink(missing_ok=True)

    def _take_up_plan(self) -> None:
        """The plan of this place, or of the one that was begun after it."""
        found: dict[str, Any] = small_files.read(plan_file(self.store.folder))
        seal, key = found.pop(SEAL, None), local_key(self.store.folder)
        here = list(astuple(self.place))
        if not fits(key, found, seal) or found["run"] != self.run.id or here not in (found["place"], found["after"]):
            return
        if found["place"] != here:
            self.place, self.moves = Place(*found["place"]), 0
        self.plan = [_change(row) for row in found["plan"]]

    def _is_alone(self) -> bool:
        """Whether nothing but this run changed the memory since it began."""
        newest = _newest(self.store)
        return newest == self.begun or self.store.audit.get(newest).run == self.run.id


def _newest(store: Store) -> int:
    return next(iter(store.audit.seqs(1)), 0)


def plan_file(folder: Path) -> Path:
    """Where the plan of a unit is kept while it is carried out."""
    return paths.index_folder(folder) / "consolidation-plan.json"


def _change(row: Mapping[str, Any]) -> PlannedChange:
    kind = _KEPT[str(row["is"])]
    values = {each.name: row[each.name] for each in fields(kind)}
    for name, of in (("ground", Ground), ("text", Clean)):
        if values.get(name) is not None:
            values[name] = of(values[name])
    if "sources" in values:
        values["sources"] = tuple(values["sources"])
    return kind(**values)
