"""Browsing and changing facts: keys first, then what the store says, then what the screen says."""

from pathlib import Path

import pytest
from textual.widgets import TextArea

from lore.model import Clean, Fact, Kind, Layer, Status
from lore.store import FactFilter, Store
from lore_tui.key import KeyContext
from lore_tui.widgets.search_box import SearchBox
from support.keyboard import at_keyboard
from support.searching import save

PNPM = "Use pnpm, never npm or yarn, in this repository"


def newest(store: Store, number: int = 1) -> list[Fact]:
    return store.facts.select(limit=number)


@pytest.mark.smoke
async def test_opens_on_every_fact_newest_first(library: Store) -> None:
    """The list holds every active fact; the card shows the first."""
    async with at_keyboard(library) as person:
        assert list(person.rows.ids) == library.facts.ids()
        assert "37 facts" in person.screen
        assert person.screen.count(PNPM) == 2


async def test_vim_keys_and_arrows_move_alike(library: Store) -> None:
    """j k g G, page keys, arrows, home and end."""
    async with at_keyboard(library) as person:
        places = []
        for key in ("j", "down", "k", "up", "G", "g", "end", "home", "ctrl+d", "ctrl+u", "pagedown", "pageup"):
            await person.press(key)
            places.append(person.rows.cursor)
        page = person.rows.size.height - 1
        assert places == [1, 2, 1, 0, 36, 0, 36, 0, page, 0, page, 0]


async def test_enter_opens_the_card_and_escape_closes_it(library: Store) -> None:
    """In the card j and k scroll; Esc goes one step back and never further than the list."""
    async with at_keyboard(library) as person:
        await person.press("enter")
        listed = [person.rows.display]
        await person.press("j", "escape")
        listed.append(person.rows.display)
        assert listed == [False, True]
        assert person.rows.cursor == 0
        await person.press("escape", "escape")
        assert person.app.is_running


async def test_tab_gives_the_keyboard_to_the_card(library: Store) -> None:
    """Then j scrolls the card; J does it from the list."""
    async with at_keyboard(library) as person:
        await person.press("J")
        assert person.frame.card.scroll_offset.y == 1
        await person.press("K", "tab", "j")
        assert (person.frame.card.scroll_offset.y, person.rows.cursor) == (1, 0)
        await person.press("tab", "j")
        assert person.rows.cursor == 1


async def test_archiving_is_one_key_and_undone_with_one(library: Store) -> None:
    """`d` archives the fact under the cursor, the next slides there; `u` brings it back."""
    first, second = newest(library, 2)
    async with at_keyboard(library) as person:
        await person.press("d")
        assert library.facts.get(first.id).status is Status.ARCHIVED
        assert person.rows.current == second.id
        assert "36 facts" in person.screen
        assert "archived" in person.status
        await person.press("u")
        await person.answered()
        assert library.facts.get(first.id).status is Status.ACTIVE
        assert person.rows.current == first.id


async def test_marked_facts_are_archived_together_after_a_question(library: Store) -> None:
    """The question names the number and the first titles; one undo takes all of it back."""
    facts = newest(library, 4)
    async with at_keyboard(library) as person:
        await person.press("space", "j", "V", "d")
        assert "Archive these 3? Use pnpm, never npm" in person.status
        assert "+1" in person.status
        await person.press("y")
        assert [library.facts.get(fact.id).status for fact in facts] == [Status.ARCHIVED] * 3 + [Status.ACTIVE]
        await person.press("u")
        await person.answered()
        assert len(library.facts.ids()) == 37


async def test_escape_takes_marks_away_before_anything_else(library: Store) -> None:
    """One step back at a time."""
    async with at_keyboard(library) as person:
        await person.press("space", "space")
        assert "2 marked" in person.status
        await person.press("escape")
        assert person.rows.marked == set()


async def test_an_archived_fact_is_found_and_brought_back(library: Store) -> None:
    """`status:archived` lists them; there `d` brings back."""
    first = newest(library)[0]
    async with at_keyboard(library) as person:
        await person.press("d")
        await person.search("status:archived")
        await person.press("enter")
        assert list(person.rows.ids) == [first.id]
        await person.press("d")
        assert library.facts.get(first.id).status is Status.ACTIVE
        assert "restored" in person.status


async def test_pinning_and_unpinning(library: Store) -> None:
    """`p` keeps a fact from fading, and again lets it; the row shows it."""
    first = newest(library)[0]
    async with at_keyboard(library) as person:
        await person.press("p")
        assert library.facts.get(first.id).pinned
        assert "◆ Use pnpm" in person.screen
        await person.press("p")
        assert not library.facts.get(first.id).pinned


async def test_editing_changes_text_kind_and_scope(library: Store) -> None:
    """The form changes what a person may change, as one undo unit."""
    first = newest(library)[0]
    async with at_keyboard(library) as person:
        await person.press("e")
        await person.write(" today")
        await person.press("tab", "right", "tab", "right", "tab", "tab")
        await person.write("tools, style")
        await person.press("ctrl+s")
        edited = library.facts.get(first.id)
        assert edited.text == f"{PNPM} today"
        assert (edited.kind, edited.layer, edited.tags) == (Kind.PREFERENCE, Layer.USER_PROJECT, ("tools", "style"))
        assert f"{PNPM} today" in person.screen
        await person.press("u")
        assert library.facts.get(first.id).text == PNPM


async def test_an_edit_on_an_old_view_is_refused(library: Store) -> None:
    """Somebody else changed it while the form was open: nothing is overwritten, and the form keeps both versions."""
    first = newest(library)[0]
    async with at_keyboard(library) as person:
        await person.press("e")
        await person.write("!")
        with library.write("agent:codex") as transaction:
            library.facts.update(transaction, first.id, text="Use bun")
        await person.press("ctrl+s")
        assert library.facts.get(first.id).text == "Use bun"
        assert "changed while you were looking at it" in person.screen
        assert "stored now: Use bun" in person.screen
        assert person.app.screen.query_one(TextArea).text == f"{first.text}!"


async def test_escape_in_a_form_asks_only_when_something_would_be_lost(library: Store) -> None:
    """Nothing changed: it closes. Something changed: it asks."""
    async with at_keyboard(library) as person:
        await person.press("e", "escape")
        assert person.frame.place is KeyContext.FACTS
        await person.press("e")
        await person.write("x")
        await person.press("escape")
        assert "Discard your changes?" in person.screen
        await person.press("n", "escape", "y")
        assert person.frame.place is KeyContext.FACTS
        assert newest(library)[0].text == PNPM


async def test_a_new_fact_is_written_and_shown(library: Store) -> None:
    """`i`, the text, ctrl+s: stored as a person's, and under the cursor."""
    async with at_keyboard(library) as person:
        await person.press("i")
        await person.write("Deploys happen on Tuesdays")
        await person.press("ctrl+s")
        await person.answered()
        (found,) = [fact for fact in library.facts.select() if fact.text == "Deploys happen on Tuesdays"]
        assert (found.status, found.confidence) == (Status.ACTIVE, 0.8)
        assert person.rows.current == found.id
        assert library.audit.select(subject=found.id)[0].actor == "person"


async def test_an_empty_new_fact_is_not_stored(library: Store) -> None:
    """The form says what is missing and stays."""
    async with at_keyboard(library) as person:
        await person.press("i", "ctrl+s")
        assert "write something first" in person.screen
        assert len(library.facts.ids()) == 37


async def test_typing_searches_and_enter_keeps(library: Store) -> None:
    """Letters go into the box, not to the actions; Enter returns to the list, Esc there clears."""
    async with at_keyboard(library) as person:
        await person.press("slash")
        await person.type("staging database")
        await person.answered()
        assert "5433" in person.screen.splitlines()[3]
        assert len(library.facts.ids()) == 37
        await person.press("enter")
        assert person.frame.place is KeyContext.FACTS
        assert "staging database" in person.screen.splitlines()[1]
        await person.press("escape")
        await person.answered()
        assert list(person.rows.ids) == library.facts.ids()


async def test_arrows_move_in_the_hits_while_typing(library: Store) -> None:
    """The box keeps the keyboard."""
    async with at_keyboard(library) as person:
        await person.search("tests")
        await person.press("down", "down", "up")
        assert person.rows.cursor == 1
        assert isinstance(person.app.focused, SearchBox)


async def test_the_cursor_stays_on_its_fact_when_a_search_is_cleared(library: Store) -> None:
    """What was found is where you are in the whole list."""
    async with at_keyboard(library) as person:
        await person.search("staging database")
        found = person.rows.current
        await person.press("escape")
        await person.answered()
        assert person.rows.current == found


async def test_filters_narrow_the_list(library: Store) -> None:
    """The query language of the command line works here."""
    async with at_keyboard(library) as person:
        await person.search("kind:decision")
        wanted = library.facts.ids(FactFilter(kinds=(Kind.DECISION,)))
        assert set(person.rows.ids) == set(wanted)
        assert f"{len(wanted)} of 37" in person.screen


async def test_a_search_that_finds_too_much_says_that_it_was_cut(
    library: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LORE_APP_SEARCH_LIMIT", "5")
    async with at_keyboard(library) as person:
        await person.search("the")
        assert len(person.rows.ids) == 5
        assert "showing the best 5: add words to narrow it down" in person.screen


async def test_a_search_prefers_the_project_of_the_folder(
    library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two facts that fit alike; the other one is still there."""
    named = ("web", "api")
    facts = [save(library, "Deploys go out on Tuesday", project=f"example.com/acme/{name}").id for name in named]
    for name, wanted in zip(named, (facts, facts[::-1]), strict=True):
        git = tmp_path / name / ".git"
        git.mkdir(parents=True)
        (git / "HEAD").write_text("ref: refs/heads/main")
        (git / "config").write_text(f'[remote "origin"]\n\turl = https://example.com/acme/{name}.git\n')
        monkeypatch.chdir(tmp_path / name)
        async with at_keyboard(library) as person:
            await person.search("deploys tuesday")
            assert list(person.rows.ids[:2]) == wanted


async def test_what_a_search_says_goes_away_with_the_next_answer(library: Store) -> None:
    """A hint on the last question reads like one on this; what an action said stays."""
    async with at_keyboard(library) as person:
        await person.search("colour:red")
        assert "`colour:` is not a field" in person.screen
        await person.search("staging")
        assert "`colour:` is not a field" not in person.screen
        await person.press("enter", "y")
        assert "copied" in person.screen
        await person.search("database")
        assert "copied" in person.screen


async def test_no_hit_says_what_was_searched_and_what_to_press(library: Store) -> None:
    """An empty list teaches the next key."""
    async with at_keyboard(library) as person:
        await person.search("kind:task before:2020")
        assert "Nothing found for  kind:task before:2020" in person.screen
        assert "esc   clear the search" in person.screen
        await person.press("enter", "d", "p", "e", "y", "enter")
        assert len(library.facts.ids()) == 37


@pytest.mark.parametrize("query", ['"unbalanced', "AND OR NOT (", "x" * 5000, "is: kind: -", "\\ ^ ~ * ? : [a TO"])
async def test_nothing_that_can_be_typed_breaks_the_search(library: Store, query: str) -> None:
    """What does not parse is text."""
    async with at_keyboard(library) as person:
        await person.search(query)
        assert person.app.is_running


async def test_facts_of_others_are_announced_and_taken_in(library: Store, elsewhere: Store) -> None:
    """The list does not move by itself; ctrl+r takes in what is new, and the cursor stays on its fact."""
    async with at_keyboard(library) as person:
        await person.press("j")
        before, current = list(person.rows.ids), person.rows.current
        with elsewhere.write("hook") as transaction:
            new = elsewhere.facts.add(transaction, Fact("", Clean(newest(elsewhere)[0].text + " again"), Kind.NOTE))
        person.app.look_around()
        await person.settle()
        assert list(person.rows.ids) == before
        assert "1 new" in person.screen
        await person.press("ctrl+r")
        await person.answered()
        assert new.id in person.rows.ids
        assert person.rows.current == current


async def test_an_empty_store_teaches_the_first_key(store: Store) -> None:
    """Nothing there: the screen says how facts come in, and no key breaks anything."""
    async with at_keyboard(store) as person:
        assert "No facts yet, and no agent keeps sessions on this machine." in person.screen
        assert "W   answer four questions" in person.screen
        await person.press(*"deEpyYjkgGV u", "space", "enter", "escape")
        await person.press("2")
        assert "Nothing to review." in person.screen
        await person.press(*"arRszZmcADeyYV", "space", "enter", "escape")
        assert person.app.is_running


async def test_copying_one_and_many(library: Store) -> None:
    """`y` the text, `Y` with id and evidence; with marks, of all of them."""
    first, second = newest(library, 2)
    async with at_keyboard(library) as person:
        await person.press("y")
        assert person.app.clipboard == first.text
        await person.press("Y")
        assert first.id in person.app.clipboard
        assert "no, pnpm. again." in person.app.clipboard
        await person.press("space", "space", "y")
        assert person.app.clipboard == f"{first.text}\n{second.text}"


async def test_the_editor_of_the_person_changes_the_text(
    library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`E` hands the text to `$EDITOR` and stores what comes back."""
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\nprintf "Use pnpm only" > "$1"\n')
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    first = newest(library)[0]
    async with at_keyboard(library) as person:
        monkeypatch.setattr(type(person.app), "suspend", _no_suspend)
        await person.press("E")
        assert library.facts.get(first.id).text == "Use pnpm only"


async def test_an_editor_that_fails_changes_nothing(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason stands on the screen."""
    first = newest(library)[0]
    async with at_keyboard(library) as person:
        monkeypatch.setattr(type(person.app), "suspend", _no_suspend)
        monkeypatch.setenv("EDITOR", "false")
        await person.press("E")
        assert "ended with code 1" in person.status
        monkeypatch.setenv("EDITOR", "/no/such/editor")
        await person.press("E")
        assert "does not run" in person.status
        assert library.facts.get(first.id).text == first.text


def _no_suspend(app: object) -> "Suspended":
    """A terminal without a screen cannot be suspended."""
    return Suspended()


class Suspended:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(("key", "said"), [("d", "Archive these 2?"), ("p", "")])
async def test_many_are_moved_as_they_were_seen_or_not_at_all(
    library: Store, elsewhere: Store, key: str, said: str
) -> None:
    """One of them changed elsewhere after it was marked and asked about: nothing is changed, and the reason is told."""
    first, second = library.facts.ids()[:2]
    async with at_keyboard(library) as person:
        if key == "d":
            await person.press("space", "space", key)
            assert said in person.screen
        person.rows.go_to(first)
        with elsewhere.write("hook") as change:
            elsewhere.facts.update(change, first, text=Clean("Something else by now"))
        await person.press("y" if key == "d" else key)
        assert "changed while you were looking at it" in person.status
        assert {library.facts.get(name).status for name in (first, second)} == {Status.ACTIVE}
        assert not library.facts.get(first).pinned or key == "d"
