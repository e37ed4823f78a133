"""The store as the derived indexes see it: everything searchable."""

from collections.abc import Iterator, Sequence

from lore.model import Passage, PassageType
from lore.store.records import Announcement, VectorRow
from lore.store.sqlite.connection import Row
from lore.store.sqlite.passage_tables import EVERY, PASSAGE_TABLES, WHOLE
from lore.store.sqlite.reading import Reader, batches, marks


class Passages(Reader):
    """Everything searchable. A fact of any status is a passage; what is withdrawn, or in no collection, is none."""

    def many(self, ids: Sequence[str]) -> dict[str, Passage]:
        """The passages with these ids; what is gone is left out."""
        named: dict[PassageType, list[str]] = {kind: [] for kind in PassageType}
        for name in ids:
            named[PassageType.of(name)].append(name)
        # A fact that was brought in keeps its id, whatever that looks like.
        named[PassageType.FACT] += [name for name in ids if PassageType.of(name) is PassageType.DIGEST]
        found: dict[str, Passage] = {}
        for kind, names in named.items():
            of = PASSAGE_TABLES[kind]
            for batch in batches([of.key_of(name) for name in names]):
                for row in self._all(f"{of.whole} WHERE {of.stands} AND {of.key} IN ({marks(batch)})", *batch):
                    passage = of.build(row)
                    found[passage.id] = passage
        return found

    def pages(self, size: int = 2000) -> Iterator[list[Passage]]:
        """Every passage, in pages of at most `size`, one type after the other. Each page is a read of its own."""
        for of in EVERY:
            last, number = 0, f"{of.table}.seq"
            sql = f"{of.whole} WHERE {of.stands} AND {number} > ? ORDER BY {number} LIMIT ?"
            while rows := self._all(sql, last, size):
                last = rows[-1]["seq"]
                yield [of.build(row) for row in rows]

    def count(self) -> dict[PassageType, int]:
        """How many passages of each type there are."""
        return {of.type: int(self._value(f"SELECT count(*) FROM {of.visible}")) for of in EVERY}


# What the derived indexes have to hear of, in the order in which it happened


class IndexQueue(Reader):
    """Rows are only added."""

    def since(self, cursor: int, limit: int) -> list[Announcement]:
        """The announcements after a cursor, oldest first."""
        rows = self._all("SELECT seq, passage FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?", cursor, limit)
        return [Announcement(row["seq"], row["passage"]) for row in rows]

    def last(self) -> int:
        """The cursor of the newest announcement; 0 before the first."""
        return int(self._value("SELECT coalesce(max(seq), 0) FROM outbox"))


# Embedding vectors beside what they were made from. Derived data: no audit, and any row may be made anew


class Vectors(Reader):
    """The vectors of every model; those of models no longer used stay until a rebuild."""

    def put(self, rows: Sequence[VectorRow], *, budget_s: float | None = None) -> None:
        """Store the vectors of whole passages, in place of the vectors these had of the same model.

        budget_s: how long another writer is waited for, default as for any write. Raises Busy.
        """
        with self._database.writing(budget_s) as connection:
            connection.executemany(
                "DELETE FROM embeddings WHERE passage = ? AND model = ?",
                {(row.passage, row.model) for row in rows},
            )
            connection.executemany(
                "INSERT INTO embeddings (passage, part, model, dimension, text_hash, vector) VALUES (?, ?, ?, ?, ?, ?)",
                [(row.passage, row.part, row.model, row.dimension, row.text_hash, row.vector) for row in rows],
            )

    def drop(self, passages: Sequence[str]) -> None:
        """Remove the vectors of passages that are gone."""
        with self._database.writing() as connection:
            connection.executemany("DELETE FROM embeddings WHERE passage = ?", [(name,) for name in passages])

    def hashes(self, passages: Sequence[str], model: str) -> dict[str, str]:
        """The hash of the text that the vectors of each passage were made from; passages without any are left out."""
        found: dict[str, str] = {}
        for batch in batches(passages):
            where = f"model = ? AND part = 0 AND {WHOLE} AND passage IN ({marks(batch)})"
            rows = self._all(f"SELECT passage, text_hash FROM embeddings WHERE {where}", model, *batch)
            found.update((row[0], row[1]) for row in rows)
        return found

    def of(self, passages: Sequence[str], model: str) -> list[VectorRow]:
        """The vectors of these passages."""
        vector_rows: list[VectorRow] = []
        for batch in batches(passages):
            sql = f"SELECT * FROM embeddings WHERE model = ? AND {WHOLE} AND passage IN ({marks(batch)}) ORDER BY seq"
            vector_rows.extend(_vector(row) for row in self._all(sql, model, *batch))
        return vector_rows

    def pages(self, model: str, size: int = 2000, *, after: int = 0) -> Iterator[list[VectorRow]]:
        """The vectors of a model whose sequence number is greater than `after`, in order."""
        while rows := self._all(
            f"SELECT * FROM embeddings WHERE model = ? AND {WHOLE} AND seq > ? ORDER BY seq LIMIT ?", model, after, size
        ):
            after = rows[-1]["seq"]
            yield [_vector(row) for row in rows]

    def missing(self, model: str, size: int = 2000) -> Iterator[list[str]]:
        """The passages that have no vector of a model for the text they now hold, in pages of at most `size`."""
        for of in EVERY:
            last, number = 0, f"{of.table}.seq"
            sql = (
                f"SELECT {number}, {of.name} FROM {of.visible} AND {of.lacking} AND {number} > ?"
                f" ORDER BY {number} LIMIT ?"
            )
            while rows := self._all(sql, model, last, size):
                last = rows[-1][0]
                yield [row[1] for row in rows]

    def count(self, model: str) -> int:
        return int(self._value("SELECT count(*) FROM embeddings WHERE model = ?", model))

    def last_seq(self, model: str) -> int:
        """The sequence number of the newest vector of a model; 0 before the first."""
        return int(self._value("SELECT seq FROM embeddings WHERE model = ? ORDER BY seq DESC LIMIT 1", model) or 0)

    def pending(self, model: str) -> int:
        """How many passages may still lack their vectors: an upper bound, for a progress bar."""
        stored = (self._value(f"SELECT count(*) FROM {of.table} WHERE {of.stands}") for of in EVERY)
        passages = sum(map(int, stored))
        made = self._value("SELECT count(*) FROM embeddings WHERE model = ? AND part = 0", model)
        return max(0, passages - int(made))


def _vector(row: Row) -> VectorRow:
    return VectorRow(
        passage=row["passage"],
        part=row["part"],
        model=row["model"],
        dimension=row["dimension"],
        text_hash=row["text_hash"],
        vector=row["vector"],
        seq=row["seq"],
    )
