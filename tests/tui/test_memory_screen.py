"""Memory: what the next session starts with and the groups behind it; keys first, then what the store says."""

from pathlib import Path

import pytest
from textual.widgets import TextArea

from lore import actions
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role, Status
from lore.store import Store
from lore_tui.keys import Place
from lore_tui.screens.fact_list import FactList
from support.keyboard import Person, at_app, at_keyboard
from support.sample_store import WEB

PNPM = "Use pnpm, never npm or yarn, in this repository"


def named(store: Store, text: str = PNPM) -> Fact:
    return next(fact for fact in store.facts.select() if fact.text == text)


async def go_to(person: Person, fact: Fact) -> None:
    await person.to_memory()
    person.rows.go_to(fact.id)
    await person.settle()
    await person.pilot.pause()


@pytest.mark.smoke
async def test_it_begins_with_what_the_next_session_starts_with(library: Store) -> None:
    """In the order of the start, then what is found, what waits, what agents said; counted once."""
    groups = actions.group_facts(at_app(library), project=None)
    async with at_keyboard(library, (120, 40)) as person:
        await person.to_memory()
        assert list(person.rows.ids) == [*groups.starts, *groups.fits, *groups.waiting, *groups.agents]
        assert "What sessions start with, all projects  5 lines" in person.screen
        assert f"found when the prompt is about it {'─' * 10}" in person.screen
        assert "37 facts in use, 0 archived" in person.screen


async def test_a_project_in_force_shows_its_own_start_with_its_cost(
    library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An app that is started in a repository shows that repository; `0` goes to all of them."""
    git = tmp_path / "web" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main")
    (git / "config").write_text('[remote "origin"]\n\turl = git@github.com:acme/web.git\n')
    monkeypatch.chdir(tmp_path / "web")
    given = actions.context(at_app(library), project=WEB)
    async with at_keyboard(library, (120, 40)) as person:
        await person.to_memory()
        assert "What the next session of web starts with" in person.screen
        assert f"{given.tokens} of 1,500 tokens" in person.screen
        assert list(person.rows.ids)[: len(given.items)] == [item.id for item in given.items]
        assert {fact.project for fact in library.facts.many(person.rows.ids)} == {WEB, None}
        await person.press("0", "up", "up", "enter")
        await person.answered()
        assert "all projects" in person.screen.splitlines()[0]
        await person.press("v")
        assert "These rules stand:" in person.screen and given.items[0].text in person.screen


async def test_a_long_fact_shows_seventy_characters(library: Store) -> None:
    """At 120 columns, whatever its words are cut to."""
    text = "Deployments of the public documentation site are started by hand after every single merge to main"
    with library.write("person") as change:
        fact = library.facts.add(change, Fact("", Clean(text), Kind.NOTE))
    async with at_keyboard(library, (120, 40)) as person:
        await go_to(person, fact)
        row = next(line for line in person.screen.splitlines() if "○ Deployments of" in line)
        assert text[:70] in row


async def test_the_rail_narrows_to_a_group_a_kind_and_what_it_is_about(library: Store) -> None:
    """Its counts are those of the lists; the cursor of the rail is the choice."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.to_memory()
        await person.press("tab", "tab")
        rail = person.frame.query_one("#rail")
        assert person.frame.focused is rail
        screen = person.frame
        assert isinstance(screen, FactList)
        for view in list(rail.ids):  # type: ignore[attr-defined]
            rail.go_to(view)  # type: ignore[attr-defined]
            await person.settle()
            await person.pilot.pause()
            wanted = screen.lists[view]
            assert list(person.rows.ids)[: len(wanted)] == list(wanted)
            assert view == "starts" or len(person.rows.ids) == len(wanted)


async def test_moving_and_opening(library: Store) -> None:
    """Letters, arrows, pages and edges; Enter opens the card whole, Esc closes it, and never leaves."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        last, places = len(person.rows.ids) - 1, []
        for key in ("j", "down", "k", "up", "G", "g", "end", "home", "ctrl+d", "ctrl+u"):
            await person.press(key)
            places.append(person.rows.cursor)
        page = person.rows.size.height - 1
        assert places == [1, 2, 1, 0, last, 0, last, 0, page, 0]
        await person.press("enter")
        hidden = not person.rows.display
        await person.press("escape", "escape", "escape")
        assert hidden and person.rows.display and person.app.is_running


async def test_archiving_is_one_key_and_undone_with_one(library: Store) -> None:
    """The next slides under the cursor; undo goes back to it; the line ends with the command."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.to_memory()
        first, second = list(person.rows.ids)[:2]
        await person.press("d")
        assert library.facts.get(first).status is Status.ARCHIVED
        assert person.rows.current == second
        assert "✓ archived" in person.status and "lore archive f:" in person.status
        await person.press("u")
        await person.answered()
        assert library.facts.get(first).status is Status.ACTIVE
        assert person.rows.current == first


async def test_marked_facts_are_archived_together_after_a_question(library: Store) -> None:
    """It names the number and the first texts; one undo takes all of it back; Esc takes marks away."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        chosen = list(person.rows.ids)[:3]
        await person.press("space", "space", "space", "d")
        assert "Archive these 3? Commit messages say" in person.status
        await person.press("y")
        assert {library.facts.get(name).status for name in chosen} == {Status.ARCHIVED}
        await person.press("u")
        await person.answered()
        assert {library.facts.get(name).status for name in chosen} == {Status.ACTIVE}
        await person.press("space", "space")
        assert "2 marked" in person.status
        await person.press("escape")
        assert person.rows.marked == set()


async def test_what_changed_since_it_was_seen_is_not_moved(library: Store, elsewhere: Store) -> None:
    """Nothing is done, and the reason is told."""
    fact = named(library)
    async with at_keyboard(library) as person:
        await go_to(person, fact)
        for key in ("d", "p"):
            with elsewhere.write("hook") as change:
                elsewhere.facts.update(change, fact.id, text=Clean(f"Something else before {key}"))
            await person.press(key)
            assert "changed while you were looking at it" in person.status
            now = library.facts.get(fact.id)
            assert now.status is Status.ACTIVE and not now.pinned


async def test_what_is_archived_stands_in_its_group_and_comes_back(library: Store) -> None:
    fact = named(library)
    async with at_keyboard(library, (120, 40)) as person:
        await go_to(person, fact)
        await person.press("d")
        await person.answered()
        await person.search("status:archived")
        await person.press("enter")
        assert list(person.rows.ids) == [fact.id] and "× Use pnpm" in person.screen
        await person.press("d")
        assert library.facts.get(fact.id).status is Status.ACTIVE
        assert "restored" in person.status


async def test_keeping_makes_it_stand_at_every_start(library: Store) -> None:
    """`p` keeps it, and again lets it fade; it goes from one group to the other with the cursor. `y` copies it."""
    fact = named(library)
    async with at_keyboard(library, (120, 40)) as person:
        await go_to(person, fact)
        assert "○ Use pnpm" in person.screen
        await person.press("p")
        await person.answered()
        assert library.facts.get(fact.id).pinned and "● Use pnpm" in person.screen
        assert person.rows.current == fact.id and "does not fade" in person.screen
        await person.press("p", "y")
        await person.answered()
        assert not library.facts.get(fact.id).pinned and "○ Use pnpm" in person.screen
        assert person.app.clipboard == PNPM


async def test_editing_changes_text_kind_and_scope(library: Store) -> None:
    """As one undo unit."""
    fact = named(library)
    async with at_keyboard(library) as person:
        await go_to(person, fact)
        await person.press("e")
        await person.write(" today")
        await person.press("tab", "right", "tab", "right", "tab", "tab")
        await person.write("tools, style")
        await person.press("ctrl+s")
        edited = library.facts.get(fact.id)
        assert (edited.text, edited.kind) == (f"{PNPM} today", Kind.PREFERENCE)
        assert (edited.layer, edited.tags) == (Layer.USER_PROJECT, ("tools", "style"))
        await person.press("u")
        assert library.facts.get(fact.id).text == PNPM


async def test_an_edit_on_an_old_view_is_refused_and_kept(library: Store) -> None:
    """The form shows both versions; Esc asks only where something would be lost."""
    fact = named(library)
    async with at_keyboard(library) as person:
        await go_to(person, fact)
        await person.press("e", "escape")
        assert person.frame.place is Place.MEMORY
        await person.press("e")
        await person.write("!")
        with library.write("agent:codex") as transaction:
            library.facts.update(transaction, fact.id, text="Use bun")
        await person.press("ctrl+s")
        assert library.facts.get(fact.id).text == "Use bun"
        assert "stored now: Use bun" in person.screen
        assert person.app.screen.query_one(TextArea).text == f"{PNPM}!"
        await person.press("escape")
        assert "Discard your changes?" in person.screen


async def test_a_new_fact_is_written_and_under_the_cursor(library: Store) -> None:
    async with at_keyboard(library) as person:
        await person.to_memory()
        await person.press("i", "ctrl+s")
        assert "write something first" in person.screen
        await person.write("Deploys happen on Tuesdays")
        await person.press("ctrl+s")
        await person.answered()
        found = named(library, "Deploys happen on Tuesdays")
        assert person.rows.current == found.id
        assert library.audit.select(subject=found.id)[0].actor == "person"
        await person.press("u")
        await person.answered()
        assert "undid: adding of" in person.screen  # not that the fact which stood here is no longer there


async def test_what_holds_instead_retires_the_old_one(library: Store) -> None:
    """`S`, other words: the newer stands, one undo brings the older back."""
    fact = named(library)
    async with at_keyboard(library) as person:
        await go_to(person, fact)
        await person.press("S")
        await person.write(" but bun in CI")
        await person.press("ctrl+s")
        await person.answered()
        assert library.facts.get(fact.id).status is Status.SUPERSEDED
        assert person.rows.current == named(library, f"{PNPM} but bun in CI").id
        assert "lore supersede" in person.status or "replaces" in person.status
        await person.press("u")
        assert library.facts.get(fact.id).status is Status.ACTIVE


async def test_what_waits_is_decided_in_review_and_esc_comes_back(library: Store) -> None:
    """`a` goes to its card."""
    name = library.candidates.ids()[2]
    fact = library.facts.get(library.candidates.get(name).fact)
    async with at_keyboard(library) as person:
        await go_to(person, fact)
        await person.press("a")
        assert person.frame.place is Place.REVIEW and person.rows.current == name
        await person.press("2")
        await go_to(person, named(library, "Writes Python and Swift; reads Rust"))
        await person.press("a")
        assert "nothing waits to be decided about it" in person.status


async def test_the_summary_of_a_category_is_edited_from_the_rail(library: Store) -> None:
    """`e` on what stands under “about”; empty, it follows the facts again; one undo."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.to_memory()
        await person.press("tab", "tab", "e")
        assert "only what stands under “about” has a summary" in person.status
        person.frame.query_one("#rail").go_to("about:testing")  # type: ignore[attr-defined]
        await person.settle()
        await person.press("e")
        person.app.screen.query_one(TextArea).text = "Freeze the clock in every test."
        await person.press("ctrl+s")
        assert actions.show_category(at_app(library), "testing").category.summary == "Freeze the clock in every test."
        await person.press("u")
        assert actions.show_category(at_app(library), "testing").category.summary is None


async def test_facts_of_others_are_announced_and_taken_in(library: Store, elsewhere: Store) -> None:
    """The list does not move by itself; ctrl+r takes in what is new, and so does coming back."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        await person.press("j")
        before, current = list(person.rows.ids), person.rows.current
        for reload in ("ctrl+r", "1"):
            with elsewhere.write("hook") as transaction:
                said = [Evidence(Clean("said"), "s", "m", Role.USER)]
                new = elsewhere.facts.add(transaction, Fact("", Clean(f"Added before {reload}"), Kind.NOTE), said)
            person.app.look_around()
            await person.settle()
            assert list(person.rows.ids) == before and "1 new" in person.screen
            await person.press(reload, *(["2"] if reload == "1" else []))
            await person.answered()
            assert new.id in person.rows.ids and person.rows.current == current
            before = list(person.rows.ids)


@pytest.mark.parametrize(("editor", "text"), [('printf "Use pnpm only" > "$1"', "Use pnpm only"), ("exit 1", PNPM)])
async def test_your_editor_changes_the_text_or_says_why_not(
    library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, editor: str, text: str
) -> None:
    script = tmp_path / "editor"
    script.write_text(f"#!/bin/sh\n{editor}\n")
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    fact = named(library)
    async with at_keyboard(library) as person:
        await go_to(person, fact)
        monkeypatch.setattr(type(person.app), "suspend", lambda app: Suspended())
        await person.press("E")
        assert library.facts.get(fact.id).text == text
        assert ("ended with code 1" in person.status) is (text == PNPM)


class Suspended:
    """A terminal without a screen cannot be suspended."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass
