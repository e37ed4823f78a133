"""The app in a real terminal: starts, moves, resizes, quits, and leaves the terminal as it found it."""

import time
from pathlib import Path

import pytest

from lore.model import CandidateStatus
from lore.store import Store
from lore_tui.guard import REPEAT_S
from support.publishing import approved, make_repository
from support.terminal import LORE, Terminal


@pytest.mark.smoke
def test_starts_moves_resizes_and_quits(library: Store, terminal: Terminal) -> None:
    """Exit code 0, the normal screen back, no mouse reports left on."""
    terminal.tmux("send-keys", f"{LORE}; echo code=$?", "Enter")
    terminal.wait_for("1 of 7", "? Keys")
    terminal.tmux("send-keys", "j")
    terminal.wait_for("2 of 7")
    terminal.tmux("resize-window", "-x", "120", "-y", "40")
    terminal.wait_for("A All shown", "Queue")
    for key, shown in (("2", "37 facts"), ("3", "A year"), ("4", "Does it help?")):
        terminal.tmux("send-keys", key)
        terminal.wait_for(shown)
    terminal.tmux("send-keys", "q")
    terminal.wait_for("code=0")
    assert terminal.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag}").split() == ["0", "0"]


@pytest.mark.smoke
def test_a_whole_visit(library: Store, terminal: Terminal) -> None:
    """Start, search, edit, review, publish, resize, suspend, quit: the store has it, the terminal is as it was."""
    root = make_repository(Path.home() / "web")
    approved(library, "Squash before merging")
    terminal.tmux("send-keys", "cd ~/web; stty -g > before; clear", "Enter")
    terminal.tmux("send-keys", LORE, "Enter")
    terminal.wait_for("1 of 7")
    terminal.tmux("send-keys", "0")
    terminal.wait_for("all projects")
    terminal.tmux("send-keys", "-l", "all projects")
    terminal.wait_for("> all projects")
    terminal.tmux("send-keys", "Enter")
    terminal.wait_for("all projects ▾")
    terminal.tmux("send-keys", "2")
    terminal.wait_for("38 facts")
    terminal.tmux("send-keys", "-l", "/pnpm")
    terminal.wait_for("/ pnpm")
    terminal.wait_for("similar in meaning")
    terminal.tmux("send-keys", "Enter")
    terminal.wait_for("? Keys")
    terminal.tmux("send-keys", "e")
    terminal.wait_for("Edit fact")
    terminal.tmux("send-keys", "-l", " at all")
    terminal.wait_for("at all")
    terminal.tmux("send-keys", "C-s")
    terminal.wait_for("saved “")
    terminal.tmux("send-keys", "Escape")
    terminal.wait_for("What sessions start with")
    terminal.tmux("send-keys", "1")
    terminal.wait_for(" of 7")
    time.sleep(REPEAT_S * 2)  # a decision right behind another key is taken for a held one
    terminal.tmux("send-keys", "r")
    terminal.wait_for("rejected “")
    terminal.tmux("send-keys", "P")
    terminal.wait_for("+# Conventions")
    time.sleep(REPEAT_S * 2)
    terminal.tmux("send-keys", "y")
    terminal.wait_for("created CONVENTIONS.md")
    terminal.tmux("resize-window", "-x", "120", "-y", "40")
    terminal.wait_for("Queue  6")
    terminal.tmux("send-keys", "C-z")
    terminal.wait_for("topped")
    terminal.tmux("send-keys", "clear; fg; echo code=$?", "Enter")
    terminal.wait_for("Queue  6")
    terminal.tmux("send-keys", "q")
    terminal.wait_for("code=0")
    terminal.tmux("send-keys", "clear; stty -g | diff - before && echo same terminal", "Enter")
    terminal.wait_for("same terminal\n")
    assert terminal.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}").split() == [
        "0", "0", "1"
    ]  # fmt: skip
    assert "Squash before merging" in (root / "CONVENTIONS.md").read_text(encoding="utf-8")
    assert sum(fact.text.endswith("at all") for fact in library.facts.select()) == 1
    assert len(library.candidates.ids([CandidateStatus.REJECTED])) == 1


def test_without_mouse_the_terminal_keeps_its_selection(library: Store, terminal: Terminal) -> None:
    """`--no-mouse` asks for no mouse reports."""
    terminal.tmux("send-keys", f"{LORE[:-1]}\n' tui --no-mouse", "Enter")
    terminal.wait_for("1 of 7")
    assert terminal.tmux("display-message", "-p", "#{mouse_any_flag}").strip() == "0"
    terminal.tmux("send-keys", "q")
