"""A query completes itself while it is typed: fields of the grammar, and the values that the store has."""

import pytest

from lore.intake import clean
from lore.model import Completions, Kind
from lore.search import complete, parse
from lore.store import Store
from support.searching import save


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
    """With the number of facts that have each; kinds without a fact come last."""
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
    """By its beginning, or by that of a part of it; the whole query parses without a note."""
    assert ways(filled, typed).options[0].query == query
    assert parse(query).notes == ()


@pytest.mark.parametrize("typed", ["zzz", '"a phrase', "kind:nothing", "id:f:", "http://ta", "colour:re"])
def test_nothing_is_offered_where_nothing_fits(filled: Store, typed: str) -> None:
    assert ways(filled, typed).options == ()
