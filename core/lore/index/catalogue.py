"""One row of numbers per passage: what the vector search filters by, and where a turn stands in its session."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lore import clock
from lore.errors import IndexDamaged
from lore.index.analysis import addressed, speaker_of
from lore.index.columns import Columns, bounded_update
from lore.index.filters import PassageFilter
from lore.model import Passage, PassageType

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]

LAYOUT = {
    "key": "i8",
    "id": "S32",
    "type": "i4",
    "kind": "i4",
    "layer": "i4",
    "status": "i4",
    "role": "i4",
    "agent": "i4",
    "speaker": "i4",
    "flags": "u1",
    "project": "i8",
    "session": "i8",
    "position": "i4",
    "length": "i4",
    "addressed": "u1",
    "at": "i8",
    "happened": "i8",
}
FORMAT = 3
"""Raised by hand when cells are made differently, or the matrix of vectors is laid out differently."""
NONE = 0
"""Stands for a field that a passage does not have."""
TAINTED, PINNED, GONE = 1, 2, 4
PERCENT = 100
KEPT_MASKS = 8
FEW_KEYS = 16
"""Rows of so few keys are found by looking at all; of more by an order of all, which is kept."""
MOST_RUNS = 8
"""Runs of keys that are looked through one after the other; more are sorted into one (a million rows: 0.1 s)."""
_SHORT, _LONG = 4, 8
_NARROW = {
    "types": "type",
    "kinds": "kind",
    "layers": "layer",
    "statuses": "status",
    "roles": "role",
    "agents": "agent",
}


def version() -> str:
    """Names the folder of the catalogue and of the vectors beside it."""
    return hashlib.sha256(f"{LAYOUT}|{FORMAT}".encode()).hexdigest()[:12]


def key_of(passage_id: str) -> int:
    """The number of a passage: of a turn its sequence number, of anything else a hash; they cannot meet."""
    if number := PassageType.TURN.number_in(passage_id):
        return number << 1
    return _code(passage_id, _LONG) | 1


class Catalogue:
    """Reads one state of the catalogue; `update` is for the holder of the index lock."""

    def __init__(self, folder: Path, earlier: "Catalogue | None" = None) -> None:
        """earlier: an open state of it, whose order of keys need not be made again where it still stands."""
        self._columns = Columns(folder, LAYOUT)
        self._runs: tuple[_Run, ...] = ()
        if earlier is not None and self._begins_with(earlier):
            self._runs = earlier._runs
        self._masks: dict[PassageFilter, Bools] = {}

    @property
    def applied(self) -> int:
        return self._columns.applied

    @property
    def size(self) -> int:
        return self._columns.rows

    def open(self) -> None:
        """Open what later reads need. Raises IndexDamaged where a column is gone or too short."""
        self._columns.open()

    def live(self) -> int:
        """How many passages are searched. Raises IndexDamaged where a column is too short."""
        self._columns.open()
        return int(self.mask(PassageFilter()).sum())

    def rows_of(self, keys: "Ints") -> "Ints":
        """The rows of passages; -1 where there is none."""
        import numpy as np

        found = np.full(len(keys), -1, dtype=np.int64)
        if not self._runs and len(keys) <= FEW_KEYS:
            column = np.asarray(self._columns["key"])
            for place, key in enumerate(keys):
                found[place] = next(iter(np.flatnonzero(column == key)), -1)
            return found
        for run in self._sorted():
            places = np.minimum(np.searchsorted(run.keys, keys), len(run.keys) - 1)
            found = np.where(run.keys[places] == keys, run.rows[places], found)
        return found

    def _begins_with(self, earlier: "Catalogue") -> bool:
        import numpy as np

        known = earlier.size
        return known <= self.size and np.array_equal(self._columns["key"][:known], earlier._columns["key"])

    def _sorted(self) -> "tuple[_Run, ...]":
        """Every row in runs of sorted keys: the rows that came since the last run make another."""
        import numpy as np

        runs = self._runs  # once: another thread may be adding the same run
        known = sum(len(run.rows) for run in runs)
        if known < self.size:
            start = known if len(runs) < MOST_RUNS else 0
            added = np.asarray(self._columns["key"][start:], dtype=np.int64)
            order = np.argsort(added, kind="stable")
            runs = self._runs = (*(runs if start else ()), _Run(added[order], start + order))
        return runs

    def ids(self, rows: "Ints") -> list[str]:
        """The ids of the passages in these rows. Raises IndexDamaged where one cannot be read."""
        try:
            return [name.decode() for name in self._columns["id"][rows].tolist()]
        except UnicodeDecodeError as error:
            raise IndexDamaged(f"the catalogue is damaged: {error}", hint="`lore reindex` builds it again") from error

    def places(self, rows: "Ints") -> "tuple[Ints, ...]":
        """Of each row: session (0 for none), position in it (-1 for no turn), characters, speaker (0 for nobody).

        And how far it speaks to somebody, in percent.
        """
        import numpy as np

        columns = ("session", "position", "length", "speaker", "addressed")
        return tuple(np.asarray(self._columns[name][rows], dtype=np.int64) for name in columns)

    def around(self, places: Mapping[int, int], reach: int, passing: "Bools") -> "Ints":
        """The rows of turns that pass, at most `reach` away from one of these. places: session number → position."""
        import numpy as np

        sessions, found = np.asarray(self._columns["session"]), []
        for session, position in places.items():
            rows = np.flatnonzero(sessions == session)
            away = np.abs(np.asarray(self._columns["position"][rows], dtype=np.int64) - position)
            found.append(rows[(away <= reach) & passing[rows]])
        return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)

    def newest(self, passing: "Bools", limit: int) -> "Ints":
        """The newest rows among those that pass."""
        import numpy as np

        rows = np.flatnonzero(passing)
        at = np.asarray(self._columns["at"][rows], dtype=np.int64)
        return rows[np.argsort(-at, kind="stable")[:limit]]

    def mask(self, wanted: PassageFilter) -> "Bools":
        """Which rows pass the filter, as far as the catalogue knows: it knows no tags and no files.

        The last few answers are kept: searches of one screen or agent share their filter. Do not change the array.
        """
        found = self._masks.get(wanted)
        if found is None:
            found = self._mask(wanted)
            self._masks = bounded_update(self._masks, wanted, found, KEPT_MASKS)
        return found

    def _mask(self, wanted: PassageFilter) -> "Bools":
        import numpy as np

        passing: Bools = (self._columns["flags"] & GONE) == 0  # type: ignore[operator]
        for field, column in _NARROW.items():
            values: tuple[str, ...] = getattr(wanted, field)
            if values:
                passing &= np.isin(self._columns[column], [_code(value, _SHORT) for value in values])
        if wanted.ids:
            passing &= np.isin(self._columns["key"], [key_of(name) for name in wanted.ids])
        if wanted.not_ids:
            passing &= ~np.isin(self._columns["key"], [key_of(name) for name in wanted.not_ids])
        for scope, column in ((wanted.projects, "project"), (wanted.sessions, "session")):
            if scope:
                passing &= np.isin(self._columns[column], [_code(value, _LONG) for value in scope])
        for flag, state in ((TAINTED, wanted.tainted), (PINNED, wanted.pinned)):
            if state is not None:
                passing &= ((self._columns["flags"] & flag) != 0) == state  # type: ignore[operator]
        for column, after, before in (
            ("at", wanted.after, wanted.before),
            ("happened", wanted.happened_after, wanted.happened_before),
        ):
            times: Any = self._columns[column]
            if after is not None:
                passing &= times >= epoch(after)
            if before is not None:
                passing &= (times < epoch(before)) & (times != NONE)
        return passing

    def update(self, present: Sequence[Passage], gone: Sequence[str], applied: int) -> None:
        """Take in passages as they now are, and mark those that are gone."""
        import numpy as np

        self._masks = {}
        keys = np.array([key_of(passage.id) for passage in present], dtype=np.int64)
        rows = self.rows_of(keys)
        cells = _cells(present, keys)
        old, new = rows >= 0, rows < 0
        if old.any():
            for name, values in cells.items():
                self._columns.assign(name, rows[old], values[old])
        if new.any():
            self._columns.append({name: values[new] for name, values in cells.items()})
        lost = self.rows_of(np.array([key_of(name) for name in gone], dtype=np.int64))
        if (lost >= 0).any():
            self._columns.assign("flags", lost[lost >= 0], GONE)
        self._columns.commit(applied)


@dataclass(frozen=True, slots=True)
class _Run:
    """Some rows, by their keys."""

    keys: "Ints"
    rows: "Ints"


def place_of(passage: Passage) -> tuple[int, int, int, int, int]:
    """What `Catalogue.places` says of a passage that is not in the catalogue."""
    speaker = speaker_number(speaker_of(passage))
    return _code(passage.session, _LONG), _position(passage), len(passage.text), speaker, _addressed(passage)


def speaker_number(speaker: str | None) -> int:
    """How `places` names a speaker."""
    return _code(speaker, _SHORT)


def epoch(time: str | None) -> int:
    """Seconds since 1970 of a stored time; `NONE` where there is none."""
    moment = clock.parse(time) if time else None
    return int(moment.timestamp()) if moment else NONE


def _cells(passages: Sequence[Passage], keys: "Ints") -> "dict[str, Any]":
    import numpy as np

    short = {
        name: [_code(getattr(passage, name), _SHORT) for passage in passages]
        for name in ("type", "kind", "layer", "status", "role", "agent")
    }
    long = {name: [_code(getattr(passage, name), _LONG) for passage in passages] for name in ("project", "session")}
    rest = {
        "flags": [TAINTED * passage.tainted | PINNED * passage.pinned for passage in passages],
        "speaker": [speaker_number(speaker_of(passage)) for passage in passages],
        "position": [_position(passage) for passage in passages],
        "length": [len(passage.text) for passage in passages],
        "addressed": [_addressed(passage) for passage in passages],
        "at": [epoch(passage.at) for passage in passages],
        "happened": [epoch(passage.happened_at) for passage in passages],
    }
    lists = {**short, **long, **rest}
    ids = np.array([passage.id.encode() for passage in passages], dtype=LAYOUT["id"])
    return {"key": keys, "id": ids, **{name: np.array(values, dtype=LAYOUT[name]) for name, values in lists.items()}}


def _position(passage: Passage) -> int:
    return passage.position if passage.type is PassageType.TURN else -1


def _addressed(passage: Passage) -> int:
    return round(PERCENT * addressed(passage.text)) if passage.type is PassageType.TURN else 0


@lru_cache(maxsize=4096)  # few kinds, projects and sessions, in a million passages
def _code(value: str | None, size: int) -> int:
    """A name as a positive number of `size` bytes; `NONE` for none."""
    if value is None:
        return NONE
    digest = hashlib.blake2b(value.encode("utf-8", "surrogatepass"), digest_size=size).digest()
    return int.from_bytes(digest, "little") >> 1
