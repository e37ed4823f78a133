"""No file of a work tree is a setting of Lore: neither a dot-env file nor a configuration that is called after it."""

import subprocess
import sys
from pathlib import Path

import pytest

from lore.config import SETTINGS

LINES = [
    "LORE_HOME=/nonexistent/elsewhere",
    "LORE_NOW=1999-01-01T00:00:00Z",
    *(f"{variable}=1" for setting in SETTINGS.values() if (variable := setting.variable)),
]
ENVIRONMENT = "\n".join(LINES) + "\n"
TOML = (
    "\n".join(line.replace("=", ' = "', 1) + '"' for line in LINES)
    + '\n[recall]\nbudget = 1\n[tool.lore]\nhome = "x"\n'
)
PLANTED = {
    ".env": ENVIRONMENT,
    ".envrc": "".join(f"export {line}\n" for line in LINES),
    ".env.local": ENVIRONMENT,
    "lore.env": ENVIRONMENT,
    "lore.toml": TOML,
    ".lore.toml": TOML,
    "pyproject.toml": TOML,
    "setup.cfg": "[lore]\nrecall.budget = 1\n",
    "lore.json": '{"recall.budget": 1}',
    ".lore/config": ENVIRONMENT,
    ".lore/config.toml": TOML,
    ".lore/settings.json": '{"recall.budget": 1, "app.keys": {"approve": "j"}}',
    ".config/lore/config.toml": TOML,
    "sitecustomize.py": "raise SystemExit('a module of the work tree was run')\n",
    "usercustomize.py": "raise SystemExit('a module of the work tree was run')\n",
}
COMMANDS = (["config", "--json"], ["path"], ["context"], ["facts", "--json"], ["publish", "--check"])


def answers(folder: Path) -> list[tuple[int, str]]:
    """What the commands print there, without the name of the folder."""
    told = []
    for command in COMMANDS:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "lore", *command], cwd=folder, capture_output=True, text=True, check=False
        )
        told.append((done.returncode, (done.stdout + done.stderr).replace(str(folder), "FOLDER")))
    return told


def test_files_called_like_settings_change_nothing(tmp_path: Path) -> None:
    """The same commands answer the same in an empty folder and in one that is full of them."""
    empty, full = tmp_path / "a" / "shop", tmp_path / "b" / "shop"
    empty.mkdir(parents=True)
    for name, text in PLANTED.items():
        path = full / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert len(LINES) > 2, "settings have variables"
    expected = answers(empty)
    assert expected[0][0] == 0
    assert answers(full) == expected


def test_a_variable_does_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above would see a setting that was taken over."""
    before = answers(tmp_path)
    monkeypatch.setenv(LINES[2].partition("=")[0], LINES[2].partition("=")[2])
    assert answers(tmp_path) != before
