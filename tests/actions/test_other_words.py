"""What you save again in other words stays beside what you saved before, and you are asked, in the app too."""

from dataclasses import replace

from lore import actions
from lore.model import Layer
from lore.store import Store
from lore_tui.gateway import Gateway
from support import sample_store
from support.keyboard import at_app


def test_the_same_in_other_words_is_asked_about_in_the_app_too(library: Store) -> None:
    gateway = Gateway(at_app(library))
    first, again = (
        gateway.add(replace(actions.draft(gateway.engine, text=text), project=sample_store.WEB, layer=Layer.PROJECT))
        for text in ("Run the unit tests before every commit", "Before each commit run the unit tests")
    )
    assert again.facts != first.facts
    assert again.said.endswith("very near to another: see Review")
