"""What can be searched is written down once: the rooms ask a type for its mark, its words and its table."""

import re

import pytest
from hypothesis import given, strategies as st

from lore.model import (
    Chunk as Part,
    Clean,
    Collection,
    Digest,
    DigestSpan,
    Document,
    Evidence,
    Fact,
    Kind,
    PassageType,
    Role,
    Session,
    Turn,
)
from lore.search import PLACES
from lore.store import Store
from lore.store.sqlite.passage_tables import PASSAGE_TABLES
from support import faces

REGISTRY = ("lore.kinds",)
NUMBERED = [kind for kind in PassageType if kind.numbered]
MARKED = re.compile(rf"""["']({"|".join(kind.mark for kind in PassageType)}):["'{{]""")
"""An id that is put together or taken apart by hand."""


def test_nobody_takes_an_id_apart_by_its_letter() -> None:
    """Or a new type would have to be added there as well."""
    places = [
        f"{module}:{number}: {line.strip()}"
        for module, path in faces.modules().items()
        if module not in REGISTRY
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if MARKED.search(line)
    ]
    assert places == []


def test_every_type_has_a_mark_of_its_own_a_table_and_a_place() -> None:
    assert len({kind.mark for kind in PassageType}) == len(PassageType)
    assert list(PASSAGE_TABLES) == list(PassageType)
    assert {kind.place for kind in PassageType} | {"all"} == set(PLACES)
    assert PLACES["all"] == tuple(kind for kind in PassageType if kind is not PassageType.DIGEST)


@given(st.sampled_from(NUMBERED), st.integers(min_value=1, max_value=10**17 - 1))
def test_a_numbered_id_says_its_type_and_its_number(kind: PassageType, number: int) -> None:
    name = kind.id_of(number)
    assert PassageType.of(name) is kind
    assert {other: other.number_in(name) for other in PassageType if other.number_in(name)} == {kind: number}


@given(st.text(max_size=30))
def test_any_other_text_is_the_id_of_a_fact_and_holds_no_number(text: str) -> None:
    numbered = re.fullmatch(rf"({'|'.join(kind.mark for kind in NUMBERED)}):\d{{1,17}}", text)
    if not numbered and not (PassageType.DIGEST.marks(text) and len(text) == 18):
        assert PassageType.of(text) is PassageType.FACT
        assert not any(kind.number_in(text) for kind in PassageType)


@pytest.fixture
def one_of_each(store: Store) -> dict[PassageType, str]:
    """The id of a passage of each type."""
    with store.write("person") as transaction:
        fact = store.facts.add(transaction, Fact("", Clean("Use uv"), Kind.NOTE), [Evidence(Clean("uv"))])
        store.sessions.put(transaction, Session("s1", "codex"))
        (turn,) = store.sessions.add_turns(transaction, "s1", [Turn("s1", "m1", Role.USER, Clean("hello there"))])
        collection = store.documents.add(transaction, Collection("", Clean("notes"), Clean("/notes")))
        document = Document(collection.id, Clean("a.md"), "markdown", "0" * 16)
        document = store.documents.put(transaction, document, [Part(Clean("a.md"), Clean("a part"), 1, 1)])
        digest = store.digests.add(
            transaction,
            Digest(DigestSpan.WEEK, None, "2026-03-02", "2026-03-09", Clean("Goals:"), (), (), False),
        )
    (part,) = store.documents.chunks(document)
    return {
        PassageType.FACT: fact.id,
        PassageType.TURN: PassageType.TURN.id_of(turn.seq),
        PassageType.CHUNK: PassageType.CHUNK.id_of(part.seq),
        PassageType.DIGEST: digest.id,
    }


def test_every_type_is_read_counted_announced_and_embedded(store: Store, one_of_each: dict[PassageType, str]) -> None:
    assert {
        passage.type: passage.id for passage in store.passages.many(list(one_of_each.values())).values()
    } == one_of_each
    assert {passage.type: passage.id for page in store.passages.pages() for passage in page} == one_of_each
    assert store.passages.count() == dict.fromkeys(PassageType, 1)
    assert {announcement.passage for announcement in store.changes_since(0, 100)} == set(one_of_each.values())
    assert [name for page in store.vectors.missing("m") for name in page] == list(one_of_each.values())
    assert store.statistics.without_vectors("m") == dict.fromkeys(PassageType, 1)
    assert (store.vectors.pending("m"), store.statistics.vectors_in_use("m"), store.statistics.orphaned_vectors()) == (
        4,
        0,
        [],
    )
