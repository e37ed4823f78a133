"""The opinions of the trained judges on the facts of a store, kept beside its indexes: each pair is read once.

An opinion only asks: what somebody else wrote into the file can put a question, and nothing more.
"""

import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from lore import paths, small_files
from lore.embedding import pair_weights
from lore.memory import judges
from lore.memory.opinion import Opinion
from lore.model import Fact
from lore.store import Store

_NAMED = "opinions-"
_ROWS = "rows"
_DIGITS = 6
"""Decimals of an opinion that are kept."""


class HeldOpinions:
    """What the judges hold of pairs of facts. `keep` writes down those that were asked for since, and no others."""

    def __init__(self, store: Store) -> None:
        self._store, self._path = store, opinions_file(store.folder)
        self._known: Mapping[str, object] = _kept(store.folder)
        self._asked: dict[str, Opinion] = {}
        self._is_new = False

    def of(self, newer: Fact, others: Sequence[Fact], cosines: Sequence[float] | None = None) -> list[Opinion]:
        """One for each of the others. cosines: of their vectors of the bundled model and that of the newer fact.

        About 10 ms for each that was never judged. Threads may ask at once. Raises ModelError.
        """
        keys = [_key(newer, other) for other in others]
        for other in others:
            self.has(newer, other)
        missing = [place for place, key in enumerate(keys) if key not in self._asked]
        near = [cosines[place] for place in missing] if cosines is not None else None
        opinions = judges.opinions(self._store, newer.text, [others[place].text for place in missing], near)
        self._asked |= {keys[place]: opinion for place, opinion in zip(missing, opinions, strict=True)}
        if missing:
            self._is_new = True
        return [self._asked[key] for key in keys]

    def has(self, newer: Fact, other: Fact) -> bool:
        """Whether this pair was judged before."""
        key = _key(newer, other)
        if key not in self._asked and (known := _opinion(self._known.get(key))) is not None:
            self._asked[key] = known
        return key in self._asked

    def keep(self, *, whole: bool) -> None:
        """Write them down for the next time, where that is possible.

        whole: whether all that are of use were asked for since; else those that were not are kept as well.
        """
        if not self._is_new and not (whole and self._asked.keys() != self._known.keys()):
            return
        rows = {key: _row(opinion) for key, opinion in self._asked.items()}
        self._known, self._is_new = (rows if whole else {**self._known, **rows}), False
        forget_opinions(self._store, but=self._path)
        _write(self._store.folder, self._known)


def _row(opinion: Opinion) -> list[float]:
    parts = opinion.same, opinion.contradicts, opinion.narrows, opinion.different
    return [round(part, _DIGITS) for part in parts]


def _key(newer: Fact, other: Fact) -> str:
    return f"{newer.hash} {other.hash}"


def copy_opinions(folder: Path, other: Path) -> None:
    """Take along what is kept in the folder of a store to that of its copy."""
    if rows := _kept(folder):
        _write(other, rows)


def forget_opinions(store: Store, but: Path | None = None) -> None:
    """Remove what is kept, also by other versions of the judges. but: a file that stays."""
    for path in paths.index_folder(store.folder).glob(f"{_NAMED}*.json"):
        if path != but:
            path.unlink(missing_ok=True)


def opinions_file(folder: Path) -> Path:
    """Where the opinions of these judges are kept, in the folder of a store."""
    digest = hashlib.blake2b(pair_weights(), digest_size=6)
    digest.update(files("lore.memory").joinpath("comparison.json").read_bytes())
    return paths.index_folder(folder) / f"{_NAMED}{digest.hexdigest()}.json"


def _kept(folder: Path) -> Mapping[str, object]:
    rows = small_files.read(opinions_file(folder)).get(_ROWS)
    return rows if isinstance(rows, dict) else {}


def _write(folder: Path, rows: Mapping[str, object]) -> None:
    small_files.write_if_possible(opinions_file(folder), {_ROWS: rows})


def _opinion(row: object) -> Opinion | None:
    """An opinion that was kept; None for anything else."""
    if not isinstance(row, list) or not all(isinstance(part, float) and 0 <= part <= 1 for part in row):
        return None
    return Opinion(*row) if len(row) == len(Opinion.__dataclass_fields__) else None
