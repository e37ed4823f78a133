"""What the pages for contributors say is so: places, commands, what `make quick` runs, the size of a file."""

import ast
import re
from pathlib import Path

import click
import pytest

from lore.cli.program import cli

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
PLACES = sorted(set(re.findall(r"`((?:core|tui|tests|docs)/[\w/.]+)(?:: (\w+))?`", PAGE)))


def test_a_place_that_a_page_names_is_there() -> None:
    missing = [place for place in PLACES if "NAME" not in place[0] and not is_there(*place)]
    assert missing == []


def is_there(file: str, name: str) -> bool:
    path = ROOT / file
    if not path.exists() or not name:
        return path.exists()
    defined = set[str]()
    for node in ast.parse(path.read_text()).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                defined.add(node.name)
            case ast.Assign():
                defined |= {each.id for each in node.targets if isinstance(each, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=target)):
                defined.add(target)
    return name in defined


@pytest.mark.parametrize(
    "kind",
    ["reader", "check", "key", "command", "step of consolidation", "publish target", "embedding endpoint", "setting"],
)
def test_every_thing_that_may_be_added_has_its_page(kind: str) -> None:
    assert re.search(rf"^## Add an? {kind}", PAGE, re.MULTILINE)


MOST_LINES = 400


@pytest.mark.parametrize("room", ["core", "tui", "tests"])
def test_no_file_is_longer_than_four_hundred_lines(room: str) -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / room).rglob("*.py")}
    assert len(lines) > 30
    assert {str(path.relative_to(ROOT)): count for path, count in lines.items() if count > MOST_LINES} == {}


HERE = Path(__file__).parents[2]
PAGES = [*HERE.glob("core/**/*.py"), *HERE.glob("tui/**/*.py"), *HERE.glob("docs/*.md"), HERE / "README.md"]
NAMED = re.compile(r"`lore ([^`{]*)")
WORD = re.compile(r"[a-z][a-z-]*")


def is_command(words: list[str]) -> bool:
    """Whether the words begin with a command; what follows its names are its arguments."""
    command: click.Command | None = cli
    for word in words:
        if not isinstance(command, click.Group) or not WORD.fullmatch(word):
            break
        found = command.get_command(click.Context(command), word)
        if found is None:
            return command is not cli
        command = found
    return True


def test_every_command_that_is_named_exists() -> None:
    named = {(page.name, found[0]): found[1].split() for page in PAGES for found in NAMED.finditer(page.read_text())}
    assert [place for place, words in named.items() if not is_command(words)] == []


def test_a_command_that_is_none_is_seen() -> None:
    assert not is_command(["accept", "ID"])
    assert is_command(["unconfirmed", "accept", "ID"])
