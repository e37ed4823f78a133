"""The card of a fact: its state in words, your words lit, to whom it was given, why it was found; links lead on."""

import pytest

from lore.memory.editing import NewFact, add_fact
from lore.model import Clean, Evidence, Fact, Kind, LinkKind, Role, Session
from lore.store import Store
from support.keyboard import Person, at_keyboard

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
    for session in ("g1", "g2", "g3"):
        library.accesses.give([new.id], session, "2026-03-10T08:00:00Z")
    library.accesses.take_up([new.id], "g2")
    return new, old, other


async def go_to(person: Person, fact: Fact) -> None:
    await person.to_memory()
    person.rows.go_to(fact.id)
    await person.settle()
    await person.pilot.pause()


async def test_to_go_into_a_card_is_no_use(library: Store) -> None:
    async with at_keyboard(library) as person:
        await person.to_memory()
        before = library.facts.usage([str(person.rows.current)])
        await person.press("enter", "escape", "enter")
        assert library.facts.usage([str(person.rows.current)]) == before


async def test_the_card_tells_from_the_text_down_to_the_id(library: Store, linked: tuple[Fact, ...]) -> None:
    """No strength as a number, no score, the id last."""
    async with at_keyboard(library, (200, 50)) as person:
        await go_to(person, linked[0])
        await person.press("enter")
        order = (
            WORDS,
            "~ said by an agent" if linked[0].tainted else "○ ",
            "fade",
            "▌ migrate first, always",
            "claude-code, 9 Mar, and 1 more time",
            "I run the migrations now",
            "aider, 20 Feb, said by assistant",
            "because     old code",
            "given       to 3 sessions, taken up in 1   · ✓ ·",
            "replaces    Migrations run after",
            "linked      Deploys take ten",
            "f:",
        )
        places = [person.screen.find(words) for words in order]
        assert -1 not in places, order[places.index(-1)] + person.screen
        assert places == sorted(places)
        assert "score" not in person.screen and "critical" not in person.screen


async def test_why_it_was_found_is_told(library: Store) -> None:
    """The words that it holds, or that it is only near; no figure."""
    async with at_keyboard(library, (120, 50)) as person:
        await person.to_memory()
        await person.search("staging database")
        assert "found because it holds “staging”, “database”" in person.screen
        await person.press("enter", "G")
        await person.answered()
        assert "close in meaning; it holds none of your words" in person.screen
        await person.press("escape")
        await person.answered()
        assert "found because" not in person.screen


async def test_a_link_is_followed_with_a_key_and_escape_comes_back(library: Store, linked: tuple[Fact, ...]) -> None:
    """Several are offered; what is out of use is shown alone; Esc leads back, one step at a time."""
    new, old, _ = linked
    with library.write("person") as transaction:
        library.facts.update(transaction, old.id, status="superseded")
    async with at_keyboard(library) as person:
        await go_to(person, new)
        await person.press("l")
        assert "replaces" in person.screen and "linked" in person.screen
        await person.press("enter")
        await person.answered()
        assert list(person.rows.ids) == [old.id]
        await person.press("l")
        await person.answered()
        assert person.rows.current == new.id
        await person.press("escape")
        await person.answered()
        assert person.rows.current == old.id
        await person.press("escape")
        await person.answered()
        assert person.rows.current == new.id
        await person.press("g", "l")
        assert "it has no linked facts" in person.status


async def test_what_may_be_outdated_is_said_and_answered(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """One key says that it still holds, and undo takes that back."""
    fact = add_fact(store, NewFact("Use npm for all packages of the shop", Kind.CONVENTION, project="shop")).fact
    with store.write("import") as transaction:
        store.sessions.put(transaction, Session("s9", "claude-code", "shop"))
    store.accesses.doubt([fact.id], "s9", "2026-04-01T00:00:00Z")
    monkeypatch.setenv("LORE_NOW", "2026-05-01T00:00:00Z")
    async with at_keyboard(store, (160, 40)) as person:
        await go_to(person, fact)
        assert "may be outdated: contradicted" in person.screen
        assert "H if it still holds, e edits it" in person.screen
        await person.press("H")
        assert "still holds: “Use npm for all packages of the shop”" in person.status
        assert "may be outdated" not in person.screen
        await person.press("u")
        assert "may be outdated: contradicted" in person.screen
