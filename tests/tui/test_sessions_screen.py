"""Sessions: by day, what was kept of each, the messages with the kept words marked, the way there from a fact."""

from lore.store import FactFilter, Store
from support.keyboard import at_keyboard
from support.talks import talk


async def test_lists_sessions_by_day_with_what_was_kept(library: Store) -> None:
    """Newest first; the day stands once, the number of facts at the right."""
    talk(library)
    async with at_keyboard(library) as person:
        await person.press("7")
        assert set(person.rows.ids) == {"4f2a91", "77c0de"}
        assert "2 sessions" in person.screen.splitlines()[1]
        kept = {name: len(library.facts.select(_resting_on(name))) for name in person.rows.ids}
        for line, name in zip(person.screen.splitlines()[2:4], person.rows.ids, strict=True):
            assert "◆" in line
            assert line.endswith(f" {kept[name]}")
        assert "facts kept" in person.screen


async def test_enter_shows_the_messages_with_the_kept_words_marked(library: Store) -> None:
    """The cursor stands on the first message that something was kept of; Esc goes back to the list."""
    talk(library)
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("7", "enter")
        step = person.rows.current
        assert step is not None
        assert "kept" in person.screen.splitlines()[1]
        card = [line.partition("▎")[2].strip() for line in person.screen.splitlines()]
        assert "One more thing." in card
        assert any(line.startswith("◆ ") for line in card)
        assert any(line.startswith("Kept") for line in card)
        await person.press("escape")
        assert set(person.rows.ids) == {"4f2a91", "77c0de"}


async def test_n_tells_it_in_a_few_lines(library: Store) -> None:
    """In the card; Esc brings the message or the session back."""
    talk(library)
    async with at_keyboard(library) as person:
        await person.press("7", "n")
        assert "summary" in person.status
        assert person.frame.has_class("-open")
        await person.press("escape")
        assert "facts kept" in person.screen


async def test_a_fact_leads_to_its_message_and_back(library: Store) -> None:
    """`o` on a fact opens its session at the message; `o` there goes to the fact."""
    talk(library)
    async with at_keyboard(library) as person:
        fact = next(one for one in library.facts.select() if one.text.startswith("Use tmp_path, never"))
        person.rows.go_to(fact.id)
        await person.settle()
        await person.press("o")
        await person.pilot.pause()
        await person.settle()
        assert person.frame.PLACE == "Sessions"
        assert "Use tmp_path, never /tmp, in tests" in person.screen
        await person.press("o")
        await person.pilot.pause()
        await person.settle()
        assert person.frame.PLACE == "Facts"
        assert person.rows.current == fact.id


async def test_a_search_narrows_to_title_agent_and_project(library: Store) -> None:
    talk(library)
    async with at_keyboard(library) as person:
        await person.press("7")
        await person.search("codex")
        assert list(person.rows.ids) == ["77c0de"]
        await person.search("zzzz")
        assert "No matching session." in person.screen
        await person.press("escape")
        assert len(person.rows.ids) == 2


async def test_an_empty_store_says_what_to_do(store: Store) -> None:
    async with at_keyboard(store) as person:
        await person.press("7")
        assert "No sessions yet." in person.screen
        await person.press("enter", "n", "o", "y", "Y")
        assert person.app.is_running


def _resting_on(session: str) -> FactFilter:
    return FactFilter(session=session)
