"""Long statements about one topic that each say something of their own stay facts of their own."""

import pytest

from lore.embedding import bundled_embedder
from lore.memory.editing import NewFact, add_fact
from lore.memory.nearby import near_facts
from lore.model import Clean, Fact, Kind, Status
from lore.presence import deciding
from lore.store import FactFilter, Store

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
