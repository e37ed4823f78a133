"""Timeline: the year in days that reads without colour, and what the chosen day brought."""

from datetime import date, timedelta

import pytest

from lore.model import Status
from lore.store import Store
from lore_tui.screens.timeline import TimelineScreen
from lore_tui.widgets.heat_map import LEVELS
from support.keyboard import Person, at_keyboard
from support.talks import talk

TODAY = date(2026, 3, 12)


def year(person: Person) -> TimelineScreen:
    screen = person.frame
    assert isinstance(screen, TimelineScreen)
    return screen


async def test_arrows_go_by_day_and_by_week(library: Store) -> None:
    """Brackets by month, `t` to today, never into the future nor out of the year; the line above says the day."""
    moves = {"left": -7, "up": -1, "down": 1, "right": 7, "k": -1, "j": 1, "h": -7, "l": 7}
    async with at_keyboard(library) as person:
        await person.press("3")
        day = TODAY
        assert year(person).year.day == day
        for key, by in moves.items():
            await person.press(key)
            day = min(day + timedelta(days=by), TODAY)
            assert year(person).year.day == day
            assert f"{day:%a} {day.day} {day:%b}: " in person.screen.splitlines()[1]
        await person.press("left_square_bracket")
        assert year(person).year.day == date(2026, 2, day.day)
        await person.press("t", "right")
        assert year(person).year.day == TODAY
        await person.press("g", "left")
        assert year(person).year.day == year(person).year.first


async def test_what_a_day_brought_stands_below_it(library: Store) -> None:
    """Sessions, facts and acts; Enter goes into the list, and from it to the fact itself; Esc back into the year."""
    async with at_keyboard(library) as person:
        await person.press("3", "left")
        day = year(person).year.day.isoformat()
        facts = [fact.id for fact in library.facts.select() if fact.created_at.startswith(day)]
        assert facts
        assert [name for name in person.rows.ids if name.startswith("fact:")] == [f"fact:{one}" for one in facts]
        assert f"{len(facts)} learnt" in person.screen.splitlines()[1]
        person.rows.go_to(f"fact:{facts[0]}")
        await person.press("enter", "escape", "enter", "enter")
        await person.pilot.pause()
        await person.settle()
        assert person.frame.PLACE == "Facts"
        assert person.rows.current == facts[0]


async def test_a_session_is_entered_from_its_day(library: Store) -> None:
    talk(library)
    session = library.sessions.select()[0]
    async with at_keyboard(library) as person:
        await person.press("3")
        year(person).year.go(date.fromisoformat((session.started_at or "")[:10]))
        await person.pilot.pause()
        await person.settle()
        person.rows.go_to(f"session:{session.id}")
        await person.press("enter", "enter")
        await person.pilot.pause()
        await person.settle()
        assert person.frame.PLACE == "Sessions"
        assert "step" in person.screen.splitlines()[1]


async def test_the_more_a_day_brought_the_denser_it_is(library: Store) -> None:
    """By characters alone, and what was archived today counts as forgotten."""
    with library.write("person") as change:
        for name in library.facts.ids()[:3]:
            library.facts.update(change, name, action="fact.archive", status=Status.ARCHIVED)
    async with at_keyboard(library) as person:
        await person.press("3")
        assert "3 forgotten" in person.screen.splitlines()[1]
        shown = year(person).year
        assert shown.level(TODAY) > 0
        assert shown.level(TODAY - timedelta(days=200)) == 0
        assert len(set(LEVELS)) == 5
        assert any(mark in person.screen for mark in LEVELS[1:])


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (120, 40), (200, 50)])
async def test_the_chosen_day_is_in_sight_at_every_size(library: Store, size: tuple[int, int]) -> None:
    """Today, a year ago, and with a list below."""
    async with at_keyboard(library, size) as person:
        await person.press("3")
        for key in ("t", "g"):
            await person.press(key)
            map_lines = person.screen.splitlines()[3:10]
            assert sum("[" in line and "]" in line for line in map_lines) == 1
        await person.press("t", "left", "tab")
        assert person.frame.focused is person.rows
