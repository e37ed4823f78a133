"""`--depth`: 1 takes each passage alone, 2 looks at the turns about a turn, 3 follows what the best hits lead to."""

from math import isclose

import pytest

from lore.intake import clean
from lore.model import Evidence, Fact, Hit, Kind, LinkKind
from lore.search.association import MOST_SHARED
from lore.store import Store
from support.searching import find, save, say, spoil, texts


@pytest.fixture
def superseded(store: Store) -> Fact:
    """A fact that a link alone leads to, from `Release every fortnight`."""
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
