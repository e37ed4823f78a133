"""A card shows what you said and how a model worded it: you take either."""

from lore.memory.proposals import propose
from lore.model import Clean, Evidence, Fact, Kind, Origin, Role
from lore.store import Store
from support.keyboard import at_keyboard


async def test_either_wording_of_a_card_is_taken(store: Store) -> None:
    """`w` takes your own sentence, `a` the words that a model gave it; undo brings back both."""
    said, worded = "we take uv here and no pip", "Take uv, no pip."
    quote = Evidence(Clean(said), "s1", "m1", Role.USER, at="2026-03-01T10:00:00Z")
    with store.write("distill") as transaction:
        fact = Fact("", Clean(worded), Kind.CONVENTION, project="shop", origin=Origin.READ, confidence=0.8)
        made = store.facts.add(transaction, fact, [quote])
        propose(store, transaction, made, because="read by a model")
    async with at_keyboard(store) as person:
        await person.press("2", "w")
        assert [one.text for one in store.facts.select() if one.approved_at] == [said]
        await person.press("u", "a")
        assert [one.text for one in store.facts.select() if one.approved_at] == [worded]


async def test_of_your_own_words_there_is_nothing_else_to_take(library: Store) -> None:
    async with at_keyboard(library) as person:
        await person.press("2", "w")
        assert "your own words already" in person.screen
