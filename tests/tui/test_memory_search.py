"""Searching the memory: it narrows, says what it found by words and what by meaning, completes and orders."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from lore.actions import Conditions, FactOrder, ordered_facts, search_while
from lore.memory import strengths
from lore.model import Kind, SearchResult
from lore.store import FactFilter, Store
from lore_tui.finding import Finding, Found
from lore_tui.screens.fact_list import FactList
from lore_tui.widgets.painted import FOUND
from lore_tui.widgets.row_list import Layout
from lore_tui.widgets.search_box import SearchBox
from support.keyboard import Person, at_app, at_keyboard
from support.searching import save


def underlined(person: Person) -> set[str]:
    """What stands out in the list."""
    strips = [person.rows.render_line(line) for line in range(person.rows.size.height)]
    return {piece.text.casefold() for strip in strips for piece in strip if piece.style and piece.style.underline}


def what_was_found(person: Person) -> Found:
    assert isinstance(person.frame, FactList) and person.frame.found is not None
    return person.frame.found


async def test_matches_come_first_and_what_is_near_in_meaning_below_a_rule(library: Store) -> None:
    """The title counts both; the words stand out; the cursor never stands on the rule."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.to_memory()
        await person.search("staging database")
        found = what_was_found(person)
        assert f"{len(found.matches)} by word, {len(found.nearby)} by meaning" in person.screen
        assert "similar in meaning ──" in person.screen
        assert underlined(person) == {"staging", "database"}
        await person.press("enter", *"j" * len(found.matches))
        assert person.rows.current == found.nearby[0]
        await person.press("k")
        assert person.rows.current == found.matches[-1]


async def test_letters_go_into_the_box_and_esc_clears(library: Store) -> None:
    """Arrows move in the hits meanwhile; in the whole list the cursor stays on what was found."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        whole = list(person.rows.ids)
        await person.press("slash")
        await person.type("staging database")
        await person.answered()
        assert "5433" in person.screen and library.facts.count() == 37
        await person.press("down", "up")
        assert isinstance(person.app.focused, SearchBox)
        found = person.rows.current
        await person.press("escape")
        await person.answered()
        assert list(person.rows.ids) == whole and person.rows.current == found


async def test_the_last_word_may_be_a_beginning_until_it_is_kept(library: Store) -> None:
    """A space ends the word; Enter keeps what a fact holds whole, else what you see."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.to_memory()
        await person.search("stag")
        whole = set(what_was_found(person).matches)
        assert whole and underlined(person) == {"staging"}
        await person.search("stag ")
        assert what_was_found(person).matches == ()
        await person.search("stag")
        await person.press("enter")
        await person.answered()
        assert set(what_was_found(person).matches) == whole
        save(library, "The stag beetle logo is a trademark")
        await person.search("stag x")
        await person.search("stag")
        await person.press("enter")
        await person.answered()
        assert len(what_was_found(person).matches) == 1


async def test_in_a_project_only_what_holds_there_is_found(
    library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what holds everywhere."""
    facts = {
        name: save(library, "Deploys go out on Tuesday", project=f"example.com/acme/{name}").id
        for name in ("web", "api")
    }
    git = tmp_path / "web" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main")
    (git / "config").write_text('[remote "origin"]\n\turl = https://example.com/acme/web.git\n')
    monkeypatch.chdir(tmp_path / "web")
    async with at_keyboard(library) as person:
        await person.to_memory()
        await person.search("deploys tuesday")
        assert facts["web"] in person.rows.ids and facts["api"] not in person.rows.ids


async def test_what_a_search_says_goes_away_with_the_next_answer(
    library: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint on the last question reads like one on this; what an action said stays."""
    monkeypatch.setenv("LORE_APP_SEARCH_LIMIT", "5")
    async with at_keyboard(library, (160, 40)) as person:
        await person.to_memory()
        await person.search("colour:red")
        assert "`colour:` is not a field" in person.screen
        await person.search("the")
        assert len(person.rows.ids) == 5
        assert "showing the best 5: add words to narrow it down" in person.screen
        monkeypatch.delenv("LORE_APP_SEARCH_LIMIT")
        await person.press("enter", "y")
        await person.search("database")
        assert "copied" in person.screen


async def test_nothing_that_can_be_typed_breaks_the_search(library: Store) -> None:
    """What does not parse is text."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        for query in ('"unbalanced', "AND OR NOT (", "x" * 5000, "is: kind: -", "\\ ^ ~ * ? : [a TO"):
            await person.search(query)
            assert person.app.is_running
            await person.press("escape")


async def test_nothing_found_says_what_would_be_and_names_the_next_key(library: Store) -> None:
    """And no key acts on nothing."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        await person.search("kind:event before:2020")
        for told in ("Nothing found for  kind:event before:2020", "without `before` there would be", "esc   clear"):
            assert told in person.screen
        await person.press("enter", "d", "p", "e", "y", "enter")
        assert library.facts.count() == 37


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
        await person.to_memory()
        await person.press("slash")
        box = person.app.screen.query_one(SearchBox)
        for text in ("tests", "kind:decision"):
            box.value = text
            await person.pilot.pause(0.2)
        while not person.frame.is_answered:  # type: ignore[attr-defined]
            await person.pilot.pause(0.05)
        shown = list(person.rows.ids)
        assert not held.is_set()
        held.set()
        await person.settle()
        assert list(person.rows.ids) == shown
        assert {fact.kind for fact in library.facts.many(shown)} == {Kind.DECISION}


def test_a_search_that_nobody_waits_for_is_given_up(library: Store) -> None:
    """Between two steps: it asks more than once, and ends where the answer is no."""
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
        await person.to_memory()
        await person.press("slash")
        assert "tab  kind:  category:" in person.screen
        await person.type("ki")
        await person.press("tab")
        await person.type("de")
        assert "tab  decision 5" in person.screen
        await person.press("tab")
        await person.answered()
        assert set(person.rows.ids) == set(library.facts.ids(FactFilter(kinds=(Kind.DECISION,))))


async def test_a_filter_is_one_key_away_and_goes_the_same_way(library: Store) -> None:
    """It stands in the box as a condition, others join it, and what is taken twice goes again."""
    decisions = set(library.facts.ids(FactFilter(kinds=(Kind.DECISION,))))
    async with at_keyboard(library) as person:
        await person.to_memory()
        whole = set(person.rows.ids)
        for left in (decisions, whole):
            await person.press("f")
            await person.write("decision")
            await person.press("enter")
            await person.answered()
            assert set(person.rows.ids) == left


def test_the_engine_orders_facts(library: Store) -> None:
    """Every active one, or those that are named; each order has its own."""
    engine, every = at_app(library), library.facts.select()
    orders = {order: list(ordered_facts(engine, order).ids) for order in FactOrder}
    values, usage = strengths(library, every), library.facts.usage([fact.id for fact in every])
    assert orders[FactOrder.NEWEST] == library.facts.ids()
    assert [values[name] for name in orders[FactOrder.STRONGEST]] == sorted(values.values(), reverse=True)
    last = {fact.id: usage[fact.id].reinforced_at or fact.created_at for fact in every}
    assert [last[name] for name in orders[FactOrder.USED]] == sorted(last.values(), reverse=True)
    some = library.facts.ids()[:9]
    assert list(ordered_facts(engine, FactOrder.NEWEST, facts=some[::-1]).ids) == some
    assert list(ordered_facts(engine, FactOrder.STRONGEST, limit=3).ids) == orders[FactOrder.STRONGEST][:3]


async def test_one_key_goes_through_the_orders(library: Store) -> None:
    """Of what is found when it fits: the start keeps the order that an agent is given it in; the cursor stays."""
    engine = at_app(library)
    async with at_keyboard(library, (120, 40)) as person:
        await person.to_memory()
        screen = person.frame
        assert isinstance(screen, FactList) and screen.groups is not None
        starts, fits = list(screen.groups.starts), screen.groups.fits
        await person.press("j")
        current = person.rows.current
        for order, told in ((FactOrder.STRONGEST, "strongest first"), (FactOrder.USED, "last used first")):
            await person.press("s")
            await person.answered()
            wanted = [*starts, *ordered_facts(engine, order, facts=fits).ids]
            assert list(person.rows.ids)[: len(wanted)] == wanted
            assert told in person.screen and person.rows.current == current


def test_headings_stand_between_rows_of_any_height() -> None:
    """Rows and lines, both ways; one over nothing goes."""
    layout = Layout({0: "a", 2: "b"})
    assert [layout.at(line) for line in range(5)] == ["a", (0, 0), (1, 0), "b", (2, 0)]
    assert [layout.line_of(row) for row in range(3)] == [1, 2, 4]
    tall = Layout({0: "a", 2: "b"}, [2, 1, 3])
    assert [tall.at(line) for line in range(8)] == ["a", (0, 0), (0, 1), (1, 0), "b", (2, 0), (2, 1), (2, 2)]
    assert [(tall.line_of(row), tall.height_of(row)) for row in range(3)] == [(1, 2), (3, 1), (5, 3)]
    assert tall.whole(3) == 8


def test_what_stands_out_does_not_depend_on_colour() -> None:
    """Bold and underlined."""
    assert FOUND.bold and FOUND.underline
