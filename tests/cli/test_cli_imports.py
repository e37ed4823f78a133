"""A command parses, calls one action, renders: so its module imports actions, shapes and words, and nothing else."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import lore.cli

FOLDER = Path(lore.cli.__file__).parent
ALLOWED = frozenset(
    {
        "actions",
        "wire",
        "model",
        "errors",
        "progress",
        "presence",
        "text",
        "brief",
        "clock",
        "kinds",
        "config",
        "platform",
        "glossary",
        "cli",
    }
)
"""What a face may know of the engine; of `lore` itself only its version."""
MORE = {
    "tui": {"lore_tui.app", "lore_tui.keymap"},
    "serve": {"lore.agents"},
    "output": {"lore.intake"},
    "terminal": {"lore.intake"},
    "console": {"lore.store"},
    "mcp": {"lore.agents"},
}
"""The app and the servers are started here; what is printed passes the door; damaged rows are told."""
NOT_YET = frozenset({"arguments", "config"})
"""The modules that know more of the engine than they should. The list may only become shorter."""
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("lore"))
        elif isinstance(node, ast.ImportFrom) and node.module == "lore":
            yield from (f"lore.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("lore"):
            yield node.module


def is_allowed(module: str) -> bool:
    return module == "lore.__version__" or module.split(".")[1] in ALLOWED


def outside(name: str) -> set[str]:
    return {module for module in imported(FOLDER / f"{name}.py") if not is_allowed(module)} - MORE.get(name, set())


@pytest.mark.parametrize("name", [name for name in MODULES if name not in NOT_YET])
def test_a_command_knows_the_engine_by_its_actions(name: str) -> None:
    assert outside(name) == set()


def test_the_list_of_exceptions_names_modules_that_are_there() -> None:
    assert set(MODULES) >= NOT_YET
