"""Any embedding model: changing it is resumable, search is right meanwhile, a model that is away costs meaning only."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from lore import paths
from lore.doctor import run_checks
from lore.doctor.check import Finding, Outcome
from lore.embedding import bundled_embedder
from lore.embedding.choice import ModelChoice, embedder_in_use, embedder_of, model_in_use, named_model, use_model
from lore.embedding.embedder import MODEL
from lore.embedding.fastembed_models import FastembedEmbedder, download
from lore.errors import Busy, LoreError, ModelError
from lore.index import embed_pending, open_index
from lore.index.switching import prepared, status, switch, unfinished
from lore.presence import PERSON
from lore.search import Searcher, SearchRequest
from lore.store import Store
from support.endpoint import Endpoint, ollama, openai, running
from support.searching import save, say, texts

COLOURS = ("red", "green", "blue", "brown", "black", "white", "grey", "pink", "teal", "gold")


@pytest.fixture
def endpoint(socket_enabled: None) -> Iterator[Endpoint]:
    with running() as server:
        yield server


@pytest.fixture
def filled(store: Store) -> Store:
    save(store, "The mascot is an axolotl")
    say(store, "s1", [f"The {colour} car stands outside" for colour in COLOURS])
    Searcher(store).prepare()
    return store


def found(store: Store, query: str) -> list[str]:
    return texts(list(Searcher(store).search(SearchRequest(query, "all")).hits))


def test_the_key_comes_from_the_environment_and_is_stored_nowhere(
    endpoint: Endpoint, filled: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = openai(endpoint)
    with pytest.raises(ModelError, match="holds no key"):
        prepared(filled, choice)
    monkeypatch.setenv("WORDS_KEY", "k3y-of-the-endpoint")
    switch(filled, prepared(filled, choice))
    assert endpoint.asked[-1]["key"] == "Bearer k3y-of-the-endpoint"
    filled.close()
    assert not [path for path in filled.folder.rglob("*") if path.is_file() and b"k3y-of-the" in path.read_bytes()]


def test_another_length_behind_the_same_name_is_another_model(endpoint: Endpoint, filled: Store) -> None:
    switch(filled, prepared(filled, ollama(endpoint)))
    assert status(filled).choice.dimension == 96
    endpoint.embedder.dimension = 64
    answer = Searcher(filled).search(SearchRequest("teal car", "all"))
    assert (answer.mode, answer.hits[0].passage.text) == ("lexical", "The teal car stands outside")
    assert "gives 64 numbers where it gave 96: it is another model now" in answer.notes[0]
    assert switch(filled, prepared(filled, ollama(endpoint))).passages == 11
    answer = Searcher(filled).search(SearchRequest("teal car", "all"))
    assert (answer.mode, answer.hits[0].passage.text) == ("hybrid", "The teal car stands outside")


def test_a_switch_embeds_everything_and_then_searches_with_the_new_model(endpoint: Endpoint, filled: Store) -> None:
    assert found(filled, "axolotl")[0] == "The mascot is an axolotl"
    choice = prepared(filled, ollama(endpoint))
    assert switch(filled, choice).passages == 11
    assert model_in_use(filled) == choice
    assert (status(filled).embedded, status(filled).passages, unfinished(filled)) == (11, 11, None)
    assert found(filled, "teal car")[0] == "The teal car stands outside"
    assert endpoint.texts[-1] == "teal car"
    assert switch(filled, choice).passages == 0


def test_vectors_of_two_models_do_not_meet(endpoint: Endpoint, filled: Store) -> None:
    choice = prepared(filled, ollama(endpoint))
    for model in (choice, ModelChoice(), choice):
        switch(filled, model)
        embedder = embedder_in_use(filled)
        index = open_index(filled, embedder)
        assert index.vectors is not None
        assert index.vectors.size == 11
        rows = index.vectors.nearest(embedder.embed_query("The pink car stands outside"), None, 3)
        best = index.catalogue.ids(rows)[0]
        assert filled.passages.many([best])[best].text == "The pink car stands outside"


def test_an_unfinished_switch_leaves_the_old_model_in_use(endpoint: Endpoint, filled: Store) -> None:
    """What was embedded with the new one alone is found by its words, and by the old one as soon as that has it."""
    choice = prepared(filled, ollama(endpoint))
    embed_pending(filled, embedder_of(choice, filled.folder), most=4)
    save(filled, "The quokka is called Bob")
    embed_pending(filled, embedder_of(choice, filled.folder), most=20)
    assert model_in_use(filled) == ModelChoice()
    assert found(filled, "quokka")[0] == "The quokka is called Bob"
    assert found(filled, "an animal with gills that lives in water")[0] == "The mascot is an axolotl"
    assert switch(filled, choice).passages == 0


def test_a_passage_the_new_model_does_not_have_yet_is_found_by_its_words(endpoint: Endpoint, filled: Store) -> None:
    switch(filled, prepared(filled, ollama(endpoint)))
    say(filled, "s2", [f"Tram {number} is yellow" for number in range(40)])
    assert "Tram 39 is yellow" in found(filled, "tram 39")


def test_an_open_searcher_follows_the_choice(endpoint: Endpoint, filled: Store) -> None:
    searcher = Searcher(filled)
    searcher.search(SearchRequest("teal car", "all"))
    switch(filled, prepared(filled, ollama(endpoint)))
    answer = searcher.search(SearchRequest("pink car", "all"))
    assert (answer.mode, answer.hits[0].passage.text) == ("hybrid", "The pink car stands outside")
    assert endpoint.texts[-1] == "pink car"


def test_an_endpoint_that_goes_away_leaves_the_words_and_is_tried_again_later(
    endpoint: Endpoint, filled: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch(filled, prepared(filled, ollama(endpoint)))
    searcher = Searcher(filled)
    endpoint.answer = (503, b"busy")
    for _ in range(2):
        answer = searcher.search(SearchRequest("pink car", "all"))
        assert (answer.mode, answer.hits[0].passage.text) == ("lexical", "The pink car stands outside")
        assert answer.notes[0].startswith("keyword search only: `ollama:words` at http://127.0.0.1")
    refused = len(endpoint.asked)
    save(filled, "The quokka is called Bob")
    assert texts(list(searcher.search(SearchRequest("quokka", "all")).hits))[0] == "The quokka is called Bob"
    assert len(endpoint.asked) == refused
    endpoint.answer = None
    monkeypatch.setattr("lore.embedding.loading.AGAIN_S", -1.0)
    assert searcher.search(SearchRequest("quokka", "all")).mode == "hybrid"
    assert status(filled).embedded == 12


def test_a_search_waits_no_longer_for_what_is_new_than_for_its_question(
    endpoint: Endpoint, filled: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The endpoint answers the question at once, and says nothing about a fact that was just saved."""
    switch(filled, prepared(filled, ollama(endpoint)))
    monkeypatch.setattr("lore.embedding.endpoints.QUERY_S", 0.05)
    monkeypatch.setattr("lore.embedding.endpoints.PASSAGES_S", -1)  # no socket waits so long
    save(filled, "The quokka is called Bob")
    endpoint.silent_about = "Bob"
    endpoint.silent.set()
    answer = Searcher(filled).search(SearchRequest("quokka", "all"))
    assert (answer.mode, answer.hits[0].passage.text) == ("lexical", "The quokka is called Bob")
    assert "does not answer" in answer.notes[0]
    assert [asked["input"] for asked in endpoint.asked[-2:]] == [["quokka"], ["The quokka is called Bob"]]


def test_the_doctor_asks_the_model_that_is_used(endpoint: Endpoint, filled: Store) -> None:
    def asked() -> Finding:
        findings = [result.finding for result in run_checks().results if result.check.id == "model"]
        return findings[0]

    choice = prepared(filled, ollama(endpoint))
    with pytest.raises(ModelError):
        switch(filled, choice, progress=lambda done, whole: _gone())
    assert asked().says == f"{MODEL} is in use; the switch to {choice.name} is not finished"
    switch(filled, choice)
    assert asked().says == f"{choice.name}, which answers; {MODEL}, as shipped"
    use_model(filled, replace(choice, url="http://127.0.0.1:1"))
    assert (asked().outcome, asked().fix is not None) == (Outcome.FAIL, True)


def _gone() -> None:
    raise ModelError("away")


KILLED = """
import os, sys
from lore.embedding.choice import named_model
from lore.index.switching import prepared, switch
from lore.index import pending
from lore.store import open_store
pending.TOGETHER = 2
def killed(done, whole):
    if done >= 4:
        os.kill(os.getpid(), 9)
store = open_store()
switch(store, prepared(store, named_model("ollama:words", url=sys.argv[1])), progress=killed)
"""


def test_a_killed_switch_goes_on_where_it_was(endpoint: Endpoint, filled: Store) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, endpoint.url], check=False)
    assert done.returncode == -signal.SIGKILL
    coming = unfinished(filled)
    assert coming is not None
    assert (coming.choice.label, coming.embedded) == (f"ollama:words@{endpoint.url[7:]}", 5)
    assert model_in_use(filled) == ModelChoice()
    assert switch(filled, coming.choice).passages == 6
    assert unfinished(filled) is None


def test_a_switch_that_failed_where_nobody_saw_it_says_why(endpoint: Endpoint, filled: Store) -> None:
    choice = prepared(filled, replace(ollama(endpoint), model="two words"))
    endpoint.answer = (503, b"out of memory")
    with pytest.raises(ModelError):
        switch(filled, choice)
    done = lore("model", "status")
    assert "refuses with 503: out of memory" in done.stderr
    assert f"`lore model use 'ollama:two words' --url {endpoint.url}` goes on with it" in done.stderr
    coming = json.loads(lore("model", "status", "--json").stdout)["switching_to"]
    assert (coming["running"], "503" in coming["failure"]) == (False, True)
    endpoint.answer = None
    assert lore("model", "use", "ollama:two words", "--url", endpoint.url, "--background").returncode == 0
    while unfinished(filled):
        assert found(filled, "teal car")[0] == "The teal car stands outside"
    assert model_in_use(filled).model == "two words"


def test_what_is_saved_during_a_switch_is_embedded_with_the_rest(endpoint: Endpoint, filled: Store) -> None:
    def meanwhile(done: int, whole: int) -> None:
        if done == 11:
            save(filled, "The quokka is called Bob")

    assert switch(filled, prepared(filled, ollama(endpoint)), progress=meanwhile).passages == 12
    assert status(filled).embedded == 12


def test_two_switches_at_once_are_told_apart(endpoint: Endpoint, filled: Store) -> None:
    choice = prepared(filled, ollama(endpoint))

    def look(done: int, whole: int) -> None:
        coming = unfinished(filled)
        assert coming is not None and coming.running
        with pytest.raises(Busy, match="changing the model"):
            switch(filled, ModelChoice())

    assert switch(filled, choice, progress=look).passages == 11
    assert unfinished(filled) is None


def test_going_back_embeds_nothing_again_and_undo_knows_the_change(endpoint: Endpoint, filled: Store) -> None:
    switch(filled, prepared(filled, ollama(endpoint)))
    assert switch(filled, ModelChoice()).passages == 0
    assert lore("undo").returncode == 0
    assert model_in_use(filled).kind == "ollama"
    assert lore("model", "use", MODEL.lower()).returncode == 0
    assert model_in_use(filled) == ModelChoice()


def test_a_model_of_fastembed_that_was_downloaded_is_used_without_a_network(home: Path) -> None:
    name = "sentence-transformers/all-MiniLM-L6-v2"
    put_by_the_hub(home, "qdrant/all-MiniLM-L6-v2-onnx")
    embedder = FastembedEmbedder(name, 384, paths.downloads_folder(home))
    assert embedder.embed_query("a cat") @ bundled_embedder(home).embed_query("a cat") > 0.999
    assert embedder.embed([]).shape == (0, 384)


def test_a_store_in_which_a_reranker_was_chosen_opens_and_answers_as_any_other(filled: Store) -> None:
    before = Searcher(filled).search(SearchRequest("car", "all", limit=3))
    left = {"search.reranker": "Xenova/ms-marco-MiniLM-L-6-v2", "search.reranked": 50}
    with filled.write(PERSON) as transaction:
        for name, value in left.items():
            filled.settings.put(transaction, name, value)
    after = Searcher(filled).search(SearchRequest("car", "all", limit=3))
    assert (after.hits, after.notes) == (before.hits, before.notes)
    for asked in (["config", "list"], ["config", "set", "search.limit", "20"], ["model", "status"], ["undo"]):
        done = lore(*asked)
        assert (done.returncode, "rerank" in done.stdout + done.stderr) == (0, False)
    assert filled.settings.many(left) == left
    assert lore("model", "rerank", "off").returncode == 2


def put_by_the_hub(home: Path, repository: str) -> None:
    folder = paths.downloads_folder(home) / f"models--{repository.replace('/', '--')}"
    (folder / "refs").mkdir(parents=True)
    (folder / "refs" / "main").write_text("abc")
    shutil.copytree(paths.models_folder() / MODEL, folder / "snapshots" / "abc")


def test_what_is_downloaded_is_its_owners_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lore.embedding.fastembed_models._reach_hub", lambda: None)
    folder = paths.downloads_folder(home)
    monkeypatch.setattr(
        "lore.embedding.fastembed_models._model",
        lambda name, folder, *, local_files_only: (
            _refused("not here") if local_files_only else put_by_the_hub(home, name)
        ),
    )
    folder.mkdir(mode=0o700, parents=True)
    download("some/model", folder)
    references = next(paths.downloads_folder(home).rglob("refs"))
    assert {path.stat().st_mode & 0o077 for path in (references, references.parent, references / "main")} == {0}
    monkeypatch.setattr(
        "lore.embedding.fastembed_models._model", lambda name, folder, *, local_files_only: _refused("no such revision")
    )
    with pytest.raises(ModelError, match="cannot be downloaded: no such revision"):
        download("some/model", folder)


def _refused(why: str) -> None:
    raise ValueError(why)


def test_a_model_that_was_not_downloaded_is_no_reason_to_wait(home: Path) -> None:
    with pytest.raises(ModelError, match="nothing was downloaded"):
        FastembedEmbedder("BAAI/bge-small-en-v1.5", 384, paths.downloads_folder(home)).load()


def test_a_hub_that_cannot_be_reached_is_given_up_at_once(
    filled: Store, monkeypatch: pytest.MonkeyPatch, socket_enabled: None
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:1")
    with pytest.raises(ModelError, match="cannot be reached"):
        prepared(filled, named_model("BAAI/bge-small-en-v1.5"))
    assert model_in_use(filled) == ModelChoice()


def lore(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "lore", *arguments], capture_output=True, text=True, check=False)


def test_the_command_switches_and_says_where_it_stands(endpoint: Endpoint, filled: Store) -> None:
    assert lore("model", "status").stdout == f"{MODEL}: 384 numbers, 11 of 11 passages embedded\n"
    done = lore("model", "use", "ollama:words", "--url", endpoint.url)
    assert (done.returncode, "11 passages were embedded" in done.stderr) == (0, True)
    shown = json.loads(lore("model", "status", "--json").stdout)
    assert shown["in_use"]["name"] == f"ollama:words@{endpoint.url[7:]}"
    assert shown["switching_to"] is None
    assert json.loads(lore("search", "--json", "teal").stdout)["mode"] == "hybrid"
    models = json.loads(lore("model", "--json").stdout)["models"]
    assert [one["name"] for one in models if one["in_use"]] == [shown["in_use"]["name"]]


def test_a_switch_in_the_background_outlives_its_command(endpoint: Endpoint, filled: Store) -> None:
    done = lore("model", "use", "ollama:words", "--url", endpoint.url, "--background")
    assert (done.returncode, "`lore model status`" in done.stderr) == (0, True)
    for _ in range(5_000):
        if model_in_use(filled).kind == "ollama" and unfinished(filled) is None:
            break
        assert found(filled, "teal car")[0] == "The teal car stands outside"
    assert model_in_use(filled).kind == "ollama"
    assert (status(filled).embedded, unfinished(filled)) == (11, None)


def test_another_machine_needs_a_word_from_the_person(filled: Store) -> None:
    done = lore("model", "use", "openai:words", "--url", "http://192.0.2.1/v1")
    assert (done.returncode, "`--remote`" in done.stderr) == (4, True)
    assert model_in_use(filled) == ModelChoice()


def test_a_server_that_others_wrote_is_understood(
    shared: Path, store: Store, tmp_path: Path, socket_enabled: None
) -> None:
    script = shared / "lab" / "fake_openai.py"
    if not script.exists():
        pytest.skip("the stand-in server is not beside the repository")
    save(store, "The mascot is an axolotl")
    port = "18434"
    environment = {**os.environ, "LAB_LOG": str(tmp_path / "log")}
    with subprocess.Popen([sys.executable, str(script), port], env=environment) as server:
        try:
            choice = named_model("openai:fake", url=f"http://127.0.0.1:{port}/v1")
            switch(store, answered(store, choice, server))
            assert found(store, "which axolotl")[0] == "The mascot is an axolotl"
        finally:
            server.kill()


def answered(store: Store, choice: ModelChoice, server: "subprocess.Popen[bytes]") -> ModelChoice:
    while server.poll() is None:
        with suppress(LoreError):
            return prepared(store, choice)
    raise AssertionError(f"the server ended with {server.returncode}")
