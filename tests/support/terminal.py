"""A real terminal: one window of a tmux server of its own."""

import subprocess
import sys
import time
from pathlib import Path

PATIENCE_S = 30.0
LORE = f"{sys.executable} -c 'from lore.cli.program import main; main()'"


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
