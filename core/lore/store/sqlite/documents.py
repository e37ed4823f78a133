"""Collections of documents, and what was read from their files.

A collection is what a person decided: it is audited and can be undone. Its documents and chunks are read from files,
which stay the truth: they are kept so that a search answers without them, and replaced when the files change. Removing
a collection hides its documents; undo shows them again.
"""

from collections.abc import Sequence
from dataclasses import replace

from lore import clock
from lore.errors import Conflict, NotFound
from lore.model import Chunk, Collection, Document, PassageType
from lore.store.records import Holding
from lore.store.sqlite import rows
from lore.store.sqlite.door import insert, passed_fields, update
from lore.store.sqlite.ids import new_id
from lore.store.sqlite.reading import Reader, batches, marks
from lore.store.sqlite.transaction import Transaction

SYNCED = "docs.sync"
"""The action of the event that says what a sync did; it cannot be undone, for the files are what they are."""


class Documents(Reader):
    """Reads at once; writes inside a `Transaction`."""

    def collections(self) -> list[Collection]:
        """Every collection, by name."""
        return [rows.collection(row) for row in self._all("SELECT * FROM collections ORDER BY name")]

    def any(self) -> bool:
        """Whether there is a collection."""
        return self._one("SELECT 1 FROM collections LIMIT 1") is not None

    def named(self, name: str) -> Collection:
        """The collection with this name or id. Raises NotFound."""
        row = self._one("SELECT * FROM collections WHERE name = ? OR id = ?", name, name)
        if row is None:
            raise NotFound(f"there is no collection `{name}`", hint="`lore docs list` shows them")
        return rows.collection(self._verified(row, name))

    def id_of(self, name: str) -> str | None:
        """The id of a collection by its name or id, also of one that was removed; None where nothing of it is kept."""
        row = self._one(
            "SELECT id FROM collections WHERE name = ? OR id = ?"
            " UNION ALL SELECT collection FROM documents WHERE collection = ? LIMIT 1",
            name, name, name,
        )  # fmt: skip
        return str(row[0]) if row else None

    def holdings(self) -> list[Holding]:
        """Every collection with its numbers, by name."""
        found = self._all(
            "SELECT collections.*, (SELECT count(*) FROM documents WHERE collection = collections.id) AS files,"
            " (SELECT count(*) FROM chunks JOIN documents ON documents.seq = chunks.document"
            " WHERE documents.collection = collections.id) AS parts,"
            " (SELECT max(at) FROM audit WHERE target = collections.id AND action = ?) AS changed_at"
            " FROM collections ORDER BY name",
            SYNCED,
        )
        return [Holding(rows.collection(row), row["files"], row["parts"], row["changed_at"]) for row in found]

    def add(self, transaction: Transaction, collection: Collection) -> Collection:
        """Store a new collection; an empty id or time is filled in."""
        collection = passed_fields(collection)
        made = replace(
            collection,
            id=collection.id or new_id(transaction, "d", "collections", f"{collection.name}|{collection.path}"),
            created_at=collection.created_at or clock.now(),
        )
        transaction.insert("collections", rows.columns(made), "collection.add")
        return made

    def remove(self, transaction: Transaction, collection: Collection) -> None:
        """Remove a collection from every search. What was read of it stays, hidden, for an undo."""
        transaction.delete("collections", collection.id, "collection.remove")

    def move(self, transaction: Transaction, collection: Collection, project: str) -> None:
        """Let a collection be of another project."""
        transaction.update("collections", collection.id, {"project": project}, "collection.move")

    def of(self, collection: Collection) -> list[Document]:
        """The documents of a collection, by path."""
        found = self._all("SELECT * FROM documents WHERE collection = ? ORDER BY path", collection.id)
        return [rows.document(row) for row in found]

    def chunks(self, document: Document) -> list[Chunk]:
        """The parts of a document, in order."""
        found = self._all("SELECT * FROM chunks WHERE document = ? ORDER BY position", document.seq)
        return [rows.chunk(row) for row in found]

    def chunk(self, name: str) -> tuple[Document, Chunk]:
        """The part with the id `k:…` and its document. Raises NotFound."""
        row = self._one(
            "SELECT chunks.* FROM chunks JOIN documents ON documents.seq = chunks.document"
            " JOIN collections ON collections.id = documents.collection WHERE chunks.seq = ?",
            PassageType.CHUNK.number_in(name),
        )
        if row is None:
            raise NotFound(f"there is no part `{name}`", hint="`lore search --in docs` finds parts by their words")
        document = self._one("SELECT * FROM documents WHERE seq = ?", row["document"])
        assert document is not None  # the query above joined it
        return rows.document(document), rows.chunk(row)

    def ending(self, path: str) -> list[Document]:
        """The documents whose path is this or ends with it at a slash."""
        found = self._all(
            "SELECT documents.* FROM documents JOIN collections ON collections.id = documents.collection"
            " WHERE documents.path = ? OR substr(documents.path, -length(?) - 1) = '/' || ?"
            " ORDER BY collections.name, documents.path",
            path, path, path,
        )  # fmt: skip
        return [rows.document(row) for row in found]

    def put(self, transaction: Transaction, document: Document, chunks: Sequence[Chunk]) -> Document:
        """Store a document as it was read now; `seq` names the row it replaces, 0 a new one.

        Parts that hold what they held keep their row, and so their vectors. Raises Conflict where its collection was
        removed meanwhile.
        """
        if transaction.row("collections", document.collection) is None:
            raise Conflict("the collection was removed meanwhile", hint="`lore docs list` shows what is left")
        stored = _write(transaction, document)
        left: dict[tuple[str, str], list[int]] = {}
        for chunk in self.chunks(stored):
            left.setdefault((chunk.heading, chunk.text), []).append(chunk.seq)
        named: list[int] = []
        for position, chunk in enumerate(chunks):
            same = left.get((chunk.heading, chunk.text))
            placed = replace(chunk, seq=same.pop(0) if same else 0, document=stored.seq, position=position)
            named.append(_place(transaction, placed))
        self._drop_chunks(transaction, [seq for seqs in left.values() for seq in seqs])
        transaction.enqueue_for_index(
            PassageType.CHUNK.ids_of(named)
        )  # of all: each shows the path and the time of its document
        return stored

    def drop(self, transaction: Transaction, documents: Sequence[Document]) -> None:
        """Remove documents whose files are gone."""
        for document in documents:
            self._drop_chunks(transaction, [chunk.seq for chunk in self.chunks(document)])
            transaction._connection.execute("DELETE FROM documents WHERE seq = ?", [document.seq])

    def say_synced(self, transaction: Transaction, collection: Collection, counts: dict[str, int]) -> None:
        """Record what a sync did."""
        transaction.record(SYNCED, "documents", collection.id, None, {"name": collection.name, **counts})

    def _drop_chunks(self, transaction: Transaction, seqs: Sequence[int]) -> None:
        for batch in batches(seqs):
            names = PassageType.CHUNK.ids_of(batch)
            transaction._connection.execute(f"DELETE FROM embeddings WHERE passage IN ({marks(names)})", names)
            transaction._connection.execute(f"DELETE FROM chunks WHERE seq IN ({marks(batch)})", list(batch))
            transaction.enqueue_for_index(names)


def _write(transaction: Transaction, document: Document) -> Document:
    """Write a document to its row, or to a new one. Returns it with the number of the row."""
    values = rows.columns(document)
    if not document.seq:
        return replace(document, seq=_insert(transaction, "documents", values))
    update(transaction._connection, "documents", values, "seq", document.seq)
    return document


def _place(transaction: Transaction, chunk: Chunk) -> int:
    """Write a part to its row, or to a new one. Returns the number of the row."""
    if not chunk.seq:
        return _insert(transaction, "chunks", rows.columns(chunk))
    placed = {"position": chunk.position, "first": chunk.first, "last": chunk.last}
    update(transaction._connection, "chunks", placed, "seq", chunk.seq)
    return chunk.seq


def _insert(transaction: Transaction, table: str, values: dict[str, object]) -> int:
    del values["seq"]
    return int(insert(transaction._connection, table, values).lastrowid or 0)
