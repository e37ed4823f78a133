"""A card shows what you said and how a model worded it: what is shown is what you approve."""

from lore.memory.proposals import propose
from lore.model import Clean, Evidence, Fact, Kind, Origin, Role
from lore.store import Store
from support.keyboard import at_keyboard


async def test_what_is_shown_is_approved(store: Store) -> None:
    """`w` swaps your own sentence and the reader's wording; `a` takes the one that stands there."""
    said, worded = "we take uv here and no pip", "Take uv, no pip."
    quote = Evidence(Clean(said), "s1", "m1", Role.USER, at="2026-03-01T10:00:00Z")
    with store.write("distill") as transaction:
        fact = Fact("", Clean(worded), Kind.CONVENTION, project="shop", origin=Origin.READ, confidence=0.8)
        made = store.facts.add(transaction, fact, [quote])
        propose(store, transaction, made, because="read by a model")
    async with at_keyboard(store) as person:
        for keys, words in ((("w", "a"), said), (("w", "a"), worded), (("e", "enter"), worded)):
            *swaps, last = keys
            await person.press(*swaps)
            if last == "a":
                assert words in person.screen.split("╰")[0]
            await person.press(last)
            await person.settle()
            assert [one.text for one in store.facts.select() if one.approved_at] == [words]
            assert "After your first approval" in person.screen
            await person.press("escape", "u")
            assert not [one for one in store.facts.select() if one.approved_at]


async def test_of_your_own_words_there_is_nothing_else_to_take(library: Store) -> None:
    async with at_keyboard(library) as person:
        await person.press("w")
        assert "your own words already" in person.status
