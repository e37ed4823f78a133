"""The app in a real terminal: starts, moves, resizes, quits, and leaves the terminal as it found it."""

import pytest

from lore.store import Store
from support.terminal import LORE, Terminal


@pytest.mark.smoke
def test_starts_moves_resizes_and_quits(library: Store, terminal: Terminal) -> None:
    """Exit code 0, the normal screen back, no mouse reports left on."""
    terminal.tmux("send-keys", f"{LORE}; echo code=$?", "Enter")
    assert "? Help" in terminal.wait_for("37 facts")
    terminal.tmux("send-keys", "j")
    terminal.wait_for("2/37")
    terminal.tmux("resize-window", "-x", "120", "-y", "40")
    assert "q Quit" in terminal.wait_for("y Copy")
    terminal.tmux("send-keys", "2")
    terminal.wait_for("7 waiting")
    terminal.tmux("send-keys", "q")
    terminal.wait_for("code=0")
    assert terminal.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag}").split() == ["0", "0"]


def test_without_mouse_the_terminal_keeps_its_selection(library: Store, terminal: Terminal) -> None:
    """`--no-mouse` asks for no mouse reports."""
    terminal.tmux("send-keys", f"{LORE[:-1]}\n' tui --no-mouse", "Enter")
    terminal.wait_for("37 facts")
    assert terminal.tmux("display-message", "-p", "#{mouse_any_flag}").strip() == "0"
    terminal.tmux("send-keys", "q")
