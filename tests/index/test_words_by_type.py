"""Facts, messages and documents have word indexes of their own: what one says does not move the others."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from lore.index import PassageFilter, catch_up, file_stamps, open_index
from lore.index.catalogue import Catalogue
from lore.index.lexical import LexicalQuery
from lore.index.refresh import derived_folder, words_folder
from lore.index.vectors import RESCORED, Vectors, single_precision
from lore.model import Clean, Passage, PassageType
from lore.platform import remove_folder
from lore.search import Searcher, SearchRequest
from lore.store import Store
from lore.store.records import VectorRow
from support.searching import find, save, say, texts

PORT, HOST = "The staging port is 5433", "The staging host is called blue"


@pytest.fixture
def both(store: Store) -> Store:
    save(store, PORT)
    save(store, HOST)
    Searcher(store).prepare()
    say(store, "s1", [f"The host {number} is busy" for number in range(40)])
    return store


def held(store: Store) -> set[str]:
    words = open_index(store, None).words
    return set(words.matching(PassageFilter(), 1_000)) if words else set()


def stored(store: Store) -> set[str]:
    return {passage.id for page in store.passages.pages() for passage in page}


def test_messages_do_not_change_the_scores_of_facts(both: Store) -> None:
    question = "which host and port has staging"
    scores = []
    for _ in range(2):
        scores.append([(hit.passage.text, hit.explain["lexical"]) for hit in find(both, question)])
        Searcher(both).prepare()
    with_messages = [(hit.passage.text, hit.explain["lexical"]) for hit in find(both, question)]
    assert scores[0] == scores[1] == with_messages


def test_in_a_search_for_both_a_word_is_as_rare_as_it_is_in_both(both: Store) -> None:
    say(both, "s2", ["The staging night was long"])
    Searcher(both).prepare()
    words = open_index(both, None).words
    assert words is not None
    facts, turns = (words.rarity(("stage",), (kind,))["stage"] for kind in (PassageType.FACT, PassageType.TURN))
    both_types = PassageFilter(types=(PassageType.FACT, PassageType.TURN))
    assert facts < words.rarity(("stage",), both_types.types)["stage"] < turns
    scores = [score for _, score in words.search(LexicalQuery(terms=("stage",)), both_types, 10)]
    assert len(scores) == 3
    assert max(scores) < 1.5 * min(scores)


def test_only_the_index_of_what_changed_is_written(both: Store) -> None:
    Searcher(both).prepare()
    folder = words_folder(both)
    before = (folder / "turn" / "meta.json").read_bytes()
    save(both, "Another fact")
    assert catch_up(both, None)
    assert (folder / "turn" / "meta.json").read_bytes() == before
    assert held(both) == stored(both)


@pytest.mark.parametrize("call", [1, 2])
def test_an_indexer_that_is_killed_between_two_indexes_leaves_nothing_out(both: Store, call: int) -> None:
    script = (
        "import os\nfrom support.searching import save\nfrom lore.index import catch_up, lexical_by_type as words\n"
        "from lore.store import open_store\n"
        "store, calls, made = open_store(), [], words.applied_document\n"
        "def killing(seq):\n"
        "    calls.append(seq)\n"
        f"    return made(seq) if len(calls) < {call} else os.kill(os.getpid(), 9)\n"
        "save(store, 'Saved just before')\nwords.applied_document = killing\ncatch_up(store, None)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    assert subprocess.run([sys.executable, "-c", script], env=environment, check=False).returncode == -9
    assert "Saved just before" in texts(find(both, "saved before"))
    assert len(find(both, "busy host", "turns", limit=50)) == 40
    assert catch_up(both, None)
    assert held(both) == stored(both)


def test_an_index_that_went_alone_is_built_again(both: Store) -> None:
    Searcher(both).prepare()
    save(both, "Another fact")
    assert catch_up(both, None)
    remove_folder(words_folder(both) / "turn")
    (derived_folder(both) / file_stamps.NOTE).unlink()
    answer = Searcher(both).search(SearchRequest("busy host", places="turns", limit=50))
    assert len(answer.hits) == 40
    assert catch_up(both, None)
    assert held(both) == stored(both)


PASSAGES, DIMENSION, LIMIT = 3_000, 96, 10
Floats = NDArray[np.float32]


def made(rng: np.random.Generator, count: int) -> Floats:
    rows = rng.standard_normal((count, DIMENSION), dtype=np.float32) + 0.7
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float16).astype(np.float32)


def put(vectors: Vectors, catalogue: Catalogue, numbers: range, rows: Floats) -> None:
    vectors.update(
        [
            VectorRow(f"t:{number}", part, "m", DIMENSION, "h", row.astype("<f2").tobytes(), seq=1)
            for place, number in enumerate(numbers)
            for part, row in enumerate(rows[2 * place : 2 * place + 2])
        ],
        catalogue,
    )


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    found = Catalogue(tmp_path)
    found.update([Passage(f"t:{number}", PassageType.TURN, Clean("x")) for number in range(PASSAGES)], [], 1)
    return found


@pytest.mark.parametrize("share", [None, 1.0, 0.5, 0.01, 0.0])
@pytest.mark.parametrize("exact_rows", [0, 10**6])
def test_the_nearest_are_those_of_comparing_everything(
    tmp_path: Path,
    catalogue: Catalogue,
    rng: np.random.Generator,
    monkeypatch: pytest.MonkeyPatch,
    share: float | None,
    exact_rows: int,
) -> None:
    """Among so many by sign bits, of equals the first; then by cosine. Vectors that were replaced are not there."""
    monkeypatch.setattr("lore.index.vectors.FIRST_CHUNK", 64)
    monkeypatch.setattr("lore.index.vectors.CHUNK", 500)
    monkeypatch.setattr("lore.index.vectors.EXACT_ROWS", exact_rows)
    vectors, rows = Vectors(tmp_path / "vectors", DIMENSION), made(rng, 2 * PASSAGES)
    put(vectors, catalogue, range(PASSAGES), rows)
    replaced = made(rng, 400)
    put(vectors, catalogue, range(200), replaced)
    owners = np.concatenate([np.repeat(np.arange(200, PASSAGES), 2), np.repeat(np.arange(200), 2)])
    rows = np.concatenate([rows[400:], replaced])
    passing = None if share is None else rng.random(PASSAGES) < share
    kept = np.ones(len(owners), dtype=bool) if passing is None else passing[owners]
    for query in made(rng, 5):
        candidates = np.flatnonzero(kept)
        if len(candidates) > exact_rows:
            differing = ((rows[candidates] > 0) != (query > 0)).sum(axis=1)
            candidates = candidates[np.argsort(differing, kind="stable")[: LIMIT * RESCORED]]
        order = candidates[np.argsort(-(rows[candidates] @ query), kind="stable")]
        wanted = list(dict.fromkeys(owners[order].tolist()))[:LIMIT]
        assert vectors.nearest(query, passing, LIMIT).tolist() == wanted
        lead, best = vectors.similarity(query, np.arange(PASSAGES))
        both = np.array([rows[owners == owner] @ query for owner in (0, 250)])
        assert np.allclose(best[[0, 250]], both.max(axis=1), atol=1e-6)
        assert np.allclose(lead[[0, 250]], both[:, 0], atol=1e-6)


def test_a_passage_without_a_vector_has_no_similarity(
    tmp_path: Path, catalogue: Catalogue, rng: np.random.Generator
) -> None:
    vectors = Vectors(tmp_path / "vectors", DIMENSION)
    query = made(rng, 1)[0]
    assert np.isnan(vectors.similarity(query, np.arange(3))).all()
    put(vectors, catalogue, range(1), made(rng, 2))
    assert np.isnan(vectors.similarity(query, np.arange(3))).tolist() == [[False, True, True]] * 2


def test_half_precision_is_read_exactly() -> None:
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)]
    assert np.array_equal(single_precision(finite), finite.astype(np.float32))
