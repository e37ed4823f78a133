"""What is saved again in other words makes the known fact stronger, whoever was asked to save it."""

from dataclasses import replace

from lore.model import Layer
from lore.store import Store
from lore_tui.gateway import Gateway
from support import sample_store
from support.keyboard import at_app


def test_the_same_in_other_words_is_one_fact_in_the_app_too(library: Store) -> None:
    gateway = Gateway(at_app(library))
    first, again = (
        gateway.add(replace(gateway.new_fact(text), project=sample_store.WEB, layer=Layer.PROJECT))
        for text in ("Run the unit tests before every commit", "Before each commit run the unit tests")
    )
    assert again.facts == first.facts
    assert again.said.startswith("reinforced")
