"""The walk through a day is true: its commands are run, one after the other, and must print what it shows.

`LORE_WRITE_DOCS=1` writes what they print instead of comparing it.
"""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

WALK = Path(__file__).parents[2] / "docs" / "walkthrough.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
MEASURED = re.compile(r"\d[\d,.]* (?:ms|s|a second|MB)\b|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\dZ)?)?")
"""What differs from one machine and day to the next."""


def typed(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def shown(command: str, folder: Path) -> str:
    """What a command prints that a person types, messages before data as a terminal would mix them at best."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "100"}
    env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com"}
    env["LORE_EMBEDDING_BUDGET"] = "600"  # on a busy machine as well, everything is embedded when a search follows
    keyboard, terminal = pty.openpty()
    try:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=env,
            text=True,
            stdin=terminal,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    finally:
        os.close(keyboard)
        os.close(terminal)
    assert done.returncode in (0, 4), f"$ {command}\n{done.stdout}"
    return done.stdout.rstrip()


def run_block(block: str, folder: Path) -> str:
    parts = []
    for command in typed(block):
        printed = shown(command, folder)
        parts.append(f"$ {command}\n{printed}" if printed else f"$ {command}")
    return "\n".join(parts) + "\n"


def without_measures(text: str) -> str:
    return MEASURED.sub("…", text)


@pytest.mark.slow("every command of the walk is run, the demo among them")
@pytest.mark.smoke
def test_every_command_of_the_walk_prints_what_it_shows(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    text = WALK.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    for block in blocks:
        printed = run_block(block, folder)
        if os.environ.get("LORE_WRITE_DOCS"):
            text = text.replace(block, printed)
        else:
            assert without_measures(block) == without_measures(printed)
    if os.environ.get("LORE_WRITE_DOCS"):
        WALK.write_text(text, encoding="utf-8")
