"""Commands that need a terminal say so, at once, where there is none."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator

import pytest

from lore.cli.program import run
from lore.memory.editing import NewFact, add_fact, propose
from lore.store import open_store
from support.agents_shell import agents_shell

Captured = pytest.CaptureFixture[str]
NEEDING = {"tui": ["tui"], "the queue in an editor": ["review", "--edit"], "a fact in an editor": ["edit", "{fact}"]}


@pytest.fixture
def fact() -> str:
    with open_store() as store:
        saved = add_fact(store, NewFact("Use pnpm", project="web")).fact
        propose(store, saved.id)
        return saved.id


@pytest.fixture(params=["stdin is closed", "stdin is a file", "stdout is a pipe"])
def no_terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three ways to have no terminal; the standard output of a test is none either."""
    if request.param == "stdin is closed":
        monkeypatch.setattr("sys.stdin", None)
        yield
        return
    keyboard, terminal = pty.openpty() if request.param == "stdout is a pipe" else os.pipe()
    shown = open(keyboard if request.param == "stdin is a file" else terminal)  # noqa: PTH123, SIM115 -- a descriptor
    monkeypatch.setattr("sys.stdin", shown)
    yield
    shown.close()
    os.close(terminal if request.param == "stdin is a file" else keyboard)


@pytest.mark.parametrize("what", NEEDING)
def test_without_a_terminal_nothing_is_drawn_and_no_editor_starts(
    what: str, fact: str, no_terminal: None, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "false")
    assert run([one.format(fact=fact) for one in NEEDING[what]]) in (2, 4)
    capture_result = capsys.readouterr()
    assert capture_result.out == ""
    assert capture_result.err.startswith("error: ")
    assert "\nhint: " in capture_result.err


def test_the_app_does_not_draw_into_a_pipe() -> None:
    """`lore tui </dev/null | head` ends."""
    command = [sys.executable, "-m", "lore", "tui"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (4, "")
    assert "the app needs a terminal" in done.stderr


def test_lore_alone_in_an_agents_shell_prints_its_help(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app would wait for keys that nobody presses."""
    agents_shell(monkeypatch)
    assert run([]) == 0
    assert capsys.readouterr().out.startswith("Usage: lore")


@pytest.mark.parametrize("listing", [["facts"], ["search", "pnpm"], ["review"], ["log"]], ids=" ".join)
def test_a_line_is_cut_for_the_width_of_a_terminal_and_not_for_a_pipe(
    listing: list[str], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `lore facts | grep` looks through is the fact, not the part of it that fits 80 columns."""
    text = "Use pnpm for every package of this workspace and never commit the lock file of npm, whoever asks for it."
    with open_store() as store:
        propose(store, add_fact(store, NewFact(text[:98], project="web")).fact.id)
    shown = {}
    for columns in ("", "80"):
        monkeypatch.setenv("COLUMNS", columns)
        assert run(listing) == 0
        shown[columns] = capsys.readouterr().out
    assert text[:98] in shown[""]
    assert text[:98] not in shown["80"]
    assert all(len(line) <= 80 for line in shown["80"].splitlines())
