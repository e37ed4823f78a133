"""A searcher that stays open: several threads, facts that are saved meanwhile, damage, a restored backup, a fork."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier, Thread

import numpy as np
import pytest
import retrieval

from lore import paths
from lore.embedding import Embedder
from lore.embedding.hashing_embedder import HashingEmbedder
from lore.embedding.loading import LoadedModel
from lore.errors import StoreError
from lore.index import Index, PassageFilter, catch_up, embed_tail, lexical, lexical_by_type, open_index
from lore.index.catalogue import key_of
from lore.index.columns import Columns, bounded_update
from lore.index.refresh import index_lock, is_level
from lore.model import Kind, Status
from lore.platform import remove_folder
from lore.search import Searcher, SearchRequest, engine
from lore.store import Store, open_store
from lore.store.local.backup import make_backup, restore_backup
from support.examples import sized
from support.searching import find, save, texts

TESTS = Path(__file__).parents[1]
NEWT, AXOLOTL = "The mascot is a newt", "The mascot is an axolotl"
MASCOT = SearchRequest("mascot", limit=1)


@pytest.fixture
def switching_all_the_time() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_threads_that_search_at_once_get_the_answers_they_asked_for(store: Store) -> None:
    for text in ("The staging database listens on port 5433", "Use uv to install packages", "Indent with tabs"):
        save(store, text)
    searcher, questions = Searcher(store), ["staging port", "installed package", "whitespace style of the code"] * 20
    alone = [searcher.search(SearchRequest(question)).hits for question in questions]
    with ThreadPoolExecutor(6) as pool:
        together = pool.map(lambda question: searcher.search(SearchRequest(question)).hits, questions)
    assert [texts(hits) for hits in together] == [texts(hits) for hits in alone]


@pytest.mark.usefixtures("switching_all_the_time")
def test_threads_that_search_while_facts_are_saved_find_what_was_saved_before(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lore.index.catalogue.FEW_KEYS", 0)
    searcher, kinds = Searcher(store, HashingEmbedder()), list(Kind)

    def is_found(number: int) -> bool:
        kind, project = kinds[number % len(kinds)], f"p{number % 3}"
        fact = save(store, f"Meeting {number} was short", kind, project=project)
        wanted = PassageFilter(kinds=(kind.value,), projects=(project,))
        answer = searcher.search(SearchRequest(f"meeting {number}", limit=50, filter=wanted))
        return fact.id in [hit.passage.id for hit in answer.hits]

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(is_found, range(120)))


def test_a_fact_that_is_archived_while_a_search_runs_is_not_in_its_answer(store: Store) -> None:
    fact, other = save(store, AXOLOTL), save(store, NEWT)

    class Slow(HashingEmbedder):
        def embed_query(self, text: str) -> "np.typing.NDArray[np.float32]":
            if text == "axolotl":
                with store.write("person") as transaction:
                    store.facts.update(transaction, fact.id, action="fact.archive", status=Status.ARCHIVED)
            return super().embed_query(text)

    searcher = Searcher(store, Slow())
    searcher.prepare()
    assert len(searcher.search(SearchRequest("mascot")).hits) == 2
    assert [hit.passage.id for hit in searcher.search(SearchRequest("axolotl")).hits] == [other.id]


def test_a_search_waits_for_an_index_that_is_far_behind(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LONGEST_TAIL", 2)
    other_process = ExitStack()
    other_process.enter_context(index_lock(store, wait_s=1))
    for number in range(3):
        save(store, f"Meeting {number} was short")

    def opened(*given: object) -> Index:
        index = open_index(*given)  # type: ignore[arg-type]
        other_process.close()
        return index

    monkeypatch.setattr(engine, "open_index", opened)
    assert len(Searcher(store, HashingEmbedder()).search(SearchRequest("meeting")).hits) == 3
    assert is_level(store, None)


@pytest.mark.parametrize(
    ("saved", "left"), [(0, [0, 0, 0]), (2, [0, 0, 0]), (3, [1, 0, 0]), (5, [3, 1, 0]), (6, [6, 6, 6])]
)
def test_a_search_embeds_a_little_of_what_is_new_and_nothing_of_a_long_backlog(
    store: Store, saved: int, left: list[int]
) -> None:
    """Nobody waits in each search for a share of what a great import left; its words find it meanwhile."""
    embedder = HashingEmbedder()
    for number in range(saved):
        save(store, f"Meeting {number} was short")
    for waiting in left:
        goes_on = not embed_tail(store, embedder, 2, 5)
        assert store.vectors.pending(embedder.name) == waiting
        assert goes_on is (0 < waiting < 6)


def test_what_one_search_leaves_to_do_the_next_ones_do(store: Store) -> None:
    embedder = HashingEmbedder()
    searcher = Searcher(store, embedder)
    with index_lock(store, wait_s=1):
        save(store, NEWT)
        searcher.search(MASCOT)
    assert not is_level(store, embedder)
    searcher.search(MASCOT)
    assert is_level(store, embedder)


def test_rows_that_two_threads_sort_at_once_are_counted_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise those that come later would be taken for sorted ones, and not be found."""
    monkeypatch.setattr("lore.index.catalogue.FEW_KEYS", 0)
    named: list[str] = []

    def opened(earlier: Index | None) -> Index:
        """The index with three more facts, which two threads look for at once."""
        named.extend(save(store, f"Fact {len(named) + number}").id for number in range(3))
        catch_up(store, None)
        index = open_index(store, None, earlier)
        looking = Thread(target=index.catalogue.rows_of, args=(keys(),))
        column = Columns.__getitem__

        def slow_column(columns: Columns, name: str) -> object:
            if name == "key" and not looking.ident:
                looking.start()
                looking.join()
            return column(columns, name)

        with monkeypatch.context() as patch:
            patch.setattr(Columns, "__getitem__", slow_column)
            assert index.catalogue.ids(index.catalogue.rows_of(keys())) == named
        assert looking.ident
        return index

    def keys() -> "np.typing.NDArray[np.int64]":
        return np.array([key_of(name) for name in named])

    index = None
    for _ in range(4):
        index = opened(index)


def test_answers_that_are_kept_are_the_newest_and_change_for_nobody_who_reads_them() -> None:
    first = bounded_update({}, "a", 1, 2)
    second = bounded_update(first, "b", 2, 2)
    assert (first, second) == ({"a": 1}, {"a": 1, "b": 2})
    assert bounded_update(second, "c", 3, 2) == {"b": 2, "c": 3}
    assert bounded_update(second, "b", 4, 2) == {"b": 4}


@pytest.mark.parametrize("suffix", [".idx", ".pos", ".fast", "id"])
def test_an_index_that_is_damaged_while_it_is_open_is_replaced(store: Store, suffix: str) -> None:
    for number in range(200):
        save(store, f"Fact {number} is about the colour of a car")
    save(store, AXOLOTL)
    searcher = Searcher(store, HashingEmbedder())
    searcher.prepare()
    question = SearchRequest("axolotl mascot", limit=1)
    assert texts(searcher.search(question).hits) == [AXOLOTL]
    for path in paths.index_folder(store.folder).rglob(f"*{suffix}"):
        spoiled = bytes(byte ^ 0xFF for byte in path.read_bytes())
        with path.open("r+b") as file:  # the very file that is open
            file.write(spoiled)
    for _ in range(2):
        assert texts(searcher.search(question).hits) == [AXOLOTL]


def test_a_search_that_fails_takes_nothing_from_one_that_runs_beside_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(store, AXOLOTL)
    searcher = Searcher(store, HashingEmbedder())
    for _ in range(2):
        searcher.search(MASCOT)
    ready = LoadedModel.ready

    def fails() -> None:
        with pytest.raises(StoreError, match="the disk cannot be read"):
            searcher.search(MASCOT)

    beside = Thread(target=fails)

    def failing(*_: object) -> Index:
        raise StoreError("the disk cannot be read")

    def slow_ready(model: LoadedModel) -> Embedder | None:
        if not beside.ident:
            save(store, NEWT)
            with monkeypatch.context() as patch:
                patch.setattr("lore.search.engine.open_index", failing)
                beside.start()
                beside.join()
        return ready(model)

    monkeypatch.setattr(LoadedModel, "ready", slow_ready)
    assert texts(searcher.search(MASCOT).hits)
    assert beside.ident


def test_an_open_searcher_notices_that_a_backup_was_restored(store: Store) -> None:
    save(store, "Use uv to install packages")
    searcher, backup = Searcher(store), make_backup(store, "test")
    save(store, NEWT)
    assert texts(searcher.search(MASCOT).hits) == [NEWT]
    with open_store(store.folder) as other:
        restore_backup(other, backup.name)
        save(other, AXOLOTL)
        Searcher(other).prepare()
    assert texts(searcher.search(MASCOT).hits) == [AXOLOTL]


def test_a_process_that_was_forked_searches(home: Path) -> None:
    script = f"""
import os, signal, sys
from pathlib import Path
from support.searching import find, save, texts
from lore.store import open_store

with open_store() as store:
    save(store, "{NEWT}")
    assert find(store, "mascot")
child = os.fork()
if child:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
signal.alarm(20)
with open_store(Path(sys.argv[1])) as store:
    save(store, "{AXOLOTL}")
    os._exit(texts(find(store, "mascot")) != ["{AXOLOTL}"])
"""
    command = [sys.executable, "-W", "ignore", "-c", script, str(home.with_name("other"))]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(TESTS)})


def test_an_index_that_is_deleted_while_it_is_built_is_built_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something that frees space takes the whole folder, the lock included, and comes again while it is built anew."""
    save(store, "Use uv to install packages")
    document, deletions = lexical.applied_document, [1, 2, 3]

    def deleted_before(seq: int) -> object:
        if deletions:
            deletions.pop()
            remove_folder(paths.index_folder(store.folder))  # the indexer writes meanwhile
        return document(seq)

    monkeypatch.setattr(lexical_by_type, "applied_document", deleted_before)
    assert texts(find(store, "uv packages")) == ["Use uv to install packages"]
    assert not deletions
    assert texts(find(store, "uv kind:decision")) == []


def test_searches_that_begin_together_open_the_indexes_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    save(store, AXOLOTL)
    searcher = Searcher(store, HashingEmbedder())
    searcher.prepare()
    begin, opened = Barrier(4), list[Index]()

    def opening(*given: object) -> Index:
        opened.append(open_index(*given))  # type: ignore[arg-type]
        return opened[-1]

    def ask() -> int:
        begin.wait()
        return len(searcher.search(MASCOT).hits)

    monkeypatch.setattr(engine, "open_index", opening)
    with ThreadPoolExecutor(4) as threads:
        answers = [threads.submit(ask) for _ in range(4)]
    assert [answer.result() for answer in answers] == [1, 1, 1, 1]
    assert len(opened) == 1


sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))


OWN = Path(__file__).parents[1] / "data" / "retrieval" / "commit2session_agentv_dialog.jsonl"


LONGEST = sized(17_500, 1_000_000)
"""Characters of the sessions that are read: every day 24 of 34, which hold a quarter of the text."""


def figures(path: Path, folder: Path, part: str = "hybrid", first: int | None = None) -> dict[str, float]:
    lines = path.read_text().splitlines()[:first]
    chosen = folder / path.name
    chosen.write_text("\n".join(map(shortened, lines)))
    grouped = path.stem.startswith("commit2session")
    corpora = retrieval.load(chosen, folder / "stores", grouped=grouped, one_store=False)
    with retrieval.set_otherwise(retrieval.PARTS[part]):
        return retrieval.mean(
            [retrieval.figures_of(corpus, retrieval.searching(corpus, grouped)) for corpus in corpora]
        )


def shortened(line: str) -> str:
    corpus = json.loads(line)
    docs = {name: text for name, text in corpus["docs"].items() if len(text) <= LONGEST}
    asked = [query for query in corpus["queries"] if set(query["relevant"]) <= docs.keys()]
    return json.dumps({**corpus, "docs": docs, "queries": asked})


@pytest.mark.long_form
@pytest.mark.slow("150,000 characters of real sessions are embedded")
def test_a_commit_subject_finds_its_session(tmp_path: Path) -> None:
    """Real coding sessions; BM25 over whole sessions has MRR 0.655 on all 34."""
    found = figures(OWN, tmp_path)
    assert found["MRR"] >= 0.72
    assert found["R@10"] >= 0.75


@pytest.fixture(scope="module")
def conversation(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> retrieval.Corpus:
    folder = tmp_path_factory.mktemp("locomo")
    chosen = folder / "locomo_turn.jsonl"
    chosen.write_text((shared / "data" / "retrieval" / chosen.name).read_text().splitlines()[0])
    return retrieval.load(chosen, folder / "stores", grouped=False, one_store=False)[0]


@pytest.mark.slow("a whole conversation of LoCoMo is embedded, for this test and the next")
def test_a_question_finds_the_turn_that_answers_it(conversation: retrieval.Corpus) -> None:
    """LoCoMo: short turns of long conversations; BM25 has recall 0.656."""
    found = retrieval.figures_of(conversation, retrieval.searching(conversation, grouped=False))
    assert found["R@10"] >= 0.77
    assert found["NDCG@10"] >= 0.56


def test_a_question_finds_the_session_that_answers_it(conversation: retrieval.Corpus) -> None:
    """LoCoMo, by sessions: what several turns hold between them counts. By the best turn alone MRR is 0.787."""
    corpus = retrieval.wanting_sessions(conversation)
    found = retrieval.figures_of(corpus, retrieval.searching(corpus, grouped=True))
    assert found["MRR"] >= 0.79


@pytest.mark.nightly("questions about turns and about sessions are asked every day")
def test_a_question_finds_the_long_messages_that_answer_it(tmp_path: Path, shared: Path) -> None:
    """BEAM: long messages of one long chat; BM25 has recall 0.485."""
    found = figures(shared / "data" / "retrieval" / "beam_100K.jsonl", tmp_path, first=1)
    assert found["R@10"] >= 0.69
