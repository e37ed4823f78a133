"""Copying, also over ssh and inside tmux: a native tool, else tmux, else the terminal's own sequence (OSC 52)."""

import os
import subprocess
from collections.abc import Iterator

from textual.app import App

from lore.platform import children

PATIENCE_S = 1.0


def copy(text: str, app: App[None]) -> str:
    """Put a text on the clipboard; returns how, in words for the person."""
    for command in commands():
        if _runs(command, text):
            return f"with {command[0]}"
    app.copy_to_clipboard(text)
    return "through the terminal (OSC 52)"


def commands() -> Iterator[list[str]]:
    """The programs to try on this machine, best first. Over ssh a native tool would copy to the far side."""
    local = "SSH_CONNECTION" not in os.environ
    native = [
        (local, ["pbcopy"]),
        (local and "WAYLAND_DISPLAY" in os.environ, ["wl-copy"]),
        (local and "DISPLAY" in os.environ, ["xclip", "-selection", "clipboard"]),
        # tmux answers OSC 52 of programs only where `set-clipboard` is `on`; its default is `external`.
        ("TMUX" in os.environ, ["tmux", "load-buffer", "-w", "-"]),
    ]
    return (command for usable, command in native if usable and children.program_named(command[0]))


def _runs(command: list[str], text: str) -> bool:
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(
            [children.required_program(command[0]), *command[1:]], input=text.encode(), env=children.environment(),
            stdout=quiet, stderr=quiet, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
