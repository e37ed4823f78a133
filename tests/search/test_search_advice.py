"""What an answer of nothing says: what was searched, and what dropping each condition would give."""

import json
from math import isclose
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.intake import clean
from lore.memory.editing import archive
from lore.model import Evidence, Fact, Hit, Kind, LinkKind
from lore.search import SearchRequest
from lore.search.association import MOST_SHARED
from lore.store import Store
from support.searching import find, save, say, search, spoil, texts


@pytest.fixture
def filled(store: Store) -> Store:
    save(store, "We use Postgres as the queue", Kind.DECISION, project="acme")
    save(store, "The offsite takes place in Lisbon", happened_at="2025-11-20T09:00:00Z")
    return store


@pytest.mark.parametrize(
    ("query", "advice"),
    [
        ("lisbon happened:2031", "without `happened` there would be 1"),
        ("lisbon happened:2020", "without `happened` there would be 1"),
        ("lisbon id:f:nowhere", "without `id` there would be 1"),
        ("lisbon is:stale", "without `is:stale` there would be 1"),
        ("lisbon is:stale is:contradicted", "without `is:stale` and `is:contradicted` there would be 1"),
        ("lisbon status:archived", "without `status` there would be 1"),
        ("lisbon kind:decision before:2020", "without all conditions there would be 1"),
        ("lisbon after:2030 before:2020", "without all conditions there would be 1"),
    ],
)
def test_each_condition_is_named_as_it_was_typed(filled: Store, query: str, advice: str) -> None:
    assert search(filled, SearchRequest(query)).notes == ("no match among 2 facts", advice)


def test_a_status_that_nobody_asked_for_is_no_condition_of_theirs(filled: Store) -> None:
    """What is archived is pointed out, but not as if `status:` had been typed."""
    archive(filled, [fact.id for fact in filled.facts.select()])
    notes = search(filled, SearchRequest("lisbon")).notes
    assert notes == ("no match among 2 facts", "of any status there would be 1")


@pytest.mark.parametrize("arguments", [["2020-05"], ["2020-05", "lisbon"]])
def test_by_date_of_nothing_says_what_there_is_at_other_times(
    filled: Store, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    """Not what there would be without an `after` that nobody typed."""
    assert run(["by-date", *arguments]) == 3
    said = capsys.readouterr().err.splitlines()
    assert said == ["no match among 2 facts, 0 turns, 0 document parts", "at other times there would be 2"]


def test_by_date_says_what_it_took_for_text_also_when_something_is_found(
    filled: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["by-date", "2025-11", "knd:x"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "`knd:` is not a field and was searched as text; `kind:` is one",
        "nothing holds these words: what is shown is near in meaning",
    ]


def test_by_date_of_what_is_nowhere_says_what_would_help(filled: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["by-date", "2025-11", "kind:lesson", "lisbon"]) == 3
    assert "without `kind` there would be 1" in capsys.readouterr().err


@pytest.fixture
def superseded(store: Store) -> Fact:
    old = save(store, "Maria waters theOfficePlants", Kind.NOTE)
    new = save(store, "Release every fortnight", Kind.DECISION)
    for number in range(12):
        save(store, f"Release candidate {number} was tested")
    with store.write("person") as transaction:
        store.facts.link(transaction, new.id, LinkKind.SUPERSEDES, old.id)
    return old


def test_depth_decides_whether_context_and_links_count(store: Store, superseded: Fact) -> None:
    """1: each passage alone; 2: a turn borrows from those about it; 3: links bring in what shares no word."""
    say(store, "s1", ["How often do we release?", "Release every fortnight, on Mondays."])
    shallow = find(store, "release every fortnight", "turns", depth=1)
    assert all("neighbours" not in hit.explain for hit in shallow)
    assert all("neighbours" in hit.explain for hit in find(store, "release every fortnight", "turns", depth=2))
    assert superseded.id not in [hit.passage.id for hit in find(store, "release every fortnight", limit=5)]
    linked = {hit.passage.id: hit for hit in find(store, "release every fortnight", limit=5, depth=3)}[superseded.id]
    assert linked.explain["association"] > 0
    assert isclose(linked.score, sum(linked.explain.values()), abs_tol=1e-5)


def test_what_a_link_leads_to_is_neither_damaged_nor_what_was_not_asked_for(store: Store, superseded: Fact) -> None:
    for query in ("release every fortnight not:plants", '"every fortnight"'):
        assert superseded.text not in texts(find(store, query, limit=5, depth=3))
    spoil(store, superseded.text)
    assert find(store, "release every fortnight", limit=5)
    assert superseded.text not in texts(find(store, "release every fortnight", limit=5, depth=3))


def test_depth_3_follows_rare_words_of_the_best_hits(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks about the talk gets what is said of its speaker, a name that the question does not hold."""
    save(store, "Henrietta Quillfeather gave the talk on compilers")
    other = save(store, "Quillfeather keeps bees behind the station")
    for number in range(12):
        save(store, f"Item {number} of the list was moved to shelf {number % 7}")
    places: list[int] = []
    hits: tuple[Hit, ...] = ()
    for depth in (2, 3):
        hits = find(store, "who gave the talk on compilers", limit=50, depth=depth)
        places.append([hit.passage.id for hit in hits].index(other.id))
    assert places[1] < places[0]
    assert 0 < hits[places[1]].explain["association"] <= MOST_SHARED
    monkeypatch.setattr("lore.search.association.SEEDS", 1)
    monkeypatch.setattr("lore.search.association.SHARED_WORDS", 1.0)
    given = [hit.explain["association"] for hit in find(store, "who gave the talk on compilers", limit=50, depth=3)]
    assert given[0] == 0
    assert max(given) == pytest.approx(MOST_SHARED)


def test_depth_3_leads_from_a_message_to_the_facts_that_rest_on_it(store: Store) -> None:
    say(store, "s1", ["Where do the nightly invoices go?", "Thanks"])
    quote = clean("Where do the nightly invoices go?")
    named = {}
    for name, source in (("same message", "s1-0"), ("same session", "s1-9")):
        with store.write("person") as transaction:
            fact = Fact(id="", text=clean(f"Zeppelin {name}"), kind=Kind.NOTE)
            named[name] = store.facts.add(transaction, fact, [Evidence(quote, session="s1", source_id=source)]).id
    answer = find(store, "nightly invoices", "all", depth=3)
    hits = {hit.passage.id: hit for hit in answer}
    assert all(hits[fact].explain["association"] > 0 for fact in named.values())
    given = {name: hits[fact].score / answer[0].score for name, fact in named.items()}
    assert given["same message"] > given["same session"]
    one = save(store, "The parser reads headers first", files=("core/parse.py",))
    two = save(store, "Unrelated words entirely", files=("core/parse.py",))
    found = {hit.passage.id: hit for hit in find(store, "parser headers", depth=3)}
    assert found[one.id].score > found[two.id].score
    assert found[two.id].explain["association"] > 0


QUEUE = "We use Postgres as the queue, because Redis lost jobs"
TABS = "Indent with tabs"
TALK = "The offsite takes place in Lisbon"


@pytest.fixture
def shortcuts(store: Store) -> Store:
    save(store, QUEUE, Kind.DECISION)
    save(store, TABS, Kind.PREFERENCE)
    save(store, TALK, Kind.NOTE, happened_at="2025-11-20T09:00:00Z")
    say(store, "s1", ["Where do jobs wait?", "In the Postgres queue."])
    return store


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    run([*arguments, "--json"])
    return [hit["text"] for hit in json.loads(capsys.readouterr().out)["hits"]]


@pytest.mark.parametrize("date", ["2025-11-20", "2025-11", "in November 2025"])
def test_by_date_shows_what_happened_then(shortcuts: Store, capsys: pytest.CaptureFixture[str], date: str) -> None:
    assert found(capsys, "by-date", date) == [TALK]


def test_by_date_shows_what_was_said_then(shortcuts: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(found(capsys, "by-date", "today", "--in", "facts")) == {QUEUE, TABS, TALK}
    assert found(capsys, "by-date", "today", "tabs", "--in", "facts")[0] == TABS


@pytest.mark.parametrize("command", [("by-date", "today"), ("search", "--depth", "3"), ("search", "kind:decision")])
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


def test_by_date_of_no_time_is_exit_code_2(shortcuts: Store, capsys: pytest.CaptureFixture[str]) -> None:
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
def test_an_answer_of_nothing_says_what_would_help(shortcuts: Store, query: str, note: str) -> None:
    result = search(shortcuts, SearchRequest(query))
    assert (texts(result.hits), note in result.notes) == ([], True)


def test_an_empty_store_says_how_to_fill_it(store: Store) -> None:
    assert search(store, SearchRequest("anything")).notes == (
        "no match among 0 facts",
        "nothing is stored yet: `lore capture` reads transcripts, `lore add` saves a fact",
    )


def test_a_field_misspelt_is_pointed_out_with_the_one_meant(shortcuts: Store) -> None:
    assert (
        "`knd:` is not a field and was searched as text; `kind:` is one"
        in search(shortcuts, SearchRequest("knd:x")).notes
    )
