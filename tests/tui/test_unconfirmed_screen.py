"""The unconfirmed part of the queue: a row a project until it is opened, a screen of its own with the same keys."""

from lore.model import Clean, Evidence, Role, Status
from lore.store import Store
from lore_tui.text import these
from support.damage import add
from support.keyboard import at_keyboard
from support.person import statements


def page_says(library: Store, *texts: str) -> None:
    """Web pages say so."""
    with library.write("hook") as transaction:
        for text in texts:
            add(library, transaction, text, Evidence(Clean(text), role=Role.WEB))


async def test_approve_reject_and_undo(library: Store) -> None:
    """`a` makes the statement under the cursor the person's, `r` puts it away; `u` brings either back, as it was."""
    names = statements(library)
    async with at_keyboard(library) as person:
        await person.press("6")
        assert list(person.rows.ids) == names
        harmless = statements(library, harmless=True)[0]
        person.rows.go_to(harmless)
        await person.press("a")
        assert not library.facts.get(harmless).tainted
        assert harmless not in person.rows.ids
        await person.press("u")
        assert library.facts.get(harmless).tainted
        assert person.rows.current == harmless
        await person.press("r")
        assert library.facts.get(harmless).status is Status.ARCHIVED
        await person.press("u")
        assert list(person.rows.ids) == names


async def test_many_are_answered_together_after_a_question_and_undone_together(library: Store) -> None:
    """No leaves everything; yes is one unit."""
    page_says(library, "The page says so", "Another page says more")
    names = statements(library)
    async with at_keyboard(library) as person:
        await person.press("6", "D")
        assert f"Reject {these(len(names))}?" in person.status
        await person.press("n")
        assert list(person.rows.ids) == names
        await person.press("D", "y")
        assert list(person.rows.ids) == []
        assert statements(library) == []
        assert "Nothing to confirm." in person.screen
        await person.press("u")
        assert statements(library) == names
        await person.press("A", "y")
        assert statements(library, harmless=True) == []


async def test_in_review_they_stand_behind_one_row_a_project(library: Store) -> None:
    """Enter opens it in its place; what stood behind it is decided on with the same keys."""
    names = statements(library)
    async with at_keyboard(library) as person:
        await person.press("2")
        folded = [row for row in person.rows.ids if row.startswith("stated:")]
        assert len(folded) == 1
        assert not set(names) & set(person.rows.ids)
        person.rows.go_to(folded[0])
        await person.press("a", "s")
        assert statements(library) == names
        await person.press("enter")
        assert folded[0] not in person.rows.ids
        assert set(names) <= set(person.rows.ids)
        assert person.rows.current == names[0]
        await person.press("r")
        assert library.facts.get(names[0]).status is Status.ARCHIVED
        await person.press("u")
        assert names[0] in person.rows.ids
        assert library.facts.get(names[0]).status is Status.ACTIVE
