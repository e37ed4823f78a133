"""A real terminal: one window of a tmux server of its own, or a bare one without a window."""

import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

PATIENCE_S = 30.0
LOOK_S = 0.02
LORE = f"{sys.executable} -c 'from lore.cli.program import main; main()'"


class Terminal:
    """One window of a tmux server of its own."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._socket), "-f", "/dev/null", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def wait_for(self, *texts: str, times: int = 1) -> str:
        """The screen, as soon as it shows all of these texts, or shows each so many times.

        An app paints its screen in parts: ask for all that it must show at once, not for one and then for the rest.
        """
        deadline = time.monotonic() + PATIENCE_S
        while True:
            screen = self.tmux("capture-pane", "-p")
            if all(screen.count(text) >= times for text in texts):
                return screen
            assert time.monotonic() < deadline, screen
            time.sleep(LOOK_S)

    def is_open(self) -> bool:
        asked = ["tmux", "-S", str(self._socket), "has-session"]
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0

    def close(self) -> None:
        subprocess.run(["tmux", "-S", str(self._socket), "kill-server"], capture_output=True, check=False)


def in_terminal(command: Sequence[str], keys: str | None = "", *, env: Mapping[str, str]) -> str:
    """What a program shows in a terminal of its own, in which these keys were typed; None: it has no keyboard."""
    master, slave = pty.openpty()
    stdin = subprocess.DEVNULL if keys is None else slave
    with subprocess.Popen(command, stdin=stdin, stdout=slave, stderr=slave, env=dict(env)):
        os.close(slave)
        os.write(master, (keys or "").encode())
        shown = b""
        with suppress(OSError):  # the terminal closes with the process
            while part := os.read(master, 65_536):
                shown += part
    os.close(master)
    return shown.decode("utf-8", "replace")


@contextmanager
def typed(keys: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    keyboard, terminal = pty.openpty()
    os.write(keyboard, keys.encode())
    with open(terminal) as stdin:  # noqa: PTH123 -- a descriptor has no path, and the command reads it
        monkeypatch.setattr("sys.stdin", stdin)
        yield
    os.close(keyboard)
