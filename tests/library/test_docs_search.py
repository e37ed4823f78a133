"""What documents may and may not do in a search, and the command that keeps them."""

import json
from pathlib import Path
from typing import Any

import pytest

from lore.cli.program import run
from lore.embedding.hashing_embedder import HashingEmbedder
from lore.model import Kind, PassageType
from lore.search import Searcher, SearchRequest
from lore.store import FactFilter, Store
from lore_tui.gateway import Gateway
from support.examples import sized
from support.handbook import added, handbook, places, write
from support.keyboard import at_app
from support.searching import find, save, say, search


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return handbook(tmp_path / "handbook")


# What documents may and may not do


def test_documents_are_no_facts_and_reach_no_agent(store: Store, folder: Path) -> None:
    added(store, folder)
    (hit, *_) = find(store, "staging port", "docs")
    assert (hit.passage.type, hit.passage.role, hit.passage.tainted) == (PassageType.CHUNK, "file", True)
    assert store.facts.select(FactFilter(statuses=())) == []
    assert find(store, "staging port") == ()


def test_a_thousand_documents_do_not_drown_three_facts(store: Store, folder: Path) -> None:
    """In a search everywhere documents take a third at most, while there is anything else to show."""
    for number in range(400):
        write(folder, f"more/{number}.md", f"# Staging port {number}\n\nThe staging port is {number}.\n")
    added(store, folder)
    for number in range(9):
        save(store, f"Staging was moved to host {number} last year", Kind.SYSTEM)
    searcher = Searcher(store, HashingEmbedder())
    searcher.prepare()
    hits = searcher.search(SearchRequest("staging port", places="all", limit=9)).hits
    assert [hit.passage.type for hit in hits].count(PassageType.CHUNK) == 3
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(abs(sum(hit.explain.values()) - hit.score) < 1e-4 for hit in hits)
    for limit in (60, 300):
        assert len(searcher.search(SearchRequest("staging port", places="all", limit=limit)).hits) == limit


def test_nobody_says_a_document(store: Store, folder: Path) -> None:
    added(store, folder)
    assert {hit.explain["speaker"] for hit in find(store, "file of ports", "docs")} == {0.0}


def test_the_query_language_narrows_documents(store: Store, folder: Path) -> None:
    added(store, folder)
    added(store, folder / "deploy", name="releases")
    save(store, "Staging has a port", Kind.SYSTEM)
    say(store, "s1", ["Which port is staging?"])
    kinds = {hit.passage.type for hit in search(store, SearchRequest("port in:docs", places="all")).hits}
    assert kinds == {PassageType.CHUNK}
    assert {hit.passage.type for hit in find(store, "port in:facts", "all")} == {PassageType.FACT}
    assert places(store, "file:handbook/ports.md") == ["ports.md:3", "ports.md:7"]
    assert places(store, "tag:releases Fridays") == ["weekdays.md:3"]
    assert places(store, "kind:system port") == []


def test_the_app_lists_facts_alone_whatever_is_asked(store: Store, folder: Path) -> None:
    added(store, folder)
    found = Gateway(at_app(store)).finding.search("port in:docs", lambda: True)
    assert found is not None and found.ids == ()
    assert "in sessions and documents" in found.notes[0]


@pytest.mark.long_form
@pytest.mark.slow("ten pages of the documentation are embedded")
def test_a_question_about_lores_own_docs_finds_the_right_page_first(store: Store, tmp_path: Path) -> None:
    """Quality: three of four questions, and every one among the first three pages."""
    docs = Path(__file__).parents[2] / "docs"
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    pages = sized(PAGES, [page.name for page in docs.glob("*.md")])
    asked = {question: wanted for question, wanted in QUESTIONS.items() if set(wanted.split()) & set(pages)}
    for name in pages:
        write(chosen, name, (docs / name).read_text(encoding="utf-8"))
    added(store, chosen)
    searcher = Searcher(store)
    searcher.prepare()
    ranks = {}
    for question, wanted in asked.items():
        hits = searcher.search(SearchRequest(question, places="docs")).hits
        pages = list(dict.fromkeys((hit.passage.source_id or "").split(":")[0] for hit in hits))
        ranks[question] = min((pages.index(page) for page in wanted.split() if page in pages), default=99)
    assert [question for question, rank in ranks.items() if rank > 2] == []
    assert sum(rank == 0 for rank in ranks.values()) >= 0.75 * len(asked), ranks


PAGES = [
    "authority.md", "checks.md", "context.md", "extraction.md", "formats.md", "hooks.md", "privacy.md",
    "reliability.md", "scale.md", "words.md",
]  # fmt: skip
"""Short ones that are wanted, and others about the same; all pages in `make torture`."""
QUESTIONS = {
    "which key approves a proposal in the app": "keys.md",
    "key that undoes the last decision": "keys.md",
    "which room masks secrets": "architecture.md",
    "why is strength not stored": "architecture.md",
    "format of a line of the neutral transcript": "formats.md",
    "rules files of Cursor and Windsurf": "formats.md",
    "fields of a search hit in JSON": "formats.md",
    "what does doctor check about the permissions of the data folder": "checks.md",
    "what is lost when a process is killed while it writes": "reliability.md",
    "how many writers at the same time without locked errors": "reliability.md",
    "how do I go back to an older copy of the store": "commands.md reliability.md actions.md",
}


# The command


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["docs", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_the_command_adds_lists_searches_shows_and_removes(
    store: Store, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["docs"]) == 0
    assert "lore docs add" in capsys.readouterr().err
    assert run(["docs", "search", "x"]) == 3
    assert run(["search", "--in", "docs", "x"]) == 3
    assert "`lore docs add FOLDER` takes documents into the search" in capsys.readouterr().err
    assert run(["docs", "add", str(folder), "--dry-run"]) == 0
    assert "dry run: nothing written" in capsys.readouterr().out
    assert run(["docs", "add", str(folder)]) == 0
    assert answer(capsys, "list")["collections"][0]["documents"] == 3
    hits = answer(capsys, "search", "staging port")["hits"]
    assert (hits[0]["type"], hits[0]["source_id"]) == ("chunk", "ports.md:3")
    (document,) = answer(capsys, "show", "ports.md")["documents"]
    assert [part["heading"] for part in document["parts"]] == ["ports.md › Ports", "ports.md › Ports › Why"]
    assert run(["docs", "show", document["parts"][1]["id"]]) == 0
    assert "An older Postgres holds 5432." in capsys.readouterr().out
    assert answer(capsys, "sync")["collections"][0]["unchanged"] == 3
    assert run(["search", "--in", "docs", "staging port"]) == 0
    assert "ports.md:3" in capsys.readouterr().out
    assert run(["docs", "remove", "handbook"]) == 0
    assert answer(capsys, "list")["collections"] == []


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["sync", "nope"], 3, "lore docs list"),
        (["remove", "nope"], 3, "lore docs list"),
        (["show", "nope.md"], 3, "lore docs search"),
        (["show", "k:99"], 3, "lore docs search"),
        (["show", f"k:{10**20}"], 3, "lore docs search"),
        (["add", "nope"], 3, "name a folder"),
        (["add", ".", "--name", "a b"], 2, "use letters"),
    ],
)
def test_an_error_names_the_next_step(
    words: list[str],
    code: int,
    hint: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    assert run(["docs", *words]) == code
    assert hint in capsys.readouterr().err.partition("hint:")[2]


def test_a_collection_inside_another_one_is_said(
    store: Store, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["docs", "add", str(folder)]) == 0
    assert "found twice" not in capsys.readouterr().err
    assert run(["docs", "add", str(folder / "deploy")]) == 0
    assert f"`handbook` is `{folder}`: what is in both collections is found twice" in capsys.readouterr().err


def test_one_folder_that_is_gone_does_not_keep_the_others_from_being_read(
    store: Store, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write(tmp_path / "other", "a.md", "# Words\n").parent
    added(store, folder)
    added(store, other)
    folder.rename(tmp_path / "gone")
    write(other, "b.md", "# More\n")
    assert run(["docs", "sync"]) == 3
    capture_result = capsys.readouterr()
    assert "added     1" in capture_result.out and "is gone" in capture_result.err
