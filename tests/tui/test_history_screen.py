"""History: a year in greens, a day as one stream of sessions and acts, replay at its right; any act is taken back."""

from datetime import date, timedelta

import pytest

from lore.actions import count_days, happenings, list_acts
from lore.history import phrase
from lore.memory import decisions
from lore.model import CandidateStatus, Status
from lore.store import Store
from lore_tui.screens.history import ACT, SESSION, HistoryScreen
from lore_tui.widgets.heat_map import PLAIN
from support.keyboard import Person, at_app, at_keyboard
from support.talks import talk

TODAY = date(2026, 3, 12)
WIDE = (140, 45)


def history(person: Person) -> HistoryScreen:
    screen = person.frame
    assert isinstance(screen, HistoryScreen)
    return screen


async def at_session(person: Person, name: str = "4f2a91") -> None:
    await person.press("3")
    person.rows.go_to(f"{SESSION}{name}")
    await person.settle()
    await person.pilot.pause()
    await person.settle()


async def test_sessions_and_acts_are_one_stream_newest_first(library: Store) -> None:
    """Each once, under its day; the year above counts them once."""
    talk(library)
    found = happenings(at_app(library), project=None)
    async with at_keyboard(library, WIDE) as person:
        await person.press("3")
        wanted = [*(f"{SESSION}{one.session.id}" for one in found.sessions), *(f"{ACT}{act.id}" for act in found.acts)]
        assert sorted(person.rows.ids) == sorted(wanted)
        assert "Thu 12 Mar ──" in person.screen
        assert f"{len(found.sessions)} sessions · " in person.screen
        learnt = sum(one.learnt for one in count_days(at_app(library), "2025-03-01", "2026-03-12").days.values())
        assert f" · {learnt} noted · " in person.screen


async def test_the_year_reads_without_colour(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The more a day brought the denser; what was archived today counts."""
    with library.write("person") as change:
        for name in library.facts.ids()[:3]:
            library.facts.update(change, name, action="fact.archive", status=Status.ARCHIVED)
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_keyboard(library, WIDE) as person:
        await person.press("3")
        year = history(person).year
        assert year.level(TODAY) > 0 and year.level(TODAY - timedelta(days=200)) == 0
        assert len(set(PLAIN)) == 5 and any(mark in person.screen for mark in PLAIN[1:])


async def test_days_are_gone_through(library: Store) -> None:
    """In the year by one, never into the future; in the stream to the next day that brought anything."""
    talk(library)
    async with at_keyboard(library, WIDE) as person:
        await person.press("3", "left")
        year = history(person).year
        busy = [day for day, _ in history(person)._order if day]
        assert year.day.isoformat() == max(day for day in busy if day < TODAY.isoformat())
        assert (person.rows.current or "").startswith(SESSION)
        await person.press("right", "right", "t")
        assert year.day == TODAY
        await person.press("shift+tab", "up", "left", "right")
        assert year.day == TODAY - timedelta(days=1)
        await person.press("right", "right")
        assert year.day == TODAY


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (120, 40), (200, 50)])
async def test_a_session_is_entered_at_every_size(library: Store, size: tuple[int, int]) -> None:
    """At the first message that something was noted of; J and K go from note to note; Esc comes back."""
    talk(library)
    async with at_keyboard(library, size) as person:
        await at_session(person)
        await person.press("enter")
        replay = history(person).card_list
        assert person.frame.focused is replay and "claude-code · " in person.screen
        first = replay.current
        assert "One more thing." in person.screen
        await person.press("J")
        assert replay.current != first
        await person.press("K")
        assert replay.current == first
        await person.press("escape")
        assert person.frame.focused is person.rows


async def test_a_replay_tells_what_was_given_and_noted(library: Store) -> None:
    """Lit inside the message, the fact below it with its state; what was run folds; Enter unfolds."""
    talk(library)
    given = library.facts.ids()[:3]
    library.accesses.give(given, "4f2a91", "2026-03-02T08:00:00Z")
    async with at_keyboard(library, WIDE) as person:
        await at_session(person)
        assert "given 3 · " in person.screen
        await person.press("enter", "g")
        assert "given 3 lines, " in person.screen and library.facts.get(given[0]).text not in person.screen
        await person.press("enter")
        assert library.facts.get(given[0]).text in person.screen
        await person.press("J")
        assert "○ " in person.screen and "when it fits" in person.screen and "$ make check" in person.screen
        await person.press("o")
        await person.answered()
        assert person.frame.PLACE == "Memory" and library.facts.get(person.rows.current or "")


async def test_a_fact_leads_to_its_message_and_back(library: Store) -> None:
    """`o` in Memory opens its session at the message; Esc comes back to the fact."""
    talk(library)
    async with at_keyboard(library, WIDE) as person:
        await person.to_memory()
        fact = next(one for one in library.facts.select() if one.text.startswith("Use tmp_path, never"))
        person.rows.go_to(fact.id)
        await person.settle()
        await person.press("o")
        await person.pilot.pause()
        await person.settle()
        assert person.frame.PLACE == "History"
        assert "Use tmp_path, never /tmp, in tests" in history(person).step_here()
        await person.press("escape")
        assert person.frame.PLACE == "Memory" and person.rows.current == fact.id


async def test_a_day_and_a_session_are_told_in_a_paragraph(library: Store) -> None:
    talk(library)
    async with at_keyboard(library, WIDE) as person:
        await person.press("3", "n")
        assert "The day in a paragraph" in person.screen and "hook" in person.screen
        await person.press("escape")
        await at_session(person)
        await person.press("enter", "n")
        assert "The session in a paragraph" in person.screen


async def test_any_act_is_reversed(library: Store) -> None:
    """`x` takes the act under the cursor back, older ones too; the log then holds both."""
    first, second, *_ = decisions.queue(library)
    async with at_keyboard(library, WIDE) as person:
        await person.press("a", "r", "3", "j")
        assert "approved" in person.screen
        await person.press("x")
        assert library.candidates.get(first).status is CandidateStatus.WAITING
        assert library.candidates.get(second).status is CandidateStatus.REJECTED
        assert "undid" in person.status or "undid" in person.screen


async def test_what_a_machine_did_is_reversed_after_a_question(library: Store) -> None:
    """A run whole; a no leaves it; an act that something newer rests on is refused with the reason."""
    async with at_keyboard(library, WIDE) as person:
        await person.press("3")
        runs = [act for act in list_acts(at_app(library)).acts if act.actor == "consolidation"]
        person.rows.go_to(f"{ACT}{runs[0].id}")
        await person.settle()
        waiting = decisions.queue(library)
        await person.press("x")
        assert "Undo “" in person.status or "(consolidation)?" in person.status
        await person.press("n")
        assert decisions.queue(library) == waiting
        await person.press("x", "y")
        await person.settle()
        assert "y" in person.status or not decisions.queue(library)


async def test_refuses_with_the_reason_what_something_newer_rests_on(library: Store) -> None:
    first = library.facts.ids()[0]
    async with at_keyboard(library, WIDE) as person:
        await person.to_memory()
        person.rows.go_to(first)
        await person.settle()
        await person.press("p", "e")
        await person.write(", please")
        await person.press("ctrl+s", "3", "j", "x")
        assert "was changed since" in person.status
        assert library.facts.get(first).pinned


async def test_an_act_shows_each_change_before_and_after(library: Store) -> None:
    async with at_keyboard(library, WIDE) as person:
        await person.to_memory()
        await person.press("p", "3")
        await person.settle()
        assert "pinned" in person.screen and "- no" in person.screen and "+ yes" in person.screen


async def test_the_stream_narrows_to_who_what_and_words(library: Store) -> None:
    """All hold together; Esc shows everything again; nothing found says what to press."""
    talk(library)
    async with at_keyboard(library, WIDE) as person:
        await person.press("r", "3")
        everything = list(person.rows.ids)
        await person.press("f")
        await person.write("you")
        await person.press("enter")
        mine = [f"{ACT}{act.id}" for act in list_acts(at_app(library), actor="person").acts]
        assert list(person.rows.ids) == mine
        await person.press("escape", "slash")
        await person.write("codex")
        await person.press("enter")
        assert list(person.rows.ids) == [f"{SESSION}77c0de"]
        await person.press("slash")
        await person.write(" zzzz")
        assert "Nothing fits." in person.screen
        await person.press("escape", "escape")
        assert list(person.rows.ids) == everything


async def test_an_empty_store_says_what_to_do(store: Store) -> None:
    async with at_keyboard(store) as person:
        await person.press("escape", "3")
        assert "Nothing happened yet." in person.screen
        await person.press("enter", "n", "escape", "o", "y", "x", "J")
        assert person.app.is_running


def test_actions_read_as_phrases() -> None:
    asked = ("fact.archive", "candidate.approve", "candidate.add", "undo fact.edit", "redo candidate.reject", "publish")
    told = ["archive fact", "approve", "propose", "undo edit fact", "redo reject", "publish"]
    assert [phrase(action) for action in asked] == told
