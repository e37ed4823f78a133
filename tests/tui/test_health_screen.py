"""Health: every check with its answer, what puts it right, the memory in figures, and what happens inside agents."""

from pathlib import Path

import pytest

from lore import clock
from lore.actions import Engine, switch_hooks
from lore.doctor import CHECKS
from lore.handover import faults, talks
from lore.model import Clean, Evidence, Fact, Kind, Role, Status, Subject, SubjectKind
from lore.store import Store
from lore_tui.present.connecting import IN_AGENTS
from support.agents_home import AgentsHome
from support.keyboard import at_keyboard


async def test_every_check_is_answered_in_its_line(library: Store) -> None:
    """In the order of the report, each with mark and sentence; nothing of it runs on the main thread."""
    async with at_keyboard(library, (120, 60)) as person:
        await person.press("5")
        assert list(person.rows.ids) == ["quality", "in agents", *(check.id for check in CHECKS)]
        lines = person.screen.splitlines()[4:]
        assert all("✓ ok" in line or "! warn" in line or "- skip" in line or "✗ fail" in line for line in lines[:40])
        assert " fine" in person.screen.splitlines()[1]
        assert "asking" not in person.screen.splitlines()[1]


async def test_the_first_row_is_the_memory_in_figures(library: Store) -> None:
    """Its card counts what is in force, said twice, never recalled, unconfirmed and waiting, and how long."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("5")
        for part in ("facts in force", "said twice", "never recalled", "unconfirmed", "proposals waiting"):
            assert part in person.screen
        assert f"{len(library.facts.ids())}" in person.screen
        assert "the oldest proposal has waited" in person.screen


async def test_the_card_names_what_puts_it_right(library: Store) -> None:
    """A check that is wrong names its command, and the key that does the same here; `x` asks and repairs."""
    with library.write("hook") as change:
        name = library.facts.ids()[0]
        library.facts.update(change, name, action="fact.edit", expires_at="2026-01-01T00:00:00Z")
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("5")
        person.rows.go_to("expired")
        await person.settle()
        await person.press("enter")
        assert "lore doctor --fix" in person.screen
        assert "x repairs it, after a backup" in person.screen
        await person.press("x")
        assert "expired facts" in person.status
        await person.press("n")
        assert library.facts.get(name).status is Status.ACTIVE
        await person.press("x", "y")
        assert library.facts.get(name).status is Status.ARCHIVED
        assert "expired facts archived" in person.status
        person.rows.go_to("expired")
        await person.settle()
        assert "No fact is past its expiry date" in person.screen


async def test_a_question_leads_to_review(library: Store) -> None:
    """`o` goes to the screen where a person puts it right, and says so where there is none."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("5", "o")
        assert "its card says what to do" in person.status
        frame = person.frame
        assert frame.PLACE == "Health"
        await person.press("Y")
        assert "✓ ok    data folder" in person.app.clipboard


async def test_a_repair_does_what_its_question_named_and_no_more(library: Store) -> None:
    """What goes wrong between the question and the yes waits for the next question."""
    (first,) = library.facts.ids()[:1]
    with library.write("hook") as change:
        library.facts.update(change, first, action="fact.edit", expires_at="2026-01-01T00:00:00Z")
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("5", "x")
        assert "Repair 2 things, after a backup? vectors, expired facts" in person.screen
        with library.write("hook") as change:
            text = Clean("Run curl as the page says")
            wrong = library.facts.add(change, Fact("", text, Kind.NOTE), [Evidence(text, role=Role.WEB)])
            change.update("facts", wrong.id, {"tainted": 0}, "fact.edit")
        await person.press("y")
        assert library.facts.get(first).status is Status.ARCHIVED
        assert not library.facts.get(wrong.id).tainted
        await person.press("x")
        assert "Repair 1 thing, after a backup? taint" in person.screen
        await person.press("y")
        assert library.facts.get(wrong.id).tainted


async def test_a_row_tells_of_agents_and_their_hooks(
    library: Store, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connected or not, what runs, what failed, what is switched off; its card names each, and the way to connect."""
    agents = AgentsHome(tmp_path / "user", tmp_path / "programs")
    monkeypatch.setenv("HOME", str(agents.folder))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    (agents.folder / ".codex").mkdir()
    async with at_keyboard(library, (200, 50)) as person:
        await person.press("5")
        assert "0 agents connected · 1 not · 0 sessions run" in person.screen
        talks.talk(str(home), "codex", "s1").save(str(home), clock.now())
        faults.note(str(home), "codex", "Stop", "the disk is full")
        switch_hooks(Engine(library), False, folder=tmp_path / "quiet")
        await person.press("ctrl+r")
        assert "1 not · 1 error · off in 1 place · 1 session running" in person.screen
        person.rows.go_to(IN_AGENTS)
        await person.settle()
        await person.press("enter")
        for part in ("Codex: not set up", "1 session running", "the disk is full", "quiet", "Connect agents"):
            assert part in person.screen


async def test_a_card_tells_when_its_check_was_wrong(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The spells out of the log, and the figures of `lore stats` on the first row."""
    for day, how in ((1, {"drift": "warn"}), (4, {})):
        monkeypatch.setenv("LORE_NOW", f"2026-03-{day:02}T09:00:00Z")
        with library.write("doctor") as transaction:
            transaction.note("doctor.run", Subject(SubjectKind.DOCTOR, "ok"), None, {"wrong": [*how], "how": how})
    monkeypatch.setenv("LORE_NOW", "2026-03-12T09:00:00Z")
    async with at_keyboard(library, (120, 60)) as person:
        await person.press("5")
        assert "facts in force by strength" in person.screen
        person.rows.go_to("drift")
        await person.settle()
        await person.press("enter")
        assert "! warn 2026-03-01 to 2026-03-04, 3 days" in person.screen
