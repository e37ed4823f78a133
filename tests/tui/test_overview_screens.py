"""Categories and Pages: what many facts come to, with your own words where you wrote some."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.model import Clean, Digest, DigestSpan
from lore.store import Store
from lore_tui.editor import Edited
from lore_tui.key import KeyContext
from lore_tui.screens.categories import CategoriesScreen
from lore_tui.screens.pages import PagesScreen
from support.keyboard import Person, at_app, at_keyboard
from support.sample_store import WEB
from support.talks import talk

Golden = Callable[[str, str], None]
SIZES = [(80, 24), (120, 40), (60, 15), (200, 50)]


async def _go(person: Person, key: str) -> None:
    await person.press(key)
    await person.answered()


def _summary(store: Store, category: str = "testing") -> str | None:
    return actions.show_category(Engine(store), category).category.summary


def _digests(store: Store) -> tuple[Digest, Digest]:
    """Of a session that was kept, and of the week it lies in, which rests on it and on a fact."""
    talk(store)
    session, fact = store.sessions.select()[0], store.facts.select()[0]
    ends = "2026-03-12T09:00:00Z"
    told = (Clean("goals\t\tMake the login test stable"), Clean("rules\ttainted\tAlways freeze the clock"))
    text = Clean("Goals:\n- Make the login test stable\nRules:\n- (an agent said) Always freeze the clock")
    of_session = Digest(
        DigestSpan.SESSION, WEB, "2026-03-12T08:00:00Z", ends, text, told, (session.id, fact.id), True, session.id
    )
    week = Digest(DigestSpan.WEEK, WEB, "2026-03-09T00:00:00Z", ends, text, told, (session.id, fact.id), True)
    with store.write("sync") as transaction:
        return store.digests.add(transaction, of_session), store.digests.add(transaction, week)


# Categories


@pytest.mark.parametrize("size", SIZES)
async def test_every_category_says_how_many_facts_it_holds(
    library: Store, golden: Golden, size: tuple[int, int]
) -> None:
    """Each with its description, its count, and the strongest facts on the card."""
    async with at_keyboard(library, size) as person:
        await _go(person, "9")
        golden(f"categories.{size[0]}x{size[1]}", await person.still())
        assert "11 categories · 37 facts" in person.screen


async def test_its_facts_are_one_key_away(library: Store) -> None:
    """The search that finds them stands in the box, and finds as many as the category said."""
    async with at_keyboard(library) as person:
        await _go(person, "9")
        await person.press("j", "o")
        await person.answered()
        assert person.frame.PLACE == KeyContext.FACTS
        assert "/ category:releases" in person.screen
        assert len(person.rows.ids) == actions.show_category(Engine(library), "releases").facts > 0


async def test_your_summary_is_kept_and_taken_back(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written in the editor, undone by one key; an empty one follows the facts again."""
    written = iter(["Freeze the clock in every test.", ""])
    monkeypatch.setattr("lore_tui.editor.edit", lambda text, app: Edited(next(written)))
    async with at_keyboard(library) as person:
        await _go(person, "9")
        await person.press("e")
        await person.answered()
        assert _summary(library) == "Freeze the clock in every test."
        assert "Yours" in person.screen
        await person.press("e")
        await person.answered()
        assert _summary(library) is None
        await person.press("u")
        assert _summary(library) == "Freeze the clock in every test."
        await person.press("u")
        assert _summary(library) is None


async def test_what_a_failing_editor_left_is_not_lost(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question names it; yes goes on with those words."""
    given: list[str] = []
    left = iter([Edited("Freeze the clock", "the editor `vi` ended with code 1"), Edited("Freeze the clock always")])

    def edits(text: str, _: object) -> Edited:
        given.append(text)
        return next(left)

    monkeypatch.setattr("lore_tui.editor.edit", edits)
    async with at_keyboard(library, (120, 40)) as person:
        await _go(person, "9")
        await person.press("e")
        assert "Continue with “Freeze the clock” in your editor? not saved: the editor `vi`" in person.screen
        assert _summary(library) is None
        await person.press("y")
        await person.answered()
        assert given == ["", "Freeze the clock"]
        assert _summary(library) == "Freeze the clock always"


async def test_a_summary_that_is_refused_is_not_lost(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The category is removed elsewhere while you write: the reason, and your words to go on with."""
    monkeypatch.setattr("lore_tui.editor.edit", lambda text, app: Edited("Freeze the clock"))
    async with at_keyboard(library, (120, 40)) as person:
        await _go(person, "9")
        actions.remove_category(at_app(library), "testing")
        await person.press("e")
        assert "Continue with “Freeze the clock” in your editor? not saved: there is no category" in person.screen


async def test_words_narrow_the_categories(library: Store) -> None:
    """By name and description; where nothing fits, the way on is named."""
    async with at_keyboard(library) as person:
        await _go(person, "9")
        await person.press("slash")
        await person.write("secrets leak")
        await person.answered()
        assert isinstance(person.frame, CategoriesScreen)
        assert list(person.rows.ids) == ["security"]
        await person.write(" nothing")
        await person.answered()
        assert "lore category add" in person.screen


# Pages


@pytest.mark.parametrize("size", SIZES)
async def test_the_pages_are_listed_with_what_they_say(library: Store, golden: Golden, size: tuple[int, int]) -> None:
    """MEMORY.md of each project, then the digests, newest first."""
    _digests(library)
    async with at_keyboard(library, size) as person:
        await _go(person, "0")
        golden(f"pages.{size[0]}x{size[1]}", await person.still())
        assert "4 pages" in person.screen


async def test_a_digest_marks_whose_words_it_holds(library: Store, golden: Golden) -> None:
    _digests(library)
    async with at_keyboard(library, (120, 40)) as person:
        await _go(person, "0")
        await person.press("G", "enter")
        golden("digest.120x40", await person.still())
        assert "! said by an agent, not confirmed" in person.screen


async def test_what_a_digest_rests_on_is_gone_to(library: Store) -> None:
    """A session or a fact, picked where there are several."""
    of_session, week = _digests(library)
    async with at_keyboard(library) as person:
        await _go(person, "0")
        person.rows.go_to(of_session.id)
        await person.press("o", "enter")
        await person.settle()
        assert person.frame.PLACE == KeyContext.SESSIONS
        await person.press("0")
        person.rows.go_to(week.id)
        await person.press("o", "down", "enter")
        await person.answered()
        assert person.frame.PLACE == KeyContext.FACTS
        assert person.rows.current == library.facts.select()[0].id


async def test_words_narrow_the_pages(library: Store) -> None:
    _, week = _digests(library)
    async with at_keyboard(library) as person:
        await _go(person, "0")
        await person.press("slash")
        await person.write("week login")
        await person.answered()
        assert isinstance(person.frame, PagesScreen)
        assert list(person.rows.ids) == [week.id]


async def test_a_page_that_was_edited_says_so(library: Store) -> None:
    actions.consolidate(at_app(library))
    shown = actions.show_page(Engine(library), project=WEB)
    path: Path = shown.path or Path()
    path.write_text(path.read_text().replace("pnpm", "npm"))
    async with at_keyboard(library, (120, 40)) as person:
        await _go(person, "0")
        person.rows.go_to(f"MEMORY.md {WEB}")
        await person.pilot.pause()
        assert "edited by hand" in person.screen


async def test_without_pages_the_next_key_is_named(store: Store, golden: Golden) -> None:
    async with at_keyboard(store) as person:
        await _go(person, "0")
        golden("pages_empty.80x24", await person.still())
        assert "consolidation writes them" in person.screen
