"""When a fact fades, what deciding on one would save, and long statements that stay apart."""

import pytest
from hypothesis import given, strategies as st

from lore import clock
from lore.embedding import bundled_embedder
from lore.memory import explained
from lore.memory.editing import NewFact, add_fact
from lore.memory.nearby import near_facts
from lore.memory.policies import POLICIES, policy_named
from lore.memory.standing import fades_at
from lore.memory.worth import saves
from lore.model import Clean, Evidence, Fact, Kind, Status, Usage
from lore.presence import deciding
from lore.store import FactFilter, Store

NOW = "2026-03-12T09:00:00Z"


@pytest.mark.parametrize("name", POLICIES)
def test_it_fades_at_the_first_minute_below_the_floor(name: str) -> None:
    policy, usage = policy_named(name), Usage(reinforced_at=NOW)
    fact = Fact("f:1", Clean("x"), Kind.NOTE, confidence=0.5, created_at=NOW)
    found = fades_at(policy, fact, usage, NOW)
    if found is not None:
        moment = clock.parse(found)
        assert moment is not None and found > NOW
        assert policy.faded(fact, usage, found)
        assert not policy.faded(fact, usage, clock.later(moment, seconds=-120))
    assert fades_at(policy, Fact("f:1", Clean("x"), Kind.NOTE, pinned=True, created_at=NOW), usage, NOW) is None


def test_what_has_faded_says_so_now() -> None:
    policy, usage = policy_named("living"), Usage(reinforced_at="2019-01-01T00:00:00Z")
    fact = Fact("f:1", Clean("x"), Kind.NOTE, confidence=0.1, created_at="2019-01-01T00:00:00Z")
    assert fades_at(policy, fact, usage, NOW) == NOW


def test_the_share_is_a_half_for_a_certain_fact_that_was_just_said(store: Store) -> None:
    fact = Fact("", Clean("Use uv"), Kind.NOTE, confidence=1.0, created_at=NOW)
    with store.write("person") as transaction:
        saved = store.facts.add(transaction, fact, [Evidence(Clean("use uv"), "s1", "m1", at=NOW)])
    assert explained(store, saved, now=NOW).share == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("sessions", "quotations", "corrections", "days", "saved"),
    [
        (1, 1, 0, 0, 1.0),
        (0, 0, 0, 0, 1.0),
        (1, 3, 0, 0, 2.0),
        (3, 3, 0, 0, 3.0),
        (3, 5, 0, 0, 4.0),
        (2, 2, 2, 0, 4.0),
        (3, 3, 0, 180, 1.5),
        (3, 3, 0, 540, 0.75),
        (1, 1, 0, 20, 0.9),
        (1, 1, 0, -5, 1.0),
    ],
)
def test_what_a_convention_would_have_saved(
    sessions: int, quotations: int, corrections: int, days: float, saved: float
) -> None:
    """One session is one; a repetition within it half; a correction one more; half of it after half a year."""
    assert saves(sessions=sessions, quotations=quotations, corrections=corrections, days=days) == pytest.approx(saved)


@given(
    said=st.tuples(st.integers(1, 50), st.integers(0, 50), st.integers(0, 50), st.floats(0, 5_000)),
    more=st.integers(1, 20),
)
def test_more_is_worth_more_and_older_is_worth_less(said: tuple[int, int, int, float], more: int) -> None:
    sessions, repeats, corrections, days = said

    def worth(sessions: int, repeats: int, corrections: int, days: float) -> float:
        return saves(sessions=sessions, quotations=sessions + repeats, corrections=corrections, days=days)

    now = worth(sessions, repeats, corrections, days)
    assert worth(sessions + more, repeats, corrections, days) > now
    assert worth(sessions, repeats + more, corrections, days) > now
    assert worth(sessions, repeats, corrections + more, days) > now
    assert worth(sessions, repeats, corrections, days + more) < now


TOPICS = {
    "cooking": (
        "I prefer slow oven roasting with few spices over quick frying when I cook vegetables for guests.",
        "Always name a vegetarian replacement for every meat when I ask about dinner menus.",
        "Always give oven temperatures in degrees Celsius when I ask about baking times.",
        "I like buying seasonal produce from the market rather than frozen bags from the supermarket.",
    ),
    "travel": (
        "Always compare night trains with flights when I ask about journeys across Europe.",
        "I prefer small family hotels near the old town over large chains beside the motorway.",
        "Always mention visa rules and vaccination requirements when I ask about distant destinations.",
        "I would rather walk through museums alone than follow a guided group with headsets.",
    ),
    "books": (
        "Always describe the plot and the genre in detail when I ask about novels to read.",
        "I prefer alternating short stories with long sagas to keep variety and avoid boredom.",
        "Always name the translator when I ask about foreign literature.",
    ),
    "asynchronous code": (
        "Always provide runnable code when I ask about cancelling asynchronous tasks.",
        "I prefer non-blocking message delivery with acknowledgement over synchronous calls for a quick interface.",
        "I prefer using async database drivers to maximise throughput and avoid idle workers.",
    ),
    "study": (
        "Always draw a diagram of the forces involved when I ask about mechanics exercises.",
        "I prefer short daily revision with flash cards over long weekend sessions before exams.",
        "Always cite the original paper with its year when I ask about psychological experiments.",
        "I find worked counterexamples more helpful than general theorems when I learn about convergence.",
    ),
    "services": (
        "Always show a retry policy with jitter when I ask about calls between services.",
        "I prefer event sourcing with snapshots over plain update statements for the billing ledger.",
        "Always include latency percentiles and error budgets when I ask about service dashboards.",
        "I prefer explicit schema registries to implicit JSON contracts when teams exchange messages.",
    ),
}


@pytest.mark.parametrize("topic", TOPICS)
def test_no_long_statement_vanishes_into_another_of_its_topic(topic: str, store: Store) -> None:
    embedder = bundled_embedder(store.folder)
    for text in TOPICS[topic]:
        near = near_facts(store, Fact("", Clean(text), Kind.PREFERENCE, project="app"), embedder)
        new = NewFact(text, Kind.PREFERENCE, project="app")
        add_fact(store, new, near=near, actor=deciding("test", yes=True))
    kept = store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))
    assert {fact.text for fact in kept} == set(TOPICS[topic])
