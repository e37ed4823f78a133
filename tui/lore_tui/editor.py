"""Writing a text in the person's own editor."""

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from textual.app import App

from lore.errors import UsageError


def edit(text: str, app: App[None]) -> str:
    """The text as `$VISUAL` or `$EDITOR` left it. Raises UsageError where the editor does not run or fails."""
    command = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    with tempfile.TemporaryDirectory(prefix="lore-") as folder:
        path = Path(folder) / "fact.txt"
        path.write_text(text, encoding="utf-8")
        with app.suspend():
            run(command, path)
        return path.read_text(encoding="utf-8", errors="replace").strip()


def run(command: list[str], path: Path) -> None:
    """Run an editor on a file and wait for it. Raises UsageError."""
    try:
        code = subprocess.run([*command, str(path)], check=False).returncode
    except OSError as error:
        raise UsageError(
            f"the editor `{command[0]}` does not run: {error.strerror}", hint="set `EDITOR` to a program"
        ) from error
    if code:
        raise UsageError(f"the editor `{command[0]}` ended with code {code}", hint="nothing was changed")
