"""What nobody has confirmed: accept or drop, one or many, and take it back with one key."""

from lore.memory.confirming import unconfirmed
from lore.model import Clean, Evidence, Role, Status
from lore.store import Store
from lore_tui.text import these
from support.damage import add
from support.keyboard import at_keyboard


async def test_accept_drop_and_undo(library: Store) -> None:
    """`a` makes the claim under the cursor a person's, `d` puts it away; `u` brings either back, as it was."""
    names = [entry.fact.id for entry in unconfirmed(library)]
    async with at_keyboard(library) as person:
        await person.press("6")
        assert list(person.rows.ids) == names
        harmless = next(entry.fact.id for entry in unconfirmed(library) if not entry.risks)
        person.rows.go_to(harmless)
        await person.press("a")
        assert not library.facts.get(harmless).tainted
        assert harmless not in person.rows.ids
        await person.press("u")
        assert library.facts.get(harmless).tainted
        assert person.rows.current == harmless
        await person.press("d")
        assert library.facts.get(harmless).status is Status.ARCHIVED
        await person.press("u")
        assert list(person.rows.ids) == names


async def test_many_are_answered_together_after_a_question_and_undone_together(library: Store) -> None:
    """No leaves everything; yes is one unit."""
    names = [entry.fact.id for entry in unconfirmed(library)]
    async with at_keyboard(library) as person:
        await person.press("6", "D")
        assert f"Drop {these(len(names))}?" in person.status
        await person.press("n")
        assert list(person.rows.ids) == names
        await person.press("D", "y")
        assert list(person.rows.ids) == []
        assert unconfirmed(library) == []
        assert "Nothing to confirm." in person.screen
        await person.press("u")
        assert [entry.fact.id for entry in unconfirmed(library)] == names
        await person.press("A", "y")
        assert all(entry.risks for entry in unconfirmed(library))


async def test_what_is_marked_comes_before_the_claim_under_the_cursor(library: Store) -> None:
    """`a` and `d` ask about what is marked, as `A` and `D` do, and `y` copies it."""
    (marked,) = [entry.fact for entry in unconfirmed(library) if not entry.risks]
    with library.write("hook") as transaction:
        add(library, transaction, "The page says so", Evidence(Clean("The page says so"), role=Role.WEB))
    async with at_keyboard(library) as person:
        await person.press("6")
        other = next(name for name in person.rows.ids if name != marked.id)
        person.rows.go_to(marked.id)
        await person.press("space")
        person.rows.go_to(other)
        await person.press("y")
        assert person.app.clipboard == marked.text
        await person.press("a")
        assert "Accept this one?" in person.status
        await person.press("n", "d")
        assert "Drop this one?" in person.status
        await person.press("y")
        assert library.facts.get(marked.id).status is Status.ARCHIVED
        assert library.facts.get(other).status is Status.ACTIVE
