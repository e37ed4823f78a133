"""The programs of the system that keep its timers: the one place that starts them."""

import subprocess
from collections.abc import Sequence
from typing import Protocol

from lore.errors import LoreError
from lore.platform import children

PATIENCE_S = 30.0


class Starter(Protocol):
    """What starts a program of the system."""

    def has(self, program: str) -> bool:
        """Whether it is there."""

    def run(self, words: Sequence[str], given: str | None = None) -> str:
        """What it prints. given: its stdin. Raises LoreError where it fails."""


class SystemPrograms:
    """The programs of this machine."""

    def has(self, program: str) -> bool:
        return children.program_named(program) is not None

    def run(self, words: Sequence[str], given: str | None = None) -> str:
        try:
            done = subprocess.run(
                [children.required_program(words[0]), *words[1:]], input=given, env=children.environment(),
                capture_output=True, text=True, timeout=PATIENCE_S, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise LoreError(f"`{words[0]}` could not be run", hint=f"run `{' '.join(words)}` yourself") from error
        if done.returncode:
            lines = (done.stderr or done.stdout).strip().splitlines()
            raise LoreError(
                f"`{' '.join(words)}` failed: {lines[-1] if lines else f'exit code {done.returncode}'}",
                hint="`lore schedule install --with cron` uses another timer",
            )
        return done.stdout
