"""`lore about`, `decisions`, `recent`, `by-date`; the project of who asks; what an answer of nothing says."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.model import Kind, LinkKind
from lore.search import SearchRequest
from lore.store import Store
from support.searching import find, save, say, search, texts

QUEUE = "We use Postgres as the queue, because Redis lost jobs"
TABS = "Indent with tabs"
TALK = "The offsite takes place in Lisbon"


@pytest.fixture
def filled(store: Store) -> Store:
    """Three facts and a session; the clock stands at 12 March 2026."""
    save(store, QUEUE, Kind.DECISION)
    save(store, TABS, Kind.PREFERENCE)
    save(store, TALK, Kind.NOTE, happened_at="2025-11-20T09:00:00Z")
    say(store, "s1", ["Where do jobs wait?", "In the Postgres queue."])
    return store


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    run([*arguments, "--json"])
    return [hit["text"] for hit in json.loads(capsys.readouterr().out)["hits"]]


def test_about_gathers_facts_messages_and_what_they_lead_to(filled: Store, capsys: pytest.CaptureFixture[str]) -> None:
    old = save(filled, "Jobs wait in memory", Kind.DECISION)
    queue = find(filled, "Redis")[0].passage.id
    with filled.write("person") as transaction:
        filled.facts.link(transaction, queue, LinkKind.SUPERSEDES, old.id)
    answers = found(capsys, "about", "postgres", "queue")
    assert {QUEUE, "In the Postgres queue.", old.text} <= set(answers)


def test_decisions_are_listed_or_searched(filled: Store, capsys: pytest.CaptureFixture[str]) -> None:
    save(filled, "Deploy on Tuesdays", Kind.DECISION)
    assert set(found(capsys, "decisions")) == {QUEUE, "Deploy on Tuesdays"}
    assert found(capsys, "decisions", "queue", "--limit", "1") == [QUEUE]


def test_recent_shows_the_newest_facts(filled: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(found(capsys, "recent")) == {QUEUE, TABS, TALK}
    assert len(found(capsys, "recent", "--limit", "2")) == 2


@pytest.mark.parametrize("date", ["2025-11-20", "2025-11", "in November 2025"])
def test_by_date_shows_what_happened_then(filled: Store, capsys: pytest.CaptureFixture[str], date: str) -> None:
    assert found(capsys, "by-date", date) == [TALK]


def test_by_date_shows_what_was_said_then(filled: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(found(capsys, "by-date", "today", "--in", "facts")) == {QUEUE, TABS, TALK}
    assert found(capsys, "by-date", "today", "tabs", "--in", "facts")[0] == TABS


@pytest.mark.parametrize("command", [("by-date", "today"), ("about",), ("decisions",)])
def test_of_equals_the_one_of_this_folder_comes_first(
    store: Store,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        save(store, "Deploys go out on Tuesday", Kind.DECISION, project=(tmp_path / name).as_posix())
    for name in ("one", "two"):
        monkeypatch.chdir(tmp_path / name)
        run([*command, "deploys", "tuesday", "--in", "facts", "--json"])
        first, second = json.loads(capsys.readouterr().out)["hits"]
        assert Path(first["project"]).name == name
        assert first["score"] > second["score"]


def test_by_date_of_no_time_is_exit_code_2(filled: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["by-date", "purple"]) == 2
    assert "`purple` is not a valid time" in capsys.readouterr().err


def test_of_two_equal_facts_the_one_of_the_own_project_comes_first(store: Store) -> None:
    """Other projects come after, visibly; at depth 1 they stay out. A project that holds nothing changes nothing."""
    mine = save(store, "Run the migrations before the tests", project="mine")
    other = save(store, "Run the migrations before the tests", project="other")
    general = save(store, "Migrations are never edited")
    for project, first, second in (("mine", mine, other), ("other", other, mine)):
        hits = find(store, "run migrations before tests", project=project)
        assert [hit.passage.id for hit in hits[:2]] == [first.id, second.id]
        assert hits[1].explain["elsewhere"] < 0 == hits[0].explain["elsewhere"]
        shallow = {hit.passage.id for hit in find(store, "run migrations before tests", project=project, depth=1)}
        assert shallow == {first.id, general.id}
    assert "elsewhere" not in find(store, "run migrations before tests", project="third")[0].explain


def test_of_many_facts_none_of_another_project_overtakes_by_not_being_looked_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lore.search.boosts.LOOKED_AT", 1)
    for number in range(12):
        save(store, f"Run the migrations before test {number}", project=("mine", "other")[number % 2])
    hits = find(store, "run migrations before tests", project="mine", limit=8)
    assert {hit.passage.project for hit in hits} == {"mine", "other"}
    assert all((hit.explain["elsewhere"] < 0) == (hit.passage.project == "other") for hit in hits)


def test_a_search_takes_the_project_of_its_folder(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.chdir(folder)
    save(store, "Run the linter first", project="other")
    save(store, "Run the linter first", project=folder.as_posix())
    run(["search", "linter", "--json"])
    hits = json.loads(capsys.readouterr().out)["hits"]
    assert [hit["project"] for hit in hits] == [folder.as_posix(), "other"]


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ('"queue Postgres"', "without quotes there would be 1"),
        ("redis not:jobs kind:decision", "without `not:` there would be 1"),
        ("kind:lesson", "without `kind` there would be 3"),
        ('"Indent with tabs" kind:decision project:acme', "no match among 3 facts"),
    ],
)
def test_an_answer_of_nothing_says_what_would_help(filled: Store, query: str, note: str) -> None:
    result = search(filled, SearchRequest(query))
    assert (texts(result.hits), note in result.notes) == ([], True)


def test_an_empty_store_says_how_to_fill_it(store: Store) -> None:
    assert search(store, SearchRequest("anything")).notes == (
        "no match among 0 facts",
        "nothing is stored yet: `lore capture` reads transcripts, `lore add` saves a fact",
    )


def test_a_field_misspelt_is_pointed_out_with_the_one_meant(filled: Store) -> None:
    assert (
        "`knd:` is not a field and was searched as text; `kind:` is one" in search(filled, SearchRequest("knd:x")).notes
    )
