"""Who reads your sessions, in the app: asked with the cost, answered by a key, undone."""

import os
from pathlib import Path

import pytest

from distill.conftest import HANGS, stand_in
from lore.distill import settled, way_named
from lore.model import Clean, Role, Session, Turn
from lore.store import Store
from support.keyboard import Person, at_keyboard
from support.speakers import Script, Step, write


@pytest.fixture
def waiting(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store with a session of Claude Code, whose program is on the path."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    stand_in(programs, "claude", HANGS)
    with store.write("test") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code", project="shop"))
        store.sessions.add_turns(transaction, "s1", [Turn("s1", "a", Role.USER, Clean("Always use tabs here."))])
    return store


async def opened(person: Person) -> None:
    await person.press("escape", "colon")
    await person.write("reader")
    await person.press("enter")


@pytest.mark.parametrize(("key", "answer"), [("y", "yes"), ("l", "later"), ("n", "no")])
async def test_it_asks_once_and_keeps_the_answer(waiting: Store, key: str, answer: str) -> None:
    async with at_keyboard(waiting, (120, 40)) as person:
        await opened(person)
        inside = (max(line.split("│"), key=len) for line in person.screen.splitlines() if line.count("│") >= 2)
        screen = " ".join(" ".join(inside).split())
        assert "Let Claude Code read each session when it is over? About" in screen
        assert "with a cheap model (haiku); your 1 past session: about" in screen
        await person.press(key)
        assert settled(waiting).answer == answer
        assert settled(waiting).way == (way_named("claude") if answer == "yes" else None)
        await person.press("u")
        if "?" in person.status:
            await person.press("y")
        assert settled(waiting).answer is None


async def test_the_first_reading_of_your_sessions_ends_with_the_question(waiting: Store, tmp_path: Path) -> None:
    """Once: after an answer, also “later”, reading again asks nothing."""
    folder = tmp_path / ".claude" / "projects" / "-w-shop"
    write(
        folder,
        "claude-code",
        Script(
            "0a000000-0000-4000-8000-000000000002", [Step("user", "Always use spaces here."), Step("assistant", "Yes.")]
        ),
    )
    async with at_keyboard(waiting, (120, 40)) as person:
        await person.press("escape", "2", "c")
        assert "your 2 past sessions: about" in " ".join(person.screen.replace("│", " ").split())
        await person.press("l")
        assert settled(waiting).answer == "later"
        await person.press("c")
        assert "Who reads your sessions" not in person.screen


async def test_looking_answers_nothing(waiting: Store) -> None:
    async with at_keyboard(waiting, (120, 40)) as person:
        await opened(person)
        await person.press("escape")
    assert settled(waiting).answer is None


async def test_the_footer_offers_no_answer_where_none_is_asked(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    async with at_keyboard(store, (120, 40)) as person:
        await opened(person)
        assert "Nobody is proposed" in person.screen
        footer = next(line for line in person.screen.splitlines() if "esc Back" in line)
        assert not any(word in footer for word in ("Yes", "Later", "No", "Stop"))
        for key in ("y", "l", "n", "x"):
            await person.press(key)
            assert "there is nothing to agree to" in person.screen
    assert settled(store).answer is None
