"""Writing a text in your own editor."""

import os
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from textual.app import App, SuspendNotSupported

from lore.platform import children

NAME = "fact.txt"


@dataclass(frozen=True, slots=True)
class Edited:
    """The text as the editor left it."""

    text: str
    failure: str = ""
    """Why the editor's word does not count, such as `the editor `vi` ended with code 1`; empty where all went well."""


def edit(text: str, app: App[None]) -> Edited:
    """Have `$VISUAL` or `$EDITOR` change a text. The app is back on the screen afterwards, whatever the editor did."""
    command = _command()
    if isinstance(command, str):
        return Edited(text, command)
    with tempfile.TemporaryDirectory(prefix="lore-") as folder:
        path = Path(folder) / NAME
        path.write_text(text, encoding="utf-8")
        failure = ""
        try:
            with app.suspend():
                # Nothing may leave this block: Textual takes the terminal back only where it ends without an exception.
                failure = _run(command, path)
        except SuspendNotSupported:
            failure = "an editor cannot be opened in this terminal"
        try:
            written = path.read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return Edited(text, failure or f"the editor `{command[0]}` deleted the file")
        return Edited(written, failure)


def open_file(path: Path, app: App[None]) -> str:
    """Open a file itself in your editor; returns why that failed, or an empty text. The app is back afterwards."""
    command = _command()
    if isinstance(command, str):
        return command
    try:
        with app.suspend():
            return _run(command, path)  # `_run` raises nothing: see `edit`
    except SuspendNotSupported:
        return "an editor cannot be opened in this terminal"


def _command() -> list[str] | str:
    """Your editor and its options, or why it is none."""
    wanted = os.environ.get("VISUAL", "").strip() or os.environ.get("EDITOR", "").strip() or "vi"
    try:
        return shlex.split(wanted)
    except ValueError as error:
        return f"`EDITOR` is not a command: {error}"


def _run(command: list[str], path: Path) -> str:
    """Run an editor on a file and wait for it; returns why it failed, or an empty text."""
    name = Path(command[0]).name
    try:
        words = [children.required_program(command[0]), *command[1:], str(path)]
        code = subprocess.run(words, env=children.environment(), check=False).returncode
    except OSError as error:
        return f"the editor `{command[0]}` does not run: {error.strerror} (set `EDITOR` to a program)"
    except KeyboardInterrupt:
        return f"the editor `{name}` was interrupted"
    if code < 0:
        return f"the editor `{name}` was killed by signal {-code}"
    return f"the editor `{name}` ended with code {code}" if code else ""
