"""Search finds what was stored, by words and by meaning, at once, and says why."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from math import isclose
from pathlib import Path

import numpy as np
import pytest

from lore.embedding.embedder import BundledEmbedder
from lore.embedding.hashing_embedder import HashingEmbedder
from lore.history import undo_last
from lore.index import PassageFilter, catch_up, open_index
from lore.index.lexical import MOST_BITS
from lore.index.refresh import index_lock
from lore.intake import clean
from lore.model import Kind, LinkKind, PassageType, Status
from lore.search import Searcher, SearchRequest, engine, parse
from lore.search.candidates import gather, words_of
from lore.store import Store
from lore.store.records import StrengthInputs
from support.searching import find, save, say, search, spoil, texts

TESTS = Path(__file__).parents[1]
UV = "Use uv instead of pip for installing packages"
TABS = "Indent with tabs, never with spaces"
PORT = "The staging database listens on port 5433"


@pytest.fixture
def three(store: Store) -> Store:
    save(store, UV, Kind.CONVENTION, project="acme")
    save(store, TABS, Kind.PREFERENCE)
    save(store, PORT, Kind.SYSTEM, project="acme")
    return store


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("which port does staging use", PORT),
        ("installed package", UV),
        ("how are dependencies set up", UV),
        ("whitespace style of the code", TABS),
        ("5433", PORT),
    ],
)
def test_a_question_finds_its_fact_by_words_stems_or_meaning(three: Store, query: str, found: str) -> None:
    assert found == texts(find(three, query))[0]


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize(
    ("query", "said"), [("db", "The database is called orders"), ("environment", "Set the env before the build")]
)
def test_a_word_that_developers_shorten_is_found_in_either_form(
    store: Store, query: str, said: str, indexed: bool
) -> None:
    save(store, "The colour of the orders is green")
    find(store, query)
    with nullcontext() if indexed else index_lock(store, wait_s=1):
        save(store, said)
        best, other = find(store, query)
    assert (best.passage.text, best.explain["lexical"] > 0, other.explain["lexical"]) == (said, True, 0)
    assert best.explain["together"] > other.explain["together"]


def test_either_form_of_a_word_is_as_frequent_as_the_more_frequent_one(store: Store) -> None:
    for number in range(4):
        save(store, f"The database {number} is full")
    save(store, "The db is empty")
    catch_up(store, None)
    words = open_index(store, None).words
    assert words is not None
    assert words.frequencies(["db", "databas", "empti", "axolotl"]) == [4, 4, 1, 0]


def test_of_a_long_question_the_rarest_words_count(store: Store) -> None:
    common = " ".join(f"word{number}" for number in range(MOST_BITS))
    for number in range(3):
        save(store, f"{common} {number}")
    rare = save(store, "The axolotl")
    hits = {hit.passage.id: hit for hit in find(store, f"{common} axolotl")}
    assert hits[rare.id].explain["together"] > 0


def test_as_many_are_found_as_are_wanted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "POOL", 2)
    for day in range(9):
        save(store, f"Meeting number {day} was short")
    assert len(find(store, "meeting", limit=7)) == 7
    assert len(find(store, "meeting", limit=20)) == 9


def test_what_is_found_by_meaning_alone_counts_for_the_words_that_it_holds(store: Store) -> None:
    meant = "The long way to deploy by hand"
    for text in ("deploy", "deploy deploy", meant):
        save(store, text)
    embedder = HashingEmbedder()
    Searcher(store, embedder).prepare()
    index, wanted = open_index(store, embedder), PassageFilter(types=(PassageType.FACT,))
    candidates = gather(store, index, words_of(parse("deploy")), wanted, lambda: embedder.embed_query(meant), 1)
    assert (len(candidates.ids), int(np.count_nonzero(candidates.pool.words))) == (2, 1)
    assert candidates.pool.held.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("parse_header", "Call parse_header before read_body"),
        ("useThemeStore", "The state lives in useThemeStore"),
        ("theme store", "The state lives in useThemeStore"),
        ("core/lore/store/sqlite/facts.py", "Writes belong into core/lore/store/sqlite/facts.py"),
        ("facts.py", "Writes belong into core/lore/store/sqlite/facts.py"),
    ],
)
def test_an_identifier_is_found_whole_and_by_its_parts(store: Store, query: str, found: str) -> None:
    for text in (
        "Call parse_header before read_body",
        "The state lives in useThemeStore",
        "Writes belong into core/lore/store/sqlite/facts.py",
        "Parse the answer, then close the header",
    ):
        save(store, text)
    assert found == texts(find(store, query))[0]


def test_a_fact_is_found_the_moment_it_is_saved(three: Store) -> None:
    find(three, "uv")
    save(three, "Deploy on Tuesdays")
    assert texts(find(three, "Tuesdays", limit=1)) == ["Deploy on Tuesdays"]


def test_a_fact_of_another_process_is_found_by_the_next_search(three: Store) -> None:
    find(three, "uv")
    script = (
        "from support.searching import save\nfrom lore.store import open_store\n"
        "with open_store() as store: save(store, 'The mascot is an axolotl')"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env={**os.environ, "PYTHONPATH": str(TESTS)})
    assert texts(find(three, "axolotl", limit=1)) == ["The mascot is an axolotl"]


def test_a_search_does_not_wait_for_a_process_that_indexes(three: Store) -> None:
    find(three, "uv")
    with index_lock(three, wait_s=1):
        save(three, "The mascot is an axolotl")
        assert not catch_up(three, None)
        assert texts(find(three, "axolotl"))[0] == "The mascot is an axolotl"


def test_what_changes_while_another_process_indexes_counts_as_it_now_is(three: Store) -> None:
    said = ["Where do the invoices go?", "Into object storage."]
    say(three, "s1", said)
    fact = find(three, "tabs")[0].passage.id
    find(three, "invoices", "all")
    with index_lock(three, wait_s=1):
        with three.write("person") as transaction:
            three.facts.update(transaction, fact, text=clean("Deploys need two approvals"))
        old = find(three, "indent with tabs, never with spaces", "all")
        new = find(three, "who approves deploys", "all")
        listed = texts(find(three, "kind:preference"))
        say(three, "s1", [*said, "And the quarterly ones?"])
        asked = find(three, "quarterly", "turns")
    assert fact not in [hit.passage.id for hit in old]
    assert (new[0].passage.id, new[0].explain["together"] > 0) == (fact, True)
    assert listed == ["Deploys need two approvals"]
    assert asked[0].passage.text == "And the quarterly ones?"
    assert {hit.passage.text: hit.explain["neighbours"] > 0 for hit in asked[1:]} == {said[0]: False, said[1]: True}


def test_a_first_search_while_another_process_builds_the_index_finds_everything(three: Store) -> None:
    with index_lock(three, wait_s=1):
        assert texts(Searcher(three).search(SearchRequest("staging port", "facts")).hits)[0] == PORT


def test_what_was_edited_is_found_by_its_new_text_alone(three: Store) -> None:
    fact = find(three, "tabs")[0].passage.id
    with three.write("person") as transaction:
        three.facts.update(transaction, fact, text=clean("Indent with four spaces"))
    assert texts(find(three, "indent"))[0] == "Indent with four spaces"
    assert TABS not in texts(find(three, "never tabs"))


def test_an_undone_fact_is_not_found(three: Store) -> None:
    save(three, "Deploy on Tuesdays")
    assert find(three, "Tuesdays", limit=1)[0].passage.text == "Deploy on Tuesdays"
    undo_last(three, "person")
    assert "Deploy on Tuesdays" not in texts(find(three, "Tuesdays"))


def test_only_active_facts_are_found_unless_a_status_is_asked_for(three: Store) -> None:
    fact = find(three, "port")[0].passage.id
    with three.write("person") as transaction:
        three.facts.update(transaction, fact, action="fact.archive", status=Status.ARCHIVED)
    assert PORT not in texts(find(three, "staging port"))
    assert texts(find(three, "staging port status:archived")) == [PORT]
    assert texts(find(three, "staging port", filter=PassageFilter(statuses=("archived",)))) == [PORT]
    assert texts(find(three, f"id:{fact}")) == [PORT]


def test_filters_hold_for_what_is_found_by_meaning_too(three: Store) -> None:
    assert {UV, PORT} == set(texts(find(three, "anything about the code", filter=PassageFilter(projects=("acme",)))))
    assert texts(find(three, "how are dependencies installed kind:preference")) == [TABS]


def test_the_factors_of_a_score_add_up_to_it(three: Store) -> None:
    say(three, "s1", ["Which port does staging use?", "Staging listens on port 5433.", "Thanks"])
    for hit in find(three, "port of the staging database", "all"):
        assert isclose(hit.score, sum(hit.explain.values()), abs_tol=1e-5)
        assert {"lexical", "vector", "neighbours", "session", "speaker", "salience"} <= set(hit.explain)


def test_of_two_equal_facts_the_one_that_was_used_comes_first(store: Store) -> None:
    save(store, "Run the linter before you commit", confidence=0.5)
    used = save(store, "Run the linter before you push", confidence=0.5)
    for session in ("s1", "s2", "s3"):
        store.accesses.record([used.id], session=session)
    hits = find(store, "run the linter")
    assert hits[0].passage.id == used.id
    assert (hits[0].strength or 0) > (hits[1].strength or 0)


def test_of_many_equal_facts_the_one_that_was_used_is_found_however_few_are_wanted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lore.search.results.LOOKED_UP", 1)
    for number in range(8):
        save(store, "Run the linter before you commit", confidence=0.5, project=f"p{number}")
    save(store, "Bake bread", confidence=0.5)
    *_, last, _ = (hit.passage.id for hit in find(store, "run the linter"))
    for session in ("s1", "s2", "s3"):
        store.accesses.record([last], session=session)
    assert find(store, "run the linter", limit=3)[0].passage.id == last
    assert [hit.strength is None for hit in find(store, "run the linter", limit=9)] == [False] * 9
    looked_up: list[str] = []
    inputs = store.facts.strength_inputs

    def counted(ids: Sequence[str]) -> list[StrengthInputs]:
        looked_up.extend(ids)
        return inputs(ids)

    monkeypatch.setattr(store.facts, "strength_inputs", counted)
    find(store, "bake bread", limit=1)
    assert len(looked_up) < 5


def test_a_search_that_is_recorded_strengthens_nothing_it_lists(three: Store) -> None:
    before = find(three, "staging port")[0]
    search(three, SearchRequest("staging port", record=True, session="s9"))
    after = find(three, "staging port")[0]
    name = after.passage.id
    assert after.strength == before.strength
    assert [use["kind"] for use in three.facts.uses([name])[name]] == ["search"]


def test_an_answer_lifts_the_question_it_answers(store: Store) -> None:
    say(store, "s1", ["What do you suggest?", "Move the quarterly invoices into object storage.", "Fine."])
    say(store, "s2", ["What do you suggest?", "Take a walk.", "Fine."])
    hits = [hit for hit in find(store, "suggestion for quarterly invoices", "turns") if "suggest" in hit.passage.text]
    assert hits[0].passage.session == "s1"
    assert hits[0].explain["neighbours"] > 0


def test_a_question_that_names_a_speaker_prefers_what_they_said(store: Store) -> None:
    say(store, "s1", ["[9:01 am on 3 May] Maria: I adopted a puppy", "[9:02 am on 3 May] John: I adopted a kitten"])
    assert "John" in find(store, "What did John adopt?", "turns")[0].passage.text
    assert "Maria" in find(store, "What did Maria adopt?", "turns")[0].passage.text


def test_grouping_gives_each_session_once(store: Store) -> None:
    say(store, "s1", ["Fix the login page", "The login page redirects now", "Thanks for the login page"])
    say(store, "s2", ["Write the release notes", "The notes mention the login page"])
    hits = find(store, "login page redirect", "turns", group_by_session=True)
    assert [hit.passage.session for hit in hits] == ["s1", "s2"]


def test_excluded_words_and_phrases_are_kept_out_whatever_their_meaning(three: Store) -> None:
    assert PORT not in texts(find(three, "staging database not:port"))
    assert UV not in texts(find(three, 'installing packages not:"instead of pip"'))


def test_a_phrase_alone_must_be_there_and_counts_among_other_words(three: Store) -> None:
    assert texts(find(three, '"staging database"')) == [PORT]
    assert find(three, '"database staging"') == ()
    assert texts(find(three, 'packages "instead of pip"'))[0] == UV


def test_nothing_found_says_what_was_searched_and_what_a_dropped_filter_gives(three: Store) -> None:
    result = search(three, SearchRequest('"staging database" kind:decision'))
    assert result.hits == ()
    assert result.notes == ("no match among 3 facts", "without `kind` there would be 1")


def test_a_fact_that_was_damaged_on_disk_is_named_and_no_answer(three: Store) -> None:
    """The indexes still hold the right text; the row reads otherwise. The other facts are found."""
    assert texts(find(three, "staging port"))[0] == PORT
    spoil(three, PORT)
    answer = search(three, SearchRequest("staging port"))
    assert PORT not in [hit.passage.text for hit in answer.hits]
    assert len(answer.hits) == 2
    assert "damaged on disk" in answer.notes[0]
    assert texts(find(three, "spaces or tabs", filter=PassageFilter(kinds=("preference",)))) == [TABS]


@pytest.mark.parametrize("limit", [10**6, 10**12, 10**30, 10**400])
def test_no_limit_is_too_large(three: Store, limit: int) -> None:
    assert len(find(three, "staging port", limit=limit)) == len(find(three, "staging port", "all", limit=limit)) == 3
    assert len(find(three, "project:acme", limit=limit, depth=3)) == 2


def test_words_alone_decide_where_the_model_is_damaged(three: Store) -> None:
    broken = BundledEmbedder(three.folder / "nowhere", three.folder / "receipt.json")
    result = Searcher(three, broken).search(SearchRequest("staging port"))
    assert (result.mode, texts(result.hits)[0]) == ("lexical", PORT)
    assert result.notes[0].startswith("keyword search only: the embedding model cannot be read")


def test_conditions_alone_list_the_newest(three: Store) -> None:
    assert set(texts(find(three, "project:acme"))) == {PORT, UV}
    assert texts(find(three, "kind:preference")) == [TABS]


def test_what_is_listed_comes_newest_first_however_strong_it_is(store: Store) -> None:
    for day in range(1, 13):
        save(store, f"Rule {day}", pinned=day == 11, created_at=f"2026-02-{day:02}T09:00:00Z")
    say(store, "s1", ["What is said at no known time comes last"])
    hits = find(store, "", "all", limit=12)
    assert texts(hits) == [f"Rule {day}" for day in range(12, 0, -1)]
    assert all(hit.strength is not None for hit in hits)
    assert all(isclose(hit.score, sum(hit.explain.values()), abs_tol=1e-6) for hit in hits)


def test_what_sessions_start_with_can_be_asked_for(three: Store) -> None:
    """In any project, and put away from there: `d` in the app."""
    here = save(three, "Never force-push", Kind.CONVENTION, standing=True)
    there = save(three, "Never squash", Kind.CONVENTION, standing=True, project="github.com/me/other")
    other = save(three, "The night build takes an hour")
    assert {hit.passage.id for hit in find(three, "is:given")} == {here.id, there.id}
    found = {hit.passage.id for hit in find(three, "-is:given", limit=20)}
    assert other.id in found and not found & {here.id, there.id}


def test_stale_and_contradicted_facts_can_be_asked_for(three: Store) -> None:
    old = save(three, "The trial ends in January", expires_at="2026-02-01T00:00:00Z")
    spaces = save(three, "Indent with spaces", Kind.PREFERENCE)
    tabs = find(three, "kind:preference tabs")[0].passage.id
    with three.write("person") as transaction:
        three.facts.link(transaction, spaces.id, LinkKind.CONTRADICTS, tabs)
    assert [hit.passage.id for hit in find(three, "is:stale")] == [old.id]
    assert old.text not in texts(find(three, "trial -is:stale"))
    assert {hit.passage.id for hit in find(three, "is:contradicted")} == {spaces.id, tabs}


@pytest.mark.parametrize("when", ["last week", "yesterday", "in March", "on 11 March", "this month"])
def test_a_time_that_a_question_names_is_preferred_and_nothing_is_left_out(store: Store, when: str) -> None:
    """The clock of the tests stands at 12 March 2026."""
    recent = {"last week": "2026-03-04T10:00:00Z"}.get(when, "2026-03-11T10:00:00Z")
    for at in ("2025-06-01T10:00:00Z", recent, "2024-12-01T10:00:00Z"):
        save(store, "We moved the office to the harbour", happened_at=at)
    plain, asked = find(store, "which office was moved"), find(store, f"which office was moved {when}")
    assert {hit.passage.id for hit in plain} == {hit.passage.id for hit in asked}
    assert asked[0].passage.happened_at == recent
    assert asked[0].explain["time"] > 0 == asked[1].explain["time"]
    assert isclose(asked[0].score, sum(asked[0].explain.values()), abs_tol=1e-5)
    assert "time" not in plain[0].explain


def test_a_time_in_a_phrase_or_a_condition_is_no_preference(store: Store) -> None:
    save(store, "We moved the office", happened_at="2026-03-11T10:00:00Z")
    assert "time" not in find(store, 'office moved "in March"')[0].explain
    assert "time" not in find(store, "moved happened:2026-03")[0].explain


@pytest.mark.parametrize("condition", ["after:2026-01", "before:2027", "happened:2025", "after:2026-01 before:2027"])
def test_words_and_a_time_narrow_together(store: Store, condition: str) -> None:
    fact = save(store, "We moved the office", happened_at="2025-11-20T09:00:00Z")
    assert [hit.passage.id for hit in find(store, f"office {condition}")] == [fact.id]
