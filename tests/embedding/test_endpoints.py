"""Embedding endpoints: what they answer well becomes vectors, anything else an error that search survives."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from lore.embedding.choice import ModelChoice, allow, embedder_of, named_model
from lore.endpoint import is_local
from lore.errors import ModelError, NeedsPerson, UsageError
from support.endpoint import Endpoint, ollama, openai, running
from support.person import me


@pytest.fixture
def endpoint(socket_enabled: None) -> Iterator[Endpoint]:
    with running() as server:
        yield server


@pytest.mark.parametrize(("kind", "path"), [(ollama, "/v1/embeddings"), (openai, "/v1/embeddings")])
def test_an_endpoint_gives_vectors_of_length_one_in_the_order_of_the_texts(
    endpoint: Endpoint, home: Path, monkeypatch: pytest.MonkeyPatch, kind: Callable[[Endpoint], ModelChoice], path: str
) -> None:
    monkeypatch.setenv("WORDS_KEY", "k3y")
    many = [f"text number {number}" for number in range(70)]
    embedder = embedder_of(kind(endpoint), home)
    made = embedder.embed(many)
    assert np.allclose(made, endpoint.embedder.embed(many), atol=1e-5)
    assert np.allclose(embedder.embed_query(many[3]), made[3], atol=1e-5)
    assert [(len(asked["input"]), asked["path"]) for asked in endpoint.asked] == [(n, path) for n in (32, 32, 6, 1)]
    assert embedder.embed([]).shape[0] == 0


def test_models_that_want_a_word_before_the_text_get_it(endpoint: Endpoint, home: Path) -> None:
    embedder = embedder_of(named_model("ollama:nomic-embed-text:v1.5", url=endpoint.url), home)
    embedder.embed(["a passage"])
    embedder.embed_query("a question")
    assert endpoint.texts == ["search_document: a passage", "search_query: a question"]


def test_a_secret_in_a_question_is_masked_before_it_is_sent(endpoint: Endpoint, home: Path) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    embedder_of(ollama(endpoint), home).embed_query(f"who uses {token}")
    assert endpoint.texts[0].startswith("who uses [secret:github_token:")


def rows(*vectors: str) -> bytes:
    data = ", ".join(f'{{"index": {number}, "embedding": {vector}}}' for number, vector in enumerate(vectors))
    return f'{{"data": [{data}]}}'.encode()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((500, b"out of \x1b[31mmemory"), "refuses with 500: out of memory"),
        ((307, b""), "refuses with 307: redirections are not followed"),
        ((401, b"who?"), "refuses with 401: who?"),
        ((200, b"<html>"), "does not answer in JSON"),
        ((200, b"[]"), "something other than vectors"),
        ((200, rows('["a"]')), "something other than vectors"),
        ((200, rows("[1, 2]", "[3]")), "something other than vectors"),
        ((200, rows()), "one vector for each text"),
        ((200, rows("[1, NaN]")), "one vector for each text"),
        ((200, rows("[]")), "one vector for each text"),
        ((200, rows("[1e300, 1]")), "one vector for each text"),
        ((200, rows(f"[1{'0' * 400}]")), "something other than vectors"),
        ((200, b"[" * 100_000), "does not answer in JSON"),
    ],
)
def test_a_bad_answer_is_an_error_of_the_model(
    endpoint: Endpoint, home: Path, answer: tuple[int, bytes], reason: str
) -> None:
    endpoint.answer = answer
    with pytest.raises(ModelError, match=reason):
        embedder_of(ollama(endpoint), home).embed_query("text")


def test_an_endpoint_that_says_nothing_is_given_up(
    endpoint: Endpoint, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lore.embedding.endpoints.QUERY_S", 0.05)
    endpoint.silent.set()
    with pytest.raises(ModelError, match="does not answer"):
        embedder_of(ollama(endpoint), home).embed_query("text")


def test_an_endpoint_that_answers_byte_by_byte_is_given_up_in_time(
    endpoint: Endpoint, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lore.embedding.endpoints.QUERY_S", 0.2)
    endpoint.drip_s = 0.05
    with pytest.raises(ModelError, match="timed out"):
        embedder_of(ollama(endpoint), home).embed_query("text")


@pytest.mark.parametrize("key", ["", "two\nlines", "schlüssel"])
def test_what_cannot_be_a_key_is_sent_and_shown_nowhere(
    endpoint: Endpoint, home: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("WORDS_KEY", key)
    with pytest.raises(ModelError, match="`WORDS_KEY` holds no key for `openai:words`"):
        embedder_of(openai(endpoint), home).embed_query("text")
    assert not endpoint.asked


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("openai:words", {}, "needs an address"),
        ("openai:words", {"url": "ftp://127.0.0.1"}, "neither `http://` nor"),
        ("openai:words", {"url": "http:///v1"}, "names no machine"),
        ("openai:words", {"url": "http://127.0.0.1:99999"}, "out of range"),
        ("openai:words", {"url": "http://[::1"}, "is no address"),
        ("openai:words", {"url": "http://a..b"}, "is no address"),
        ("openai:words", {"url": "http://me:secret@127.0.0.1"}, "holds a name or a password"),
        ("openai:words", {"url": "http://127.0.0.1/v1?key=secret"}, "a plain path"),
        ("openai:words", {"url": "http://127.0.0.1/pfäd"}, "a plain path"),
        ("ollama:", {}, "names no model"),
        ("all-MiniLM-L6-v2", {"url": "http://127.0.0.1"}, "has no address"),
    ],
)
def test_a_name_that_makes_no_sense_is_refused(name: str, options: dict[str, str], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        named_model(name, **options)


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:11434", True),
        ("http://[::1]:80/v1", True),
        ("http://localhost/v1", True),
        ("http://127.0.0.1.example.org", False),
        ("http://localhost@example.org", False),
        ("https://api.example.org/v1", False),
        ("http://192.168.1.4", False),
    ],
)
def test_only_this_machine_is_local(url: str, local: bool) -> None:
    assert is_local(url) == local


KEY = "sk-proj-Ab3_dE5fG7/h9JkL+m="


@pytest.mark.parametrize(
    "echo",
    [
        f"invalid key: {KEY}",
        f"header was 'Authorization: Bearer {KEY}'",
        f"key starting with {KEY[:14]}... is unknown",
        f"key ending in {KEY[-9:]}",
        KEY.replace("/", "\\/"),
        KEY.replace("_", "%5F").replace("/", "%2F"),
        " ".join(KEY),
        KEY.upper(),
        "long " * 22 + KEY,
    ],
)
@pytest.mark.parametrize("status", [400, 401, 500])
def test_no_message_repeats_the_key(
    endpoint: Endpoint, home: Path, monkeypatch: pytest.MonkeyPatch, echo: str, status: int
) -> None:
    """A server that quotes what it was sent: no six letters of the key reach the person's screen."""
    monkeypatch.setenv("WORDS_KEY", KEY)
    endpoint.answer = (status, echo.encode())
    with pytest.raises(ModelError) as caught:
        embedder_of(openai(endpoint), home).embed_query("text")
    shown = "".join(filter(str.isalnum, caught.value.message)).casefold()
    bare = "".join(filter(str.isalnum, KEY)).casefold()
    assert f"refuses with {status}" in caught.value.message
    assert not [start for start in range(len(bare) - 5) if bare[start : start + 6] in shown]


def test_what_a_server_says_without_the_key_is_shown(
    endpoint: Endpoint, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDS_KEY", KEY)
    endpoint.answer = (404, b"the model `words` is not loaded")
    with pytest.raises(ModelError, match="refuses with 404: the model `words` is not loaded"):
        embedder_of(openai(endpoint), home).embed_query("text")


@pytest.mark.parametrize(
    ("url", "key", "remote", "insecure", "told"),
    [
        ("http://127.0.0.1:1234/v1", "K", False, False, []),
        ("https://models.example/v1", "K", True, False, ["is sent to"]),
        ("http://models.example/v1", "", True, False, ["is sent to", "everybody on the way can read all of it"]),
        ("HTTP://models.example/v1", "K", True, True, ["is sent to", "can read the key and all of it"]),
    ],
)
def test_what_leaves_this_machine_is_agreed_to_and_told(
    url: str, key: str, remote: bool, insecure: bool, told: list[str]
) -> None:
    choice = named_model("openai:words", url=url, key_variable=key)
    said = allow(choice, remote=remote, insecure=insecure, by=me())
    assert len(said) == len(told) and all(part in line for part, line in zip(told, said, strict=True))


@pytest.mark.parametrize(
    ("url", "remote", "missing"),
    [
        ("https://models.example/v1", False, "--remote"),
        ("http://models.example/v1", False, "--remote"),
        ("http://models.example/v1", True, "--insecure"),
        ("http://10.0.0.7:8080/v1", True, "--insecure"),
    ],
)
def test_a_key_is_not_sent_in_clear_unless_a_person_says_so(url: str, remote: bool, missing: str) -> None:
    choice = named_model("openai:words", url=url, key_variable="WORDS_KEY")
    with pytest.raises(NeedsPerson) as caught:
        allow(choice, remote=remote, insecure=False, by=me())
    assert missing in (caught.value.hint or "")
