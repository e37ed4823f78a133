"""The app in a real terminal: starts, moves, resizes, quits, and leaves the terminal as it found it."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore.store import Store

PATIENCE_S = 30.0
LORE = f"{sys.executable} -c 'from lore.cli.main import main; main()'"


class Terminal:
    """One window of a tmux server of its own."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._socket), "-f", "/dev/null", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def wait_for(self, text: str) -> str:
        """The screen, as soon as it shows a text."""
        deadline = time.monotonic() + PATIENCE_S
        while text not in (screen := self.tmux("capture-pane", "-p")):
            assert time.monotonic() < deadline, screen
        return screen


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed: the real terminal is not tried here")
    folder = Path(tempfile.mkdtemp(prefix="lore"))  # the name of a socket may have 100 characters only
    window = Terminal(folder / "tmux")
    window.tmux("new-session", "-d", "-x", "80", "-y", "24", "sh")
    yield window
    window.tmux("kill-server")
    shutil.rmtree(folder)


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
