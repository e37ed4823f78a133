"""One row of figures a day, so that a trend can be shown. Figures only: no text, no key of a project."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from lore.store.sqlite.connection import Row
from lore.store.sqlite.door import insert
from lore.store.sqlite.reading import Reader
from lore.store.sqlite.transaction import Transaction


@dataclass(frozen=True, slots=True)
class DailyFigures:
    """The figures of one day; of several on one day the last counts."""

    day: str
    """`2026-03-12`, in UTC."""
    measures: Mapping[str, int]


class FiguresByDay(Reader):
    """Derived data: kept without audit, replaced within a day."""

    def put(self, transaction: Transaction, figures: DailyFigures) -> None:
        values = {"day": figures.day, "measures": json.dumps(dict(figures.measures))}
        replaced = "ON CONFLICT (day) DO UPDATE SET measures = excluded.measures"
        insert(transaction._connection, "fitness", values, conflict=replaced)

    def newest(self, *, until: str) -> DailyFigures | None:
        """The newest figures of a day or before, or None."""
        row = self._one("SELECT * FROM fitness WHERE day <= ? ORDER BY day DESC LIMIT 1", until)
        return _figures(row) if row else None


def _figures(row: Row) -> DailyFigures:
    return DailyFigures(row["day"], json.loads(row["measures"]))
