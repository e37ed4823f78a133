"""Orders of the facts, days between them, columns of wide screens, and filters one key away."""

import pytest

from lore.actions import FactOrder, ordered_facts
from lore.memory import strengths
from lore.model import Kind
from lore.store import FactFilter, Store
from lore_tui.text import days_of
from support.keyboard import at_app, at_keyboard

NOW = "2026-03-12T09:00:00Z"


def test_days_have_names_and_long_ago_goes_by_months() -> None:
    """A name stands where another day begins."""
    times = ["2026-03-12T08:00:00Z", "2026-03-12T07:00:00Z", "2026-03-11T23:00:00Z", "2026-03-08T10:00:00Z"]
    times += ["2026-02-20T10:00:00Z", "2026-02-01T10:00:00Z", "2025-12-31T10:00:00Z", ""]
    assert days_of(times, NOW) == {
        0: "today", 2: "yesterday", 3: "Sunday 8 March", 4: "February 2026", 6: "December 2025", 7: "without a time",
    }  # fmt: skip


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
    """The cursor stays on its fact; the title says the order."""
    engine = at_app(library)
    async with at_keyboard(library) as person:
        await person.press("j")
        current = person.rows.current
        for order, told in ((FactOrder.STRONGEST, "strongest first"), (FactOrder.USED, "last used first")):
            await person.press("s")
            await person.answered()
            assert list(person.rows.ids) == list(ordered_facts(engine, order).ids)
            assert told in person.screen
            assert person.rows.current == current
        await person.press("s")
        await person.answered()
        assert list(person.rows.ids) == library.facts.ids()


async def test_a_filter_is_one_key_away_and_goes_the_same_way(library: Store) -> None:
    """It stands in the search box as a condition, others join it, and what is taken twice goes again."""
    decisions = library.facts.ids(FactFilter(kinds=(Kind.DECISION,)))
    async with at_keyboard(library) as person:
        for pressed, left in ((1, decisions), (2, library.facts.ids())):
            await person.press("f")
            await person.write("decision")
            await person.press("enter")
            await person.answered()
            assert list(person.rows.ids) == left, pressed
        await person.search("kind:decision")
        await person.press("enter", "f")
        await person.write("pinned")
        await person.press("enter")
        await person.answered()
        assert "kind:decision is:pinned" in person.screen
        await person.press("f", "enter")
        await person.answered()
        assert list(person.rows.ids) == library.facts.ids()


async def test_a_filtered_list_keeps_the_order(library: Store) -> None:
    """Conditions alone leave the order to you; while you search, the best matches come first, and say so."""
    async with at_keyboard(library) as person:
        await person.search("kind:decision")
        await person.press("enter", "s")
        await person.answered()
        values = strengths(library, library.facts.many(person.rows.ids))
        assert [values[name] for name in person.rows.ids] == sorted(values.values(), reverse=True)
        await person.search("staging database")
        await person.press("enter", "s")
        await person.answered()
        assert "while you search, the best matches come first" in person.status


@pytest.mark.parametrize(
    ("size", "columns"), [((120, 40), True), ((200, 50), True), ((119, 40), False), ((80, 24), False)]
)
async def test_wide_screens_show_project_agent_and_strength(
    library: Store, size: tuple[int, int], columns: bool
) -> None:
    """From 120 columns on, also after a resize."""
    async with at_keyboard(library, size) as person:
        first = library.facts.get(person.rows.ids[0])
        strength = f"{strengths(library, [first])[first.id]:.2f}"
        row = person.rows.render_line(int(size[1] >= 30)).text
        assert ("web" in row and strength in row) == columns, row
        await person.pilot.resize_terminal(120, 40)
        await person.pilot.pause()
        assert strength in person.rows.render_line(1).text
