"""A query completes itself while it is typed, and its words are found in the texts that were found."""

from contextlib import nullcontext

import pytest

from lore.index.refresh import index_lock
from lore.intake import clean
from lore.model import Completions, FoundBy, Kind
from lore.search import SearchRequest, complete, parse, query_words
from lore.store import Store
from support.searching import save, search


@pytest.fixture
def filled(store: Store) -> Store:
    for number in range(3):
        save(store, f"Ports are listed {number}", Kind.SYSTEM, project="example.com/acme/web", tags=(clean("ops"),))
    save(store, "Use uuid7", Kind.DECISION, project="example.com/acme/api", tags=(clean("two words"), clean("db")))
    save(store, "Ask first", Kind.PREFERENCE, files=(clean("src/app/main.py"),))
    return store


def ways(store: Store, typed: str) -> Completions:
    return complete(typed, store.facts.values)


@pytest.mark.parametrize(("typed", "begins"), [("", "kind:"), ("port ta", "tag:"), ("-", "is:"), ("FI", "file:")])
def test_a_field_is_offered_by_its_beginning(filled: Store, typed: str, begins: str) -> None:
    """At the end of what is typed; of conditions only `is:` can be negated."""
    found = ways(filled, typed)
    assert found.field is None
    assert found.options[0].shown == begins
    assert found.options[0].query.endswith(begins)


def test_values_come_from_the_store_those_of_most_facts_first(filled: Store) -> None:
    found = ways(filled, "port kind:")
    assert found.field == "kind"
    assert [(one.shown, one.facts) for one in found.options[:3]] == [("system", 3), ("decision", 1), ("preference", 1)]
    assert found.options[0].query == "port kind:system "
    assert found.options[-1].facts == 0


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ("kind:de", "kind:decision "),
        ("tag:o", "tag:ops "),
        ("tag:two", 'tag:"two words" '),
        ('tag:"two', 'tag:"two words" '),
        ("tag:ops,d", "tag:ops,db "),
        ("project:we", "project:example.com/acme/web "),
        ("file:main", "file:src/app/main.py "),
        ("is:pi", "is:pinned "),
        ("-is:ta", "-is:tainted "),
        ("in:tu", "in:turns "),
        ("after:yes", "after:yesterday "),
        ("status:arch", "status:archived "),
    ],
)
def test_a_value_is_completed_to_one_that_the_grammar_takes(filled: Store, typed: str, query: str) -> None:
    assert ways(filled, typed).options[0].query == query
    assert parse(query).notes == ()


@pytest.mark.parametrize("typed", ["zzz", '"a phrase', "kind:nothing", "id:f:", "http://ta", "colour:re"])
def test_nothing_is_offered_where_nothing_fits(filled: Store, typed: str) -> None:
    assert ways(filled, typed).options == ()


DEPLOY = "We deploy on Fridays, never by hand"
STAGING = "Staging listens on port 5433"


def by_words(store: Store, query: str, *, typing: bool) -> list[str]:
    hits = search(store, SearchRequest(query, typing=typing)).hits
    return [hit.passage.text for hit in hits if hit.by is FoundBy.WORDS]


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("de", [DEPLOY]),
        ("DEPL", [DEPLOY]),
        ("deploymen", [DEPLOY]),
        ("port stag", [STAGING]),
        ("stagings po", [STAGING]),
        ("stagin", [STAGING]),
        ("kind:note stagi", [STAGING]),
        ("zzz", []),
        ("stagi kind:note", []),
        ("not:stagi", []),
    ],
)
def test_the_last_word_stands_for_what_it_may_become(store: Store, typed: str, found: list[str], indexed: bool) -> None:
    """By the word index, and of what that has not taken in yet; a word that others follow is whole."""
    search(store, SearchRequest("anything"))
    with nullcontext() if indexed else index_lock(store, wait_s=1):
        for text in (DEPLOY, STAGING, "The colour of the button is green"):
            save(store, text)
        assert by_words(store, typed, typing=True) == found


@pytest.mark.parametrize("typed", ["depl", "deploymen", "po"])
def test_a_query_that_is_not_being_typed_means_whole_words(store: Store, typed: str) -> None:
    save(store, DEPLOY)
    save(store, STAGING)
    assert by_words(store, typed, typing=False) == []


def test_a_whole_word_comes_before_what_begins_so(store: Store) -> None:
    save(store, "The porter carries the porridge to the portal")
    whole = save(store, "The port is open")
    assert search(store, SearchRequest("port", typing=True)).hits[0].passage.id == whole.id


@pytest.mark.parametrize(
    ("typed", "marked"),
    [
        ("stag", ["staging"]),
        ("5", []),
        ("54", ["5433"]),
        ("staging da", ["staging", "database"]),
        ("useSt", ["useState"]),
    ],
)
def test_what_begins_so_stands_out(typed: str, marked: list[str]) -> None:
    assert query_words(typed, typing=True).held_by("The staging database, 5433, keeps useState") == marked


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("staging database", "The staging database listens on 5433", ["staging", "database"]),
        ("running tests", "The test runs: Tests ran", ["test", "runs", "Tests"]),
        ("db", "The database, not the DB", ["database", "DB"]),
        ("state", "useState keeps the state", ["useState", "state"]),
        ('"the queue" kind:note not:redis', "the queue is on redis, a note", ["queue"]),
        ("tests/conftest.py", "see tests/conftest.py", ["tests", "conftest", "py"]),
        ("kind:decision", "a decision of a kind", []),
        ("", "anything", []),
        ("café", "Cafe and CAFÉ", ["Cafe", "CAFÉ"]),
    ],
)
def test_words_are_marked_in_every_form_they_are_found_by(query: str, text: str, marked: list[str]) -> None:
    """Stems, abbreviations and names; neither conditions nor what must not be there, nor words that tell nothing."""
    words = query_words(query)
    assert [text[start:end] for start, end in words.spans(text)] == marked
    assert words.held_by(f"{text} {text}") == list(dict.fromkeys(marked))
