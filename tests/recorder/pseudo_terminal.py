"""A program in a terminal of its own, without a terminal program to show it."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE_S = 60.0
_CONTROL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_=>])")


class PseudoTerminal:
    """80 columns, 24 lines; what the program prints is gathered as text."""

    def __init__(self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._process = subprocess.Popen(
            command, cwd=cwd, env=dict(env), stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )
        os.close(slave)
        self._printed = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        return _CONTROL.sub("", self._printed.decode("utf-8", "replace"))

    def wait_for(self, condition: Callable[[str], bool]) -> None:
        """Read until the condition holds for what was printed since the last key. Raises AssertionError, in time."""
        deadline = time.monotonic() + PATIENCE_S
        while not condition(self.text):
            assert time.monotonic() < deadline, self.text
            assert self._read(), self.text

    def press(self, *keys: str) -> None:
        self._printed = b""
        for key in keys:
            os.write(self._master, key.encode())
            self._read()

    def ended(self) -> int:
        deadline = time.monotonic() + PATIENCE_S
        while self._process.poll() is None:
            assert time.monotonic() < deadline, self.text
            self._read()
        return self._process.returncode

    def _read(self) -> bool:
        if select.select([self._master], [], [], 0.1)[0]:
            try:
                self._printed += os.read(self._master, 65_536)
            except OSError:
                return False
        return True
