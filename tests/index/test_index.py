"""The indexes are derived: any process brings them level, and no damage to them is ever an error or a wrong answer."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tantivy

from lore import paths, small_files
from lore.embedding import bundled_embedder
from lore.embedding.embedder import MOST_WINDOWS, WINDOW, windows
from lore.history import redo_last, undo_last
from lore.index import Index, PassageFilter, catch_up, embed_pending, forget_progress, lexical, open_index, rebuild
from lore.index.catalogue import key_of
from lore.index.lexical import LexicalIndex, LexicalQuery
from lore.index.lexical_by_type import open_words
from lore.index.refresh import HEAP_BYTES, catalogue_folder, index_lock, is_level, vectors_folder, words_folder
from lore.index.vectors import Vectors
from lore.intake import clean
from lore.model import PassageType
from lore.platform import remove_folder
from lore.search import Searcher, SearchRequest
from lore.store import Store, open_store
from support.searching import find, save, say, texts

AXOLOTL = "The mascot is an axolotl"
COLOURS = ("red", "green", "blue", "brown", "black", "white", "grey", "pink", "teal", "gold")


@pytest.fixture
def indexed(store: Store) -> Store:
    save(store, AXOLOTL)
    say(store, "s1", [f"The {colour} car stands outside" for colour in COLOURS])
    Searcher(store).prepare()
    return store


def everything(store: Store) -> set[str]:
    words = open_index(store, None).words
    assert words is not None
    return set(words.matching(PassageFilter(types=tuple(PassageType)), 1_000))


def in_the_store(store: Store) -> set[str]:
    return {passage.id for page in store.passages.pages() for passage in page}


def search_again(store: Store) -> list[str]:
    return texts(find(store, "axolotl mascot", "all"))


def test_catch_up_takes_in_what_was_announced_and_then_has_nothing_to_do(indexed: Store) -> None:
    embedder = bundled_embedder(indexed.folder)
    assert everything(indexed) == in_the_store(indexed)
    assert is_level(indexed, embedder)
    save(indexed, "Another")
    assert not is_level(indexed, embedder)
    assert catch_up(indexed, embedder)
    assert everything(indexed) == in_the_store(indexed)


def test_a_changed_row_does_not_rewrite_the_matrix(indexed: Store) -> None:
    embedder = bundled_embedder(indexed.folder)
    matrix = vectors_folder(indexed, embedder) / "vector"
    before = matrix.read_bytes()
    fact = find(indexed, "mascot")[0].passage.id
    with indexed.write("person") as transaction:
        indexed.facts.update(transaction, fact, text=clean("The mascot is a newt"))
    embed_pending(indexed, embedder)
    catch_up(indexed, embedder)
    assert matrix.read_bytes()[: len(before)] == before
    assert len(matrix.read_bytes()) == len(before) + 2 * embedder.dimension
    assert texts(find(indexed, "mascot", limit=1)) == ["The mascot is a newt"]


def damage(kind: str, folder: Path) -> None:
    for path in [path for path in folder.rglob("*") if path.is_file() and path.name != ".tantivy-meta.lock"]:
        data = path.read_bytes()
        if kind == "gone":
            path.unlink()
        elif kind == "cut":
            path.write_bytes(data[: len(data) // 2])
        elif kind == "empty":
            path.write_bytes(b"")
        else:
            path.write_bytes(bytes(byte ^ 0xFF for byte in data))


@pytest.mark.parametrize("kind", ["gone", "cut", "empty", "flipped"])
@pytest.mark.parametrize("which", ["words", "catalogue", "vectors"])
def test_damage_is_answered_by_building_again(indexed: Store, kind: str, which: str) -> None:
    folders = {
        "words": words_folder(indexed),
        "catalogue": catalogue_folder(indexed),
        "vectors": vectors_folder(indexed, bundled_embedder(indexed.folder)),
    }
    damage(kind, folders[which])
    assert search_again(indexed)[0] == AXOLOTL
    save(indexed, "Another axolotl")
    assert "Another axolotl" in search_again(indexed)


@pytest.mark.parametrize("suffix", [".store", ".term", ".idx", ".pos", ".fast", "vector", "owner", "key", "bits0"])
def test_damage_to_one_file_is_noticed_by_the_search_that_meets_it(indexed: Store, suffix: str) -> None:
    for path in paths.index_folder(indexed.folder).rglob(f"*{suffix}"):
        path.write_bytes(path.read_bytes()[:10])
    assert search_again(indexed)[0] == AXOLOTL


def test_a_deleted_index_folder_is_built_again(indexed: Store) -> None:
    remove_folder(paths.index_folder(indexed.folder))
    assert search_again(indexed)[0] == AXOLOTL
    assert everything(indexed) == in_the_store(indexed)


def test_a_commit_that_stored_nothing_is_noticed(indexed: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = LexicalIndex.writer
    calls = []

    class Liar:
        def __init__(self, writer: tantivy.IndexWriter) -> None:
            self._writer = writer

        def __getattr__(self, name: str) -> object:
            return getattr(self._writer, name)

        def commit(self) -> int:
            calls.append("lie")
            self._writer.rollback()
            return 7

    def lie_once(words: LexicalIndex, heap: int) -> object:
        return commit(words, heap) if calls else Liar(commit(words, heap))

    monkeypatch.setattr(LexicalIndex, "writer", lie_once)
    save(indexed, "Another axolotl")
    assert catch_up(indexed, None)
    assert calls == ["lie"]
    assert everything(indexed) == in_the_store(indexed)


def test_a_word_index_that_holds_two_states_is_built_again(indexed: Store) -> None:
    words = lexical.open_lexical(words_folder(indexed) / "fact")
    assert words is not None
    writer = words.writer(HEAP_BYTES)
    writer.add_document(lexical.applied_document(10**6))
    writer.commit()
    writer.wait_merging_threads()
    assert not is_level(indexed, None)
    save(indexed, "Another axolotl")
    assert set(search_again(indexed)[:2]) == {AXOLOTL, "Another axolotl"}


def test_a_word_index_that_is_ahead_of_the_catalogue_names_what_it_finds(indexed: Store) -> None:
    catalogue = open_index(indexed, None).catalogue
    save(indexed, "Another axolotl")
    assert catch_up(indexed, None)
    words = open_words(words_folder(indexed), catalogue=catalogue)
    assert words is not None
    found = {name for name, _ in words.search(LexicalQuery(terms=("axolotl",)), PassageFilter(), 5)}
    assert found == {hit.passage.id for hit in find(indexed, "axolotl", limit=2)}


def test_a_killed_indexer_leaves_nothing_that_lasts(indexed: Store) -> None:
    """Killed between writing and committing, again and again; the next search finds everything."""
    script = (
        "import os\nfrom support.searching import save\nfrom lore.index import catch_up, lexical_by_type as words\n"
        "from lore.store import open_store\n"
        "store = open_store()\nsave(store, 'Killed %d')\n"
        "words.applied_document = lambda seq: os.kill(os.getpid(), 9)\ncatch_up(store, None)"
    )
    for number in range(3):
        done = subprocess.run([sys.executable, "-c", script % number], env=environment(), check=False)
        assert done.returncode == -9
    assert {f"Killed {number}" for number in range(3)} <= set(texts(find(indexed, "killed")))
    assert everything(indexed) == in_the_store(indexed)


def test_only_one_process_indexes_and_others_do_not_wait(indexed: Store) -> None:
    save(indexed, "Another")
    with index_lock(indexed, wait_s=1):
        assert not catch_up(indexed, None)
    assert catch_up(indexed, None)


def test_rebuilding_gives_the_same_answers(indexed: Store) -> None:
    query = SearchRequest("where is the green car", "all")
    before = Searcher(indexed).search(query).hits
    rebuild(indexed, bundled_embedder(indexed.folder))
    assert Searcher(indexed).search(query).hits == before


def test_embedding_goes_on_where_it_was_interrupted(store: Store) -> None:
    embedder = bundled_embedder(store.folder)
    say(store, "s1", [f"Message {number}" for number in range(10)])
    assert embed_pending(store, embedder, most=4).passages == 4
    report = embed_pending(store, embedder)
    assert (report.passages, report.complete) == (6, True)
    assert embed_pending(store, embedder).passages == 0
    forget_progress(store)
    assert embed_pending(store, embedder).passages == 0


def test_only_a_changed_text_is_embedded_again(indexed: Store) -> None:
    embedder = bundled_embedder(indexed.folder)
    fact = find(indexed, "mascot")[0].passage.id
    with indexed.write("person") as transaction:
        indexed.facts.update(transaction, fact, pinned=True)
    assert embed_pending(indexed, embedder).passages == 0
    with indexed.write("person") as transaction:
        indexed.facts.update(transaction, fact, text=clean("The mascot is a newt"))
    assert embed_pending(indexed, embedder).passages == 1


def test_a_long_text_is_cut_where_it_pauses_and_never_loses_its_beginning() -> None:
    text = "A sentence of some length stands here. " * 100
    pieces = windows(text)
    assert len(pieces) == MOST_WINDOWS
    assert all(len(piece) <= WINDOW and piece.endswith(".") for piece in pieces)
    assert text.startswith(" ".join(pieces))
    assert windows("short") == ["short"]


def test_both_stages_of_the_vector_search_agree(indexed: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sign bits first, exact cosines of the best: the same first passages as comparing everything."""
    embedder = bundled_embedder(indexed.folder)
    index = open_index(indexed, embedder)
    assert index.vectors is not None
    query = embedder.embed(["a car the colour of the sky"])[0]
    exact = index.vectors.nearest(query, None, 3).tolist()
    monkeypatch.setattr("lore.index.vectors.EXACT_ROWS", 0)
    monkeypatch.setattr("lore.index.vectors.RESCORED", 2)
    assert index.vectors.nearest(query, None, 3).tolist()[0] == exact[0]


def test_a_filter_narrows_before_anything_is_scored(indexed: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far a passage is from the query, it is found when it is the only one that passes."""
    monkeypatch.setattr("lore.search.engine.POOL", 1)
    fields: dict[str, Any] = {"tags": ("billing",), "files": ("src/bills.py",), "happened_at": "2019-05-01T09:00:00Z"}
    save(indexed, "Invoices are sent on Fridays", **fields)
    for narrowed in (
        PassageFilter(sessions=("s1",), roles=("assistant",)),
        PassageFilter(tags=("Billing",)),
        PassageFilter(files=("bills.py",)),
        PassageFilter(happened_before="2020-01-01T00:00:00Z"),
    ):
        (hit,) = find(indexed, "axolotl mascot", "all", filter=narrowed, limit=1)
        assert narrowed.matches(hit.passage)


def test_the_version_of_the_word_index_follows_its_schema_and_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    before = lexical.version()
    monkeypatch.setattr(lexical, "FORMAT", lexical.FORMAT + 1)
    lexical.version.cache_clear()
    assert lexical.version() != before


@pytest.fixture(autouse=True)
def fresh_version() -> Iterator[None]:
    yield
    lexical.version.cache_clear()


@pytest.mark.parametrize("alone", [True, False])
def test_a_fact_that_comes_back_after_a_rebuild_has_its_vector_again(store: Store, alone: bool) -> None:
    indexed, embedder = store, bundled_embedder(store.folder)
    if not alone:
        save(indexed, AXOLOTL)
    fact = save(indexed, "The quokka is called Bob")
    Searcher(indexed).prepare()
    undo_last(indexed)
    rebuild(indexed, embedder)
    redo_last(indexed)
    assert embed_pending(indexed, embedder).passages == 0
    assert catch_up(indexed, None)
    assert not is_level(indexed, embedder)
    assert catch_up(indexed, embedder)
    index = open_index(indexed, embedder)
    assert index.vectors is not None
    nearest = index.vectors.nearest(embedder.embed_query("The quokka is called Bob"), None, 1)
    assert index.catalogue.ids(nearest) == [fact.id]
    assert is_level(indexed, embedder)


def test_what_was_open_before_helps_only_where_it_still_stands(indexed: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of the keys is taken over, and made anew after a rebuild, in which rows stand elsewhere."""
    monkeypatch.setattr("lore.index.catalogue.FEW_KEYS", 0)
    monkeypatch.setattr("lore.index.catalogue.MOST_RUNS", 2)

    def rows_are_right(earlier: Index | None) -> Index:
        assert catch_up(indexed, None)
        index = open_index(indexed, None, earlier)
        names = sorted(in_the_store(indexed))
        rows = index.catalogue.rows_of(np.array([key_of(name) for name in [*names, "f:none"]]))
        assert index.catalogue.ids(rows[:-1]) == names
        assert rows[-1] == -1
        return index

    index = rows_are_right(None)
    for number in range(4):
        save(indexed, f"Fact {number}")
        index = rows_are_right(index)
    undo_last(indexed)
    rebuild(indexed, None)
    rows_are_right(index)
    remove_folder(paths.index_folder(indexed.folder))
    rows_are_right(index)


def test_a_note_that_many_write_at_once_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "note.json"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: small_files.write_if_possible(path, {"seq": number}), range(400)))
    assert isinstance(small_files.read(path)["seq"], int)
    assert [one.name for one in path.parent.iterdir()] == ["note.json"]
    path.write_text("[1")
    assert small_files.read(path) == {}
    small_files.write_if_possible(path / "below", {"seq": 1})
    assert small_files.read(path / "below") == {}


def test_rows_that_are_no_longer_used_are_given_up_when_somebody_has_time(
    indexed: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = bundled_embedder(indexed.folder)
    monkeypatch.setattr("lore.index.vectors.WASTED", 5)

    def rows(wait_s: float) -> int:
        assert catch_up(indexed, embedder, wait_s=wait_s)
        return Vectors(vectors_folder(indexed, embedder), embedder.dimension).size

    before = find(indexed, "mascot")[0].score
    for number in range(14):
        save(indexed, f"Gone soon: {number}")
        embed_pending(indexed, embedder)
        assert rows(wait_s=0) == 12 + number
        undo_last(indexed)
    save(indexed, "One more")
    embed_pending(indexed, embedder)
    assert (rows(wait_s=0), rows(wait_s=1)) == (26, 26)
    save(indexed, "And another")
    embed_pending(indexed, embedder)
    assert rows(wait_s=1) == 13
    assert find(indexed, "mascot")[0].score == pytest.approx(before, abs=0.2)


def test_two_stores_do_not_share_anything(tmp_path: Path) -> None:
    with open_store(tmp_path / "a") as first, open_store(tmp_path / "b") as second:
        save(first, AXOLOTL)
        save(second, "The mascot is a newt")
        assert texts(find(first, "mascot")) == [AXOLOTL]
        assert texts(find(second, "mascot")) == ["The mascot is a newt"]


def test_words_that_are_looked_for_are_found_in_any_spelling(indexed: Store) -> None:
    words = open_index(indexed, None).words
    assert words is not None
    assert len(words.search(LexicalQuery(terms=("car",)), PassageFilter(), 50)) == len(COLOURS)


def environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
