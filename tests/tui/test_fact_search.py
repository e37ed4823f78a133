"""Searching the facts: it narrows, says what it found by words and what by meaning, and completes what is typed."""

import threading
from collections.abc import Callable

import pytest

from lore.actions import FactOrder
from lore.model import SearchResult
from lore.store import Store
from lore_tui.finding import Finding, Found
from lore_tui.screens.fact_list import FactList
from lore_tui.widgets.headings import Headings
from lore_tui.widgets.painted import FOUND
from support.keyboard import Person, at_keyboard
from support.searching import save


def underlined(person: Person) -> list[str]:
    """What stands out in the list, in order."""
    strips = [person.rows.render_line(line) for line in range(person.rows.size.height)]
    return [piece.text for strip in strips for piece in strip if piece.style and piece.style.underline]


def what_was_found(person: Person) -> Found:
    assert isinstance(person.frame, FactList)
    assert person.frame.found is not None
    return person.frame.found


async def test_matches_come_first_and_what_is_near_in_meaning_below_a_rule(library: Store) -> None:
    """The title counts the matches alone, and the words that were looked for stand out."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.search("staging database")
        lines = person.screen.splitlines()
        rule = next(number for number, line in enumerate(lines) if "── similar in meaning ──" in line)
        found = what_was_found(person)
        assert rule == 3 + len(found.matches)
        assert f"{len(found.matches)} of 37 + {len(found.nearby)} similar" in lines[1]
        assert set(underlined(person)) == {"staging", "database", "Database"}


async def test_the_last_word_may_be_a_beginning_until_it_is_kept(library: Store) -> None:
    """`stag` finds staging while you type; a space ends the word, and nothing holds it; Enter keeps what you see."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.search("stag")
        whole = library.facts.many(what_was_found(person).matches)
        assert whole and all("staging" in fact.text.casefold() for fact in whole)
        assert {word.casefold() for word in underlined(person)} == {"staging"}
        await person.search("stag ")
        assert what_was_found(person).matches == ()
        await person.search("stag")
        for key in ("enter", "s"):
            await person.press(key)
            await person.answered()
            assert set(what_was_found(person).matches) == {fact.id for fact in whole}
            assert {word.casefold() for word in underlined(person)} == {"staging"}


async def test_the_cursor_never_stands_on_the_rule(library: Store) -> None:
    """It goes over it, down and up, and a click on it does nothing."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.search("staging database")
        await person.press("enter")
        found = what_was_found(person)
        await person.press(*"j" * len(found.matches))
        assert person.rows.current == found.nearby[0]
        await person.pilot.click(person.rows, offset=(5, len(found.matches)))
        assert person.rows.current == found.nearby[0]
        await person.press("k")
        assert person.rows.current == found.matches[-1]


async def test_words_that_nothing_holds_count_nothing(library: Store) -> None:
    """What is near is shown below the rule, and the line below says what it is."""
    async with at_keyboard(library) as person:
        await person.search("zzzzqqq")
        assert "0 of 37 + " in person.screen
        assert "similar in meaning" in person.screen.splitlines()[3]
        assert "nothing holds these words" in person.screen


async def test_enter_keeps_a_whole_word_as_it_stands(library: Store) -> None:
    """Where a fact holds it, longer words that begin with it are not meant."""
    save(library, "The stag beetle logo is a trademark")
    async with at_keyboard(library) as person:
        await person.search("stag")
        assert len(what_was_found(person).matches) > 1
        await person.press("enter")
        await person.answered()
        assert len(what_was_found(person).matches) == 1


async def test_a_newer_query_never_waits_for_an_older_one(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The older one is still at it when the newer one has its answer, and what it finds then is not shown."""
    held, whole = threading.Event(), Finding.search

    def slow(
        self: Finding, query: str, is_wanted: Callable[[], bool], order: FactOrder, *, typing: bool | None
    ) -> Found | None:
        if query == "tests":
            held.wait(20)
        return whole(self, query, is_wanted, order, typing=typing)

    monkeypatch.setattr(Finding, "search", slow)
    async with at_keyboard(library) as person:
        await person.press("slash")
        box = person.app.screen.query_one("SearchBox")
        for text in ("tests", "kind:decision"):
            box.value = text  # type: ignore[attr-defined]
            await person.pilot.pause(0.2)
        while not person.frame.is_answered:  # type: ignore[attr-defined]
            await person.pilot.pause(0.05)
        shown = list(person.rows.ids)
        assert not held.is_set()
        held.set()
        await person.settle()
        assert list(person.rows.ids) == shown
        assert {fact.kind.value for fact in library.facts.many(shown)} == {"decision"}


def test_a_search_that_nobody_waits_for_is_given_up(library: Store) -> None:
    """Between two steps: it asks more than once, and ends where the answer is no."""
    from lore.actions import Conditions, search_while
    from support.keyboard import at_app

    asked: list[bool] = []

    def twice() -> bool:
        asked.append(len(asked) < 2)
        return asked[-1]

    assert search_while(at_app(library), "staging", Conditions("facts"), twice) is None
    assert asked == [True, True, False]
    assert isinstance(search_while(at_app(library), "staging", Conditions("facts"), lambda: True), SearchResult)


async def test_fields_and_their_values_complete_themselves(library: Store) -> None:
    """The line below the box shows what there is; Tab takes the first, Tab again the next, typing begins anew."""
    async with at_keyboard(library) as person:
        await person.press("slash")
        assert person.screen.splitlines()[2].startswith(" tab kind:  category:  tag:  file:  project:")
        await person.type("ki")
        await person.press("tab")
        assert person.screen.splitlines()[1].startswith(" / kind: ")
        await person.type("de")
        assert person.screen.splitlines()[2] == " tab decision 5"
        await person.press("tab")
        await person.answered()
        assert "kind:decision" in person.screen.splitlines()[1]
        assert "5 of 37" in person.screen
        await person.press("enter")
        assert person.screen.splitlines()[2].startswith("▌")


async def test_an_empty_result_says_so_and_names_the_next_key(library: Store) -> None:
    """It also says what was searched, and what another condition would give."""
    async with at_keyboard(library) as person:
        await person.search("kind:event before:2020")
        for told in (
            "Nothing found for  kind:event before:2020",
            "no match among 37 facts",
            "without `before` there would be",
            "esc   clear the search",
        ):
            assert told in person.screen


def test_headings_stand_between_rows() -> None:
    """Rows and lines, both ways; one over nothing goes."""
    headings = Headings({0: "a", 2: "b"})
    assert [headings.at(line) for line in range(5)] == ["a", 0, 1, "b", 2]
    assert [headings.line_of(row) for row in range(3)] == [1, 2, 4]
    assert [headings.after_removal(2, 2).at(line) for line in range(3)] == ["a", 0, 1]
    assert [headings.after_removal(0, 2).at(line) for line in range(4)] == ["a", 0, "b", 1]
    assert [Headings({0: "a", 1: "b"}).after_removal(0, 1).at(line) for line in range(2)] == ["b", 0]
    assert [headings.after_insertion(1).at(line) for line in range(6)] == ["a", 0, 1, 2, "b", 3]


def test_what_stands_out_does_not_depend_on_colour() -> None:
    """Bold and underlined."""
    assert FOUND.bold and FOUND.underline
