"""Vectors beside what they were made from: replaced as a whole, and missing where a text has changed."""

from lore.model import Clean, PassageType
from lore.store import Store, VectorRow
from lore.text import text_hash
from store_contract.making import ACTOR, a_fact, a_turn, add_fact, add_turns


def a_vector(passage: str, text: str, part: int = 0, model: str = "m") -> VectorRow:
    return VectorRow(passage, part, model, 2, text_hash(text), b"\0\1\2\3")


def missing(memory: Store, model: str = "m") -> list[str]:
    return [name for page in memory.vectors.missing(model, 1) for name in page]


def test_vectors_are_replaced_by_passage_and_model(memory: Store) -> None:
    memory.vectors.put([a_vector("f:a", "x", 0), a_vector("f:a", "x", 1), a_vector("f:a", "x", model="other")])
    memory.vectors.put([a_vector("f:a", "y")])
    assert [
        (vector_row.part, vector_row.text_hash, vector_row.vector)
        for vector_row in memory.vectors.of(["f:a", "f:b"], "m")
    ] == [(0, text_hash("y"), b"\0\1\2\3")]
    assert memory.vectors.hashes(["f:a", "f:b"], "m") == {"f:a": text_hash("y")}
    assert (memory.vectors.count("m"), memory.vectors.count("other"), memory.vectors.count("none")) == (1, 1, 0)
    memory.vectors.drop(["f:a"])
    assert (memory.vectors.count("m"), memory.vectors.count("other"), memory.vectors.last_seq("m")) == (0, 0, 0)


def test_pages_go_on_from_where_one_was(memory: Store) -> None:
    memory.vectors.put([a_vector(f"f:{letter}", letter) for letter in "abcde"])
    pages = list(memory.vectors.pages("m", 2))
    assert [[vector_row.passage for vector_row in page] for page in pages] == [["f:a", "f:b"], ["f:c", "f:d"], ["f:e"]]
    assert [
        vector_row.passage for page in memory.vectors.pages("m", after=pages[1][-1].seq) for vector_row in page
    ] == ["f:e"]
    assert memory.vectors.last_seq("m") == pages[-1][-1].seq


def test_what_lacks_vectors_is_named_until_it_has_them_for_its_text(memory: Store) -> None:
    fact = add_fact(memory)
    (turn,) = add_turns(memory, "s1", a_turn("a"))
    name = PassageType.TURN.id_of(turn.seq)
    assert missing(memory) == [fact.id, name]
    assert memory.vectors.pending("m") == 2
    memory.vectors.put([a_vector(fact.id, fact.text), a_vector(name, turn.text)])
    assert (missing(memory), missing(memory, "other"), memory.vectors.pending("m")) == ([], [fact.id, name], 0)
    with memory.write(ACTOR) as transaction:
        memory.facts.update(transaction, fact.id, text=Clean("Use uv for everything"))
    assert missing(memory) == [fact.id]


def test_passages_are_read_by_their_ids_and_page_by_page(memory: Store) -> None:
    facts = [add_fact(memory, a_fact(text)) for text in "abc"]
    (turn,) = add_turns(memory, "s1", a_turn("a"))
    ids = [*(fact.id for fact in facts), PassageType.TURN.id_of(turn.seq)]
    assert set(memory.passages.many([*ids, "f:nothere", "t:99", "k:99"])) == set(ids)
    assert [passage.id for page in memory.passages.pages(2) for passage in page] == ids
    counts = {PassageType.FACT: 3, PassageType.TURN: 1, PassageType.CHUNK: 0, PassageType.DIGEST: 0}
    assert memory.passages.count() == counts
    assert (memory.passages.longer_than(1), memory.passages.longer_than(100)) == (1, 0)
