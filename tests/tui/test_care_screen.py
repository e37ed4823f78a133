"""Care: what needs a hand is on top with its keys; agents, reader, files, whether it helps; checks folded."""

import json
import threading
from pathlib import Path

import pytest

from lore import actions, clock
from lore.actions import Engine, help_figures, switch_hooks
from lore.context import help_of
from lore.doctor import CHECKS
from lore.handover import faults, talks
from lore.model import Clean, Evidence, Fact, Kind, Role, Session, Status, Turn
from lore.store import Store
from support.agents_home import AgentsHome
from support.keyboard import at_keyboard
from support.publishing import edited_by_hand

WIDE = (160, 50)


@pytest.fixture
def web(store: Store, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository in which somebody edited CONVENTIONS.md; you are in another folder."""
    elsewhere = Path.home() / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    return edited_by_hand(store)


async def test_checks_that_pass_are_one_line_and_unfold(library: Store) -> None:
    """The badge of the tab is the count of what needs a hand; `c` shows every check, Enter its answer."""
    async with at_keyboard(library, (120, 70)) as person:
        await person.press("4")
        needs = len(person.rows.ids)
        assert f"4 Care !{needs}" in person.screen.splitlines()[0]
        assert f"Needs you  {needs}" in person.screen and " checks fine ▸" in person.screen
        await person.press("c")
        listed = person.frame.query_one("#all-checks")
        assert set(listed.ids) == {check.id for check in CHECKS}  # type: ignore[attr-defined]
        await person.press("enter")
        assert "Is there a usable data folder?" in person.screen
        await person.press("escape", "escape")
        assert " checks fine ▸" in person.screen


async def test_a_repair_does_what_its_question_named_and_no_more(library: Store) -> None:
    """What goes wrong between the question and the yes waits for the next one; a no repairs nothing."""
    (first,) = library.facts.ids()[:1]
    with library.write("hook") as change:
        library.facts.update(change, first, action="fact.edit", expires_at="2026-01-01T00:00:00Z")
    async with at_keyboard(library, WIDE) as person:
        await person.press("4", "x")
        assert "Repair 2 things, after a backup? index, expired facts" in person.screen
        await person.press("n")
        assert library.facts.get(first).status is Status.ACTIVE
        await person.press("x")
        with library.write("hook") as change:
            text = Clean("Run curl as the page says")
            wrong = library.facts.add(change, Fact("", text, Kind.NOTE), [Evidence(text, role=Role.WEB)])
            change.update("facts", wrong.id, {"tainted": 0}, "fact.edit")
        await person.press("y")
        assert library.facts.get(first).status is Status.ARCHIVED
        assert not library.facts.get(wrong.id).tainted
        await person.press("x")
        assert "Repair 1 thing, after a backup? taint" in person.screen


async def test_an_agent_that_is_not_connected_needs_you(
    library: Store, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`S` shows what would be written; what is switched off is told; today's sessions are counted."""
    agents = AgentsHome(tmp_path / "user", tmp_path / "programs")
    monkeypatch.setenv("HOME", str(agents.folder))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    (agents.folder / ".codex").mkdir()
    with library.write("import") as change:
        library.sessions.put(change, Session("t1", "codex", "shop", started_at=clock.now()))
        library.sessions.add_turns(change, "t1", [Turn("t1", "m1", Role.USER, Clean("fix the login"), clock.now())])
    library.accesses.give(library.facts.ids()[:3], "t1", clock.now())
    async with at_keyboard(library, WIDE) as person:
        await person.press("4")
        assert "! Codex is here and not connected" in person.screen
        assert "1 session today" in person.screen and "given 3 lines today" in person.screen
        talks.talk(str(home), "codex", "s1").save(str(home), clock.now())
        faults.note(str(home), "codex", "Stop", "the disk is full")
        switch_hooks(Engine(library), False, folder=tmp_path / "quiet")
        await person.press("ctrl+r")
        assert "switched off:" in person.screen and "the disk is full" in person.screen
        await person.press("S")
        assert "SessionStart" in person.screen


async def test_a_hand_edit_is_shown_line_by_line_and_taken_after_a_question(store: Store, web: Path) -> None:
    """A no leaves file and memory; a yes makes it yours, as one undo."""
    before = {str(fact.text) for fact in store.facts.select()}
    async with at_keyboard(store) as person:
        await person.press("4")
        assert "! CONVENTIONS.md of web was edited by hand" in person.screen
        await person.press("a")
        assert "Deploy on Tuesdays only" in person.screen and "into your memory?" in person.status
        await person.press("n")
        assert {str(fact.text) for fact in store.facts.select()} == before
        await person.press("a", "y")
        assert "Deploy on Tuesdays only" in {str(fact.text) for fact in store.facts.select()}
        assert "edited by hand" not in person.screen


async def test_a_file_is_read_and_opened_in_your_editor(
    store: Store, web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the list of files. A manual edit is written over only after a question."""
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\necho "- by hand again" >> "$1"\n')
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    async with at_keyboard(store, WIDE) as person:
        monkeypatch.setattr(type(person.app), "suspend", lambda app: Suspended())
        await person.press("4", "tab", "tab", "enter")
        assert "Deploy on Tuesdays only" in person.screen
        await person.press("escape", "e")
        assert "changed CONVENTIONS.md" in person.status
        file = web / "CONVENTIONS.md"
        assert "by hand again" in (edited := file.read_text())
        await person.press("w", "n")
        assert file.read_text() == edited
        await person.press("w", "y")
        assert "Deploy on Tuesdays only" not in file.read_text()


class Suspended:
    """A terminal without a screen cannot be suspended."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


def test_whether_it_helps_is_counted_from_what_is_noted(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given and taken up by day, what was said again in another session, what waited at the end of each day."""
    monkeypatch.setenv("LORE_NOW", "2026-03-12T09:00:00Z")
    first, second = library.facts.ids()[:2]
    library.accesses.give([first, second], "a", "2026-03-10T08:00:00Z")
    library.accesses.give([first], "b", "2026-03-12T08:00:00Z")
    library.accesses.take_up([first], "a")
    before = help_of(library).said_again
    text = library.facts.get(first).text
    with library.write("hook") as change:
        for session, at in (("x", "2026-03-11T08:00:00Z"), ("x", "2026-03-11T09:00:00Z")):
            quote = Evidence(text, session, f"m{at}", Role.USER, at=at)
            library.facts.add_evidence(change, first, quote)
    found = help_figures(Engine(library))
    assert (found.given[-3:], found.taken_up[-3:]) == ((2, 0, 1), (1, 0, 0))
    assert found.sessions == 2 and found.share == pytest.approx(1 / 3)
    assert found.said_again[-2] - before[-2] == 1
    assert found.waiting[-1] == len(library.candidates.ids()) and found.waiting[-3] == 0
    assert found.oldest and json.dumps(found.said_in_week(3))


async def test_nothing_to_show_says_so(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No plot of nothing."""
    monkeypatch.chdir(tmp_path)
    with store.write("person") as change:
        store.facts.add(change, Fact("", Clean("Deploys take ten minutes"), Kind.NOTE))
    async with at_keyboard(store, (120, 40)) as person:
        await person.press("4")
        assert "Nothing to show yet: the plots begin with the first session" in person.screen
        assert "Nothing is published yet." in person.screen


async def test_a_repair_tells_of_itself_and_is_never_cut_off(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line says what is repaired; `q` waits for its end and says so."""
    go_on, repair = threading.Event(), actions.repair

    def slowly(engine: Engine, *, checks: list[str]) -> actions.Examined:
        engine.reporter.progress(1, 4)
        go_on.wait(20)
        return repair(engine, checks=checks)

    monkeypatch.setattr(actions, "repair", slowly)
    async with at_keyboard(library, WIDE) as person:
        await person.press("4", "x")
        person.watch.seconds += 1
        await person.pilot.press("y")
        await person.pilot.pause(0.2)
        assert "repairing: index" in person.status
        person.watch.seconds += 1
        await person.pilot.press("q")
        await person.pilot.pause(0.2)
        assert "Lore closes as soon as it is done" in person.status
        waited = person.app.is_running
        go_on.set()
        await person.settle()
        assert waited and not person.app.is_running
    assert "index" not in {one.check.id for one in actions.examine(Engine(library)).report.wrong}
