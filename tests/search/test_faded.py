"""A faded fact is found by a strong cue, and marked; what was put away otherwise is not."""

import pytest

from lore import clock
from lore.memory.entering import supersede
from lore.model import Clean, Fact, Hit, Kind, Status
from lore.presence import deciding
from lore.search import Searcher, SearchRequest
from lore.store import Store

OLD = "The billing importer retries three times with exponential backoff"


@pytest.fixture
def faded(store: Store, monkeypatch: pytest.MonkeyPatch) -> Fact:
    monkeypatch.setenv("LORE_NOW", "2024-01-01T09:00:00Z")
    fact = added(store, OLD)
    archived(store, fact)
    monkeypatch.setenv("LORE_NOW", "2026-03-12T09:00:00Z")
    return fact


def added(store: Store, text: str) -> Fact:
    with store.write("hook") as transaction:
        fact = Fact("", Clean(text), Kind.NOTE, project="shop", created_at=clock.now())
        return store.facts.add(transaction, fact)


def archived(store: Store, fact: Fact) -> None:
    with store.write("consolidation") as transaction:
        store.facts.update(transaction, fact.id, action="fact.archive", status=Status.ARCHIVED)


def found(store: Store, query: str, limit: int = 10) -> tuple[Hit, ...]:
    return Searcher(store).search(SearchRequest(query, limit=limit)).hits


def test_a_strong_cue_finds_what_had_faded_and_says_so(store: Store, faded: Fact) -> None:
    (hit,) = found(store, "billing importer exponential backoff")
    assert (hit.passage.id, hit.passage.status) == (faded.id, "archived")
    assert hit.doubt == "it had faded, for nobody said or used it since 2024-01-01"
    assert hit.score == pytest.approx(sum(hit.explain.values()))


@pytest.mark.parametrize("query", ["billing", "importer of customers from Italy", "retry policy of the mail worker"])
def test_a_weak_cue_does_not(store: Store, faded: Fact, query: str) -> None:
    assert found(store, query) == ()


def test_it_takes_the_place_of_what_holds_less_of_the_query_alone(store: Store, faded: Fact) -> None:
    others = [added(store, f"The importer of shop {number} runs at night") for number in range(3)]
    hits = found(store, "billing importer exponential backoff", limit=2)
    names = {hit.passage.id for hit in hits}
    assert len(names) == 2 and faded.id in names
    assert names - {faded.id} <= {fact.id for fact in others}
    same = added(store, OLD)
    assert [hit.passage.id for hit in found(store, "billing importer exponential backoff", limit=1)] == [same.id]


def test_what_was_put_away_otherwise_stays_away(store: Store, faded: Fact) -> None:
    """By a person, or because another fact took its place; and what somebody asks for by its state is as it was."""
    query = "billing importer exponential backoff"
    assert [hit.passage.id for hit in found(store, f"{query} status:archived")] == [faded.id]
    newer = added(store, "Nothing is retried any more")
    with store.write("consolidation") as transaction:
        supersede(store, transaction, faded.id, newer.id)
        store.facts.update(transaction, faded.id, action="fact.archive", status=Status.ARCHIVED)
    assert faded.id not in {hit.passage.id for hit in found(store, query)}


def test_what_a_person_archived_stays_away(store: Store, faded: Fact) -> None:
    person = deciding("test", yes=True)
    assert person
    with store.write("hook") as transaction:
        store.facts.update(transaction, faded.id, action="fact.restore", status=Status.ACTIVE)
    with store.write(person) as transaction:
        store.facts.update(transaction, faded.id, action="fact.archive", status=Status.ARCHIVED)
    assert found(store, "billing importer exponential backoff") == ()
