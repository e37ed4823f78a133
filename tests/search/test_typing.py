"""While a query is typed its last word stands for every word that begins so; typed to the end it is that word."""

from contextlib import nullcontext

import pytest

from lore.index.refresh import index_lock
from lore.model import FoundBy
from lore.search import SearchRequest, query_words
from lore.store import Store
from support.searching import save, search

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
