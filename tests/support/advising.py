"""What waits for a person and what a model may be asked about."""

import json
from pathlib import Path

from lore.memory import propose
from lore.model import Clean, Evidence, Fact, Kind, Layer, Tier
from lore.store import Store


def proposed_rule(store: Store, text: str) -> str:
    """A rule of yours that several sessions made, waiting for a person; returns the id of the proposal."""
    fact = Fact("", Clean(text), Kind.PREFERENCE, layer=Layer.USER, tier=Tier.SEMANTIC, confidence=0.9)
    with store.write("consolidation") as transaction:
        kept = store.facts.add(transaction, fact, [Evidence(Clean(text), session="s1", source_id="m1")])
        return propose(store, transaction, kept, because="3 corrections across 3 sessions").id


def recorded_advice(store: Store, rule: str, text: str, file: Path) -> None:
    """Such a rule, and a recording of what a model answers about it. text: its wording."""
    row = {"about": proposed_rule(store, rule), "answer": {"text": text, "name": "a rule"}}
    file.write_text(json.dumps(row) + "\n")
