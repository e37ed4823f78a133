"""After a migration: what leans on the old thing is marked by how alike it is, and nothing else is."""

import pytest

from lore.history import undo_last
from lore.memory.decisions import queue
from lore.memory.editing import NewFact, add_fact, replace_with
from lore.memory.entering import fold, supersede
from lore.memory.leaning import given_up, leaning_on
from lore.model import Fact, Kind, LinkKind, Status
from lore.store import Store


def saved(store: Store, text: str, project: str = "app") -> Fact:
    return add_fact(store, NewFact(text, Kind.CONVENTION, project=project)).fact


def marked(store: Store, old: Fact) -> set[str]:
    """The texts of what leans on a fact."""
    links = [link for link in store.facts.links(old.id) if link.kind is LinkKind.LEANS_ON]
    assert all(link.target == old.id for link in links)
    return {fact.text for fact in store.facts.many([link.source for link in links])}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("We use axios for HTTP", "We use fetch instead of axios", {"axio"}),
        ("Use npm", "Use pnpm, not npm", {"npm"}),
        ("The API listens on port 8001", "The API listens on port 8080", {"8001"}),
        ("The default branch is master", "The default branch is main", {"master"}),
        ("Tests live in src/spec", "Tests live in tests/unit", {"src/spec"}),
        ("Retry 3 times", "Retry 5 times", set()),
        ("Use tabs for indentation", "Use tabs for indentation everywhere", set()),
    ],
)
def test_what_a_newer_statement_gives_up_is_a_thing(old: str, new: str, expected: set[str]) -> None:
    """A small number, or a light word, is nothing that others rest on."""
    assert given_up(old, new) == expected


def test_what_leans_on_the_old_thing_is_marked_in_degrees_and_what_does_not_never(store: Store) -> None:
    """What is near is the more doubtful; nothing is asked.

    What names the new thing, denies the old one, or is of elsewhere is not.
    """
    old = saved(store, "The web client uses axios for all HTTP requests")
    near = saved(store, "The admin client uses axios for its HTTP requests")
    far = saved(store, "Mock axios in the unit tests of the cart")
    others = [
        saved(store, "The web client keeps its tokens in memory"),
        saved(store, "Use fetch where you meet axios in old code"),
        saved(store, "Never add axios to a new package"),
        saved(store, "The mail client uses axios for all HTTP requests", project="shop"),
    ]
    outcome = replace_with(store, old.id, "The web client uses fetch instead of axios for all HTTP requests")
    assert marked(store, old) == {near.text, far.text}
    degrees = {one.fact.id: one.degree for one in leaning_on(store, store.facts.get(old.id), outcome.fact)}
    assert degrees[near.id] > degrees[far.id] > 0
    assert queue(store) == []
    for other in (near, far, *others):
        assert store.facts.get(other.id).status is Status.ACTIVE


def test_an_undo_takes_the_marks_back(store: Store) -> None:
    old = saved(store, "Use npm")
    leaning = saved(store, "CI caches the folder of npm between runs")
    replace_with(store, old.id, "Use pnpm, not npm")
    assert marked(store, old) == {leaning.text}
    undo_last(store)
    assert marked(store, old) == set()
    assert queue(store) == []


def test_a_merge_of_two_wordings_doubts_nothing(store: Store) -> None:
    """What was said stays true under the wording that stands, also for what names a word of the other one."""
    leaning = saved(store, "CI caches the folder of npm between runs")
    gone, kept = saved(store, "Use npm"), saved(store, "Use pnpm, not npm, where the lock file is")
    with store.write("test") as transaction:
        fold(store, transaction, gone.id, kept.id)
    assert marked(store, gone) == set()
    with store.write("test") as transaction:
        supersede(store, transaction, gone.id, kept.id)
    assert marked(store, gone) == {leaning.text}, "given up, it would have been"
