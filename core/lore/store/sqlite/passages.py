"""The store as the derived indexes see it: everything searchable."""

from collections.abc import Iterator, Sequence

from lore.model import Passage, PassageType
from lore.store.sqlite.passage_tables import EVERY, PASSAGE_TABLES
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
