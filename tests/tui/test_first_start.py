"""The first start: what is here, ticks that promise nothing more than they say, and the first approval soon after."""

import os
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from distill.conftest import HANGS, stand_in
from lore import actions
from lore.distill import settled
from lore.errors import Busy
from lore.store import Store
from lore_tui import runs
from lore_tui.keys import Place
from lore_tui.screens.first_start import FirstStart
from support.agents_home import AgentsHome, tree
from support.keyboard import Person, at_keyboard
from support.speakers import Script, Step, write

SAID = (
    "From now on always use pnpm in this repository, never npm.",
    "Always run make check before you commit.",
    "Never write to the production database from a test.",
)


@pytest.fixture
def sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with three sessions of Claude Code; what the machine has installed is out of sight."""
    user = AgentsHome(tmp_path / "user", tmp_path / "programs")
    monkeypatch.setenv("HOME", str(user.folder))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    for number, words in enumerate(SAID):
        script = Script(
            f"0a000000-0000-4000-8000-00000000000{number}", [Step("user", words), Step("assistant", "Yes.")]
        )
        write(user.folder / ".claude" / "projects" / "-w-shop", "claude-code", script)
    user.write(".claude/settings.json", '{\n  "model": "opus"\n}\n')
    return user.folder


def boxes(person: Person) -> dict[str, bool]:
    """What can be ticked → whether it is."""
    lines = [line.partition("[")[2] for line in person.screen.splitlines() if "[x]" in line or "[ ]" in line]
    return {line[2:].split("  ")[1].strip(): line[0] == "x" for line in lines}


@pytest.mark.parametrize("pressed", [("j", "w", "a"), ("e", "x", "enter")])
async def test_however_it_is_first_approved_it_says_what_comes_of_it(
    store: Store, sessions: Path, pressed: tuple[str, ...]
) -> None:
    """In your own words, in others, from any card."""
    async with at_keyboard(store) as person:
        await person.press("enter", *pressed)
        await person.settle()
        assert [fact for fact in store.facts.select() if fact.approved_at]
        assert "After your first approval" in person.screen
        assert "takes the approval back" in person.screen


async def test_the_first_approval_is_three_keys_away(store: Store, sessions: Path) -> None:
    """`lore`, Enter, `a`: the sessions are read, the first card stands there, and your sentence is approved."""
    async with at_keyboard(store) as person:
        pressed = ("enter", "a")
        await person.press(*pressed)
        await person.settle()
        approved = [fact.text for fact in store.facts.select() if fact.approved_at]
        assert len(approved) == 1
        assert any(approved[0].rstrip(".") in said for said in SAID)
        assert 1 + len(pressed) <= 3
        assert "After your first approval" in person.screen
        await person.press("escape")
        assert person.frame.place is Place.REVIEW


async def test_until_it_is_known_it_says_that_it_looks(
    store: Store, sessions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is counted as none before it was counted, and Enter does nothing yet."""
    counted, count = Event(), actions.sessions_here

    def slowly(engine: actions.Engine) -> object:
        counted.wait(10)
        return count(engine)

    monkeypatch.setattr(actions, "sessions_here", slowly)
    monkeypatch.setattr(Person, "settle", _paused)
    async with at_keyboard(store) as person:
        assert "looking for sessions …" in person.screen
        assert "[x]" not in person.screen and "No agent" not in person.screen
        await person.press("enter", "space", "d")
        assert isinstance(person.app.screen, FirstStart)
        counted.set()
        while "looking for sessions" in person.screen:
            await person.pilot.pause(0.05)
        assert "3 sessions of Claude Code" in " ".join(person.screen.split())


async def _paused(self: Person) -> None:
    """What is waited for does not end."""
    await self.pilot.pause(0.2)


async def test_a_reader_is_offered_and_never_ticked(
    store: Store, sessions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cost stands beside it; what is sent is told by `d`; Enter settles nothing."""
    programs = tmp_path / "bin"
    programs.mkdir()
    stand_in(programs, "claude", HANGS)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    async with at_keyboard(store, (120, 40)) as person:
        assert [ticked for what, ticked in boxes(person).items() if "note what you said" in what] == [False]
        assert "tokens of Claude Code, secrets masked" in person.screen
        await person.press("j", "d")
        assert "What is sent" in person.screen
        await person.press("escape", "enter")
        await person.settle()
        assert settled(store).answer is None
        assert store.sessions.count() == 3


async def test_only_what_is_ticked_is_done(store: Store, sessions: Path) -> None:
    """Space takes a tick away: then no file of an agent changes, and no session is read."""
    async with at_keyboard(store) as person:
        assert set(boxes(person).values()) == {True}
        before = tree(sessions)
        await person.press("space", "j", "enter")
        await person.settle()
        after = tree(sessions)
        assert store.sessions.count() == 0
        changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        assert ".claude/settings.json" in changed
    assert not [name for name in changed if name.endswith(".jsonl")]


async def test_what_will_be_written_is_named_and_the_title_holds_while_it_is_true(
    store: Store, sessions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files stand under their tick; once they are being written nothing says that they are not. No sentence is
    cut at 80 columns, and Esc is always in the footer."""
    go_on, read = Event(), runs.read_sessions

    def slowly(engine: actions.Engine, teller: Any) -> Any:
        go_on.wait(10)
        return read(engine, teller)

    monkeypatch.setattr(runs, "read_sessions", slowly)
    async with at_keyboard(store) as person:
        assert "~/.claude/settings.json" in person.screen
        assert "First start · nothing of your agents is changed yet" in person.screen
        assert "is not on the path" in person.screen and "MODEL` names one." in person.screen
        assert "esc Look around" in person.screen.splitlines()[-1]
        monkeypatch.setattr(Person, "settle", _paused)
        await person.press("enter")
        assert isinstance(person.app.screen, FirstStart)
        assert "is changed yet" not in person.screen and "─ First start ─" in person.screen
        assert "Tick" not in person.screen.splitlines()[-1]
        go_on.set()
        while isinstance(person.app.screen, FirstStart):
            await person.pilot.pause(0.05)


async def test_nothing_ticked_does_nothing(store: Store, sessions: Path) -> None:
    before = tree(sessions)
    async with at_keyboard(store) as person:
        for _ in boxes(person):
            await person.press("space", "j")
        await person.press("enter")
        assert not isinstance(person.app.screen, FirstStart)
    assert store.sessions.count() == 0
    assert {name for name in tree(sessions) if "settings" in name} == {name for name in before if "settings" in name}


async def test_without_sessions_the_demo_is_named(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    async with at_keyboard(store) as person:
        assert "No agent keeps sessions on this machine." in person.screen
        assert "`lore demo --app` opens a sample memory" in " ".join(person.screen.split())
        assert boxes(person) == {}
        footer = person.screen.splitlines()[-1]
        assert "esc Look around" in footer
        assert not [dead for dead in ("ticked", "Tick", "Details") if dead in footer]


async def test_what_fails_is_told_and_the_rest_goes_on(
    store: Store, sessions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason stands there, the other ticks are done, and Enter goes on to Review."""

    def busy(engine: actions.Engine, teller: object) -> None:
        raise Busy("another process has it", hint="wait")

    monkeypatch.setattr(runs, "read_sessions", busy)
    async with at_keyboard(store) as person:
        await person.press("enter")
        await person.settle()
        assert "! another process has it (wait)" in person.screen
        assert "lore" in (sessions / ".claude/settings.json").read_text()
        await person.press("enter")
        assert person.frame.place is Place.REVIEW


async def test_what_it_names_to_press_while_you_read_acts_there(store: Store, sessions: Path) -> None:
    """The dialog that lists the changes names no key of set-up; its last line is one key away, the first too."""
    async with at_keyboard(store) as person:
        await person.press("j", "d")
        assert "What connecting writes" in person.screen
        assert "removing everything" not in person.screen and "this project only" not in person.screen
        top = await person.still()
        for down, up in (("pagedown", "pageup"), ("G", "g"), ("end", "home")):
            await person.press(down)
            assert await person.still() != top
            await person.press(up)
            assert await person.still() == top


async def test_after_looking_around_review_says_that_nothing_was_read(store: Store, sessions: Path) -> None:
    """The palette finds the first start again; the way that Review names reads the sessions."""
    async with at_keyboard(store) as person:
        await person.press("escape", "colon")
        await person.write("set up again")
        await person.press("enter")
        assert isinstance(person.app.screen, FirstStart)
        assert store.sessions.count() == 0 and not store.facts.ids()
        await person.press("escape")
        assert "Nothing was read yet." in person.screen and "Nothing waits" not in person.screen
        assert ":   then `Read sessions` reads what your agents keep here" in person.screen
        await person.press("colon")
        await person.write("read sessions")
        await person.press("enter")
        assert store.sessions.count() == 3
