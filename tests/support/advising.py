"""What waits for a person and what a model may be asked about."""

import json
from pathlib import Path

from lore.memory import Ground, dispute, propose
from lore.model import Clean, Evidence, Fact, Kind, Layer, Tier
from lore.store import Store


def proposed_rule(store: Store, text: str) -> str:
    """A rule of yours that several sessions made, waiting for a person; returns the id of the proposal."""
    fact = Fact("", Clean(text), Kind.PREFERENCE, layer=Layer.USER, tier=Tier.SEMANTIC, confidence=0.9)
    with store.write("consolidation") as transaction:
        kept = store.facts.add(transaction, fact, [Evidence(Clean(text), session="s1", source_id="m1")])
        return propose(store, transaction, kept, because="3 corrections across 3 sessions").id


def recorded_advice(store: Store, statement: str, file: Path) -> None:
    """A question which of two numbers holds in a statement, and a recording of what a model answers about it."""
    facts = [Fact("", Clean(f"{statement} {number}"), Kind.PREFERENCE, layer=Layer.USER) for number in (3000, 4000)]
    with store.write("consolidation") as transaction:
        older, newer = (store.facts.add(transaction, fact, [Evidence(fact.text, "s1", "m1")]) for fact in facts)
        dispute(store, transaction, newer, older, Ground.REPLACED)
    asked = store.candidates.of_fact(newer.id)[0]
    file.write_text(json.dumps({"about": asked.id, "answer": {"holds": "newer"}}) + "\n")
