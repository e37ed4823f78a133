"""The card of a fact: who said it, how strong it is and will be, in which words, why it was found; links lead on."""

import pytest

from lore.memory.editing import NewFact, add_fact
from lore.model import Clean, Evidence, Fact, Kind, LinkKind, Role, Session
from lore.store import Store
from support.keyboard import at_keyboard

WORDS = "Migrations run before the deploy"


@pytest.fixture
def linked(library: Store) -> tuple[Fact, Fact, Fact]:
    """A fact of three quotations in two wordings, that replaces an archived one and is related to another."""
    said = [
        Evidence(Clean("migrate first, always"), f"s{n}", f"m{n}", Role.USER, agent, f"2026-03-{day}T08:00:00Z")
        for n, agent, day in ((1, "codex", "01"), (2, "claude-code", "09"))
    ]
    narrated = Clean("I run the migrations now")
    said.append(Evidence(narrated, "s3", "m3", Role.ASSISTANT, "aider", "2026-02-20T08:00:00Z"))
    with library.write("person") as transaction:
        new = library.facts.add(transaction, Fact("", Clean(WORDS), Kind.CONVENTION, because=Clean("old code")), said)
        old = library.facts.add(transaction, Fact("", Clean("Migrations run after the deploy"), Kind.CONVENTION))
        other = library.facts.add(transaction, Fact("", Clean("Deploys take ten minutes"), Kind.NOTE))
        library.facts.link(transaction, new.id, LinkKind.SUPERSEDES, old.id)
        library.facts.link(transaction, other.id, LinkKind.RELATED, new.id)
    return new, old, other


async def test_to_go_into_a_card_is_no_use(library: Store) -> None:
    async with at_keyboard(library) as person:
        before = library.facts.usage([str(person.rows.current)])
        await person.press("enter", "escape", "enter")
        assert library.facts.usage([str(person.rows.current)]) == before


async def test_the_card_says_who_said_it_how_strong_it_is_and_why(library: Store, linked: tuple[Fact, ...]) -> None:
    """In this order: text, chips, strength, quotations by their words, reason, links, details."""
    async with at_keyboard(library, (120, 50)) as person:
        person.rows.go_to(linked[0].id)
        await person.settle()
        await person.pilot.pause()
        order = (
            WORDS,
            " convention    you 2    assistant 1",
            "Strength   ██",
            "fades",
            "“migrate first, always”",
            "claude-code, 9 Mar, session s2",
            "again codex, 1 Mar",
            "“I run the migrations now”",
            "Because    old code",
            "Replaces   Migrations run after",
            "Related    Deploys take ten",
            "l goes there, esc comes back",
            "Scope      project",
        )
        card = "\n".join(line[66:] for line in person.screen.splitlines()[2:])
        places = [card.find(words) for words in order]
        assert -1 not in places, order[places.index(-1)] + "\n" + card
        assert places == sorted(places)


async def test_why_it_was_found_is_told(library: Store) -> None:
    """The words that it holds, or that it is only near; and what its score is made of."""
    async with at_keyboard(library, (120, 50)) as person:
        await person.search("staging database")
        assert "contains “staging”, “database”" in person.screen
        assert "score " in person.screen
        person.rows.move_to_edge(bottom=True)
        await person.answered()
        assert "close in meaning; contains none" in person.screen
        await person.press("escape")
        await person.answered()
        assert "near in meaning" not in person.screen


async def test_a_link_is_followed_with_a_key_and_escape_comes_back(library: Store, linked: tuple[Fact, ...]) -> None:
    """Several are offered; what is not in the list is shown alone, and Esc leads back, one step at a time."""
    new, old, _ = linked
    async with at_keyboard(library) as person:
        person.rows.go_to(new.id)
        await person.pilot.pause()
        await person.press("l")
        assert "Replaces" in person.screen and "Related" in person.screen
        await person.press("enter")
        assert person.rows.current == old.id
        await person.press("l")
        assert person.rows.current == new.id
        await person.press("escape")
        assert person.rows.current == old.id
        await person.press("escape")
        assert person.rows.current == new.id


async def test_a_link_to_what_is_out_of_use_shows_it_alone(library: Store, linked: tuple[Fact, ...]) -> None:
    """An archived fact stands in no list; the way back leads to the whole list."""
    new, old, _ = linked
    with library.write("person") as transaction:
        library.facts.update(transaction, old.id, status="superseded")
    async with at_keyboard(library) as person:
        person.rows.go_to(new.id)
        await person.pilot.pause()
        await person.press("l", "enter")
        await person.answered()
        assert list(person.rows.ids) == [old.id]
        await person.press("escape")
        await person.answered()
        assert person.rows.current == new.id
        assert len(person.rows.ids) == len(library.facts.ids())


async def test_a_fact_without_links_says_so(library: Store) -> None:
    async with at_keyboard(library) as person:
        await person.press("l")
        assert "it has no linked facts" in person.status


async def test_what_may_be_outdated_is_said_and_answered(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card names what speaks against the fact; one key says that it still holds, and undo takes that back."""
    fact = add_fact(store, NewFact("Use npm for all packages of the shop", Kind.CONVENTION, project="shop")).fact
    with store.write("import") as transaction:
        store.sessions.put(transaction, Session("s9", "claude-code", "shop"))
    store.accesses.doubt([fact.id], "s9", "2026-04-01T00:00:00Z")
    monkeypatch.setenv("LORE_NOW", "2026-05-01T00:00:00Z")
    async with at_keyboard(store, (160, 40)) as person:
        person.rows.go_to(fact.id)
        await person.pilot.pause()
        assert "may be outdated: contradicted" in _flat(person.screen)
        assert "H if it still holds, e edits it" in _flat(person.screen)
        await person.press("H")
        assert person.status.startswith("still holds: “Use npm for all packages of the shop”")
        assert "may be outdated" not in person.screen
        await person.press("u")
        assert "may be outdated: contradicted" in _flat(person.screen)


def _flat(screen: str) -> str:
    """The card of a screen without its line breaks."""
    return " ".join(" ".join(line.partition("▎")[2] for line in screen.splitlines()).split())
