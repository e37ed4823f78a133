"""Collections of documents: parts that did not change keep their names; what was removed comes back by an undo."""

import pytest

from lore.errors import Conflict, NotFound
from lore.model import Chunk, Clean, Collection, Document, PassageType
from store_contract.conftest import Backend
from store_contract.making import ACTOR, AnyMemory


def a_part(text: str, line: int = 1) -> Chunk:
    return Chunk(Clean("a.md"), Clean(text), line, line)


def add_collection(memory: AnyMemory, name: str = "notes") -> Collection:
    with memory.write(ACTOR) as transaction:
        return memory.documents.add(transaction, Collection("", Clean(name), Clean(f"/{name}")))


def put(memory: AnyMemory, document: Document, *texts: str) -> Document:
    with memory.write(ACTOR) as transaction:
        return memory.documents.put(transaction, document, [a_part(text, at) for at, text in enumerate(texts, 1)])


def test_a_collection_is_found_by_its_name_and_its_id(memory: AnyMemory) -> None:
    assert not memory.documents.any()
    made = add_collection(memory)
    assert memory.documents.any()
    assert memory.documents.named("notes") == memory.documents.named(made.id) == made
    assert memory.documents.id_of("notes") == made.id
    assert memory.documents.collections() == [made]
    with pytest.raises(NotFound):
        memory.documents.named("nothere")
    assert memory.documents.id_of("nothere") is None


def test_a_part_that_stays_keeps_its_name(memory: AnyMemory) -> None:
    collection = add_collection(memory)
    document = put(memory, Document(collection.id, Clean("a.md"), "markdown", "0"), "one", "two")
    before = {part.text: part.seq for part in memory.documents.chunks(document)}
    cursor = memory.cursor()
    document = put(memory, document, "new", "two")
    after = memory.documents.chunks(document)
    assert [part.text for part in after] == ["new", "two"]
    assert after[1].seq == before[Clean("two")]
    told = {announcement.passage for announcement in memory.changes_since(cursor, 100)}
    assert told == {PassageType.CHUNK.id_of(seq) for seq in (*before.values(), after[0].seq)}
    assert memory.documents.chunk(PassageType.CHUNK.id_of(after[0].seq)) == (document, after[0])


@pytest.mark.parametrize("name", ["k:999", "k:", "k:x", "k:0", "k:99999999999999999999", "12", "f:abc", ""])
def test_a_part_that_is_not_there_is_said(memory: AnyMemory, name: str) -> None:
    with pytest.raises(NotFound):
        memory.documents.chunk(name)


def test_what_is_held_is_counted(memory: AnyMemory) -> None:
    collection = add_collection(memory)
    put(memory, Document(collection.id, Clean("a.md"), "markdown", "0"), "one", "two")
    with memory.write(ACTOR) as transaction:
        memory.documents.say_synced(transaction, collection, {"added": 1})
    (held,) = memory.documents.holdings()
    assert (held.collection, held.documents, held.chunks, held.changed_at) == (collection, 1, 2, "2026-03-12T09:00:00Z")
    assert [document.path for document in memory.documents.ending("a.md")] == ["a.md"]
    with memory.write(ACTOR) as transaction:
        memory.documents.drop(transaction, memory.documents.of(collection))
    assert memory.documents.of(collection) == []
    assert memory.passages.count()[PassageType.CHUNK] == 0


def test_a_removed_collection_is_hidden_until_an_undo(backend: Backend, memory: AnyMemory) -> None:
    collection = add_collection(memory)
    document = put(memory, Document(collection.id, Clean("a.md"), "markdown", "0"), "one")
    with memory.write(ACTOR) as transaction:
        memory.documents.remove(transaction, collection)
    assert memory.documents.collections() == []
    assert memory.passages.count()[PassageType.CHUNK] == 0
    with memory.write(ACTOR) as transaction, pytest.raises(Conflict):
        memory.documents.put(transaction, document, [a_part("late")])
    backend.undo(memory)
    assert memory.documents.collections() == [collection]
    assert [part.text for part in memory.documents.chunks(document)] == ["one"]
