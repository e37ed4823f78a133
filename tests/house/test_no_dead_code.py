"""Nothing stands in the product that nobody uses: what only tests know is none of it."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from lore.cli.program import cli
from support import faces

KNOWN = faces.modules()
HOOKS = re.compile(
    r"__\w+__|(action|on|watch|validate|handle)_\w+|render_line|compose|check_action|get_\w+_defaults|get_line_filters|get_content_\w+"
    r"|emit|convert|format_\w+|list_commands|get_command|parse_args|[A-Z_]{2,}"
)
"""Names of a class that click, Textual or logging look for."""
ALLOWED = {
    "DERIVED": "which tables of the store hold names of its own making: a test compares it with the schema",
    "HashingEmbedder": "an embedder without a model, for whoever tests what rests on one",
    "REASONS": "why an action has no route over HTTP: docs/http.md is made from it",
    "as_markdown": "writes docs/keys.md",
    "capture_signals": "which signals end the server, as uvicorn asks",
    "emit": "a record of the server's log, as logging hands it over",
    "go_to": "puts the cursor of a list on a row that is known",
    "is_case_insensitive": "whether two names are one file, on each system",
    "open_url": "what Textual does with an address",
    "readinto": "how a compressed file is read, as `io` asks",
    "redo_last": "the undo of every face",
    "reparse": "the rules of style, as Textual asks for them",
    "schema_of": "what a list of tools or routes says of an action",
    "seekable": "that a compressed file can be read again, as `io` asks",
    "undo_last": "the undo of every face",
    "undo_run": "the undo of every face",
}
"""What nothing uses by name, each with what it is there for."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def _defined(tree: ast.Module) -> Iterator[str]:
    """The functions, classes and constants of a module, and the methods of its classes."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if not _is_handed_on(node):
                    yield node.name
            case ast.ClassDef():
                yield node.name
                methods = (inner for inner in node.body if isinstance(inner, Function))
                yield from (one.name for one in methods if not HOOKS.fullmatch(one.name) and not _is_handed_on(one))
            case ast.Assign() | ast.AnnAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = (target.id for target in targets if isinstance(target, ast.Name))
                yield from (name for name in names if not name.startswith("__"))


def _is_handed_on(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a decorator gives it to somebody who calls it: a command of click, a handler of a message, a tool."""
    called = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    names = {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in called}
    return bool(names & {"on", "command", "group", "reads", "writes"})


def _used(tree: ast.Module, *, texts: bool) -> Iterator[str]:
    """Every name that a module reads; with `texts` also those that a text names: `"commands": "lore.cli.docs:list"`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif texts and isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"\w+", node.value) if re.fullmatch(r"[\w.:]+", node.value) else ()


def unused() -> dict[str, str]:
    trees = {name: ast.parse(path.read_text()) for name, path in KNOWN.items()}
    uses = Counter(
        name for module, tree in trees.items() for name in _used(tree, texts=module not in faces.rooms(KNOWN))
    )
    return {name: module for module, tree in trees.items() for name in _defined(tree) if not uses[name]}


def test_everything_is_used() -> None:
    assert {name: module for name, module in unused().items() if name not in ALLOWED} == {}


def test_the_check_finds_what_it_is_there_for() -> None:
    tree = ast.parse(
        "LEFT = 1\nUSED = 2\n"
        "def alone(): ...\n"
        "@click.command()\ndef typed(): ...\n"
        "class Box:\n"
        "    def __init__(self): USED\n"
        "    def alone_too(self): ...\n"
        "    @on(Pressed)\n    def pressed(self): ...\n"
        "Box()\n"
    )
    names = set(_used(tree, texts=True))
    assert [name for name in _defined(tree) if name not in names] == ["LEFT", "alone", "alone_too"]


ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
APP = ROOT / "tui" / "lore_tui"
PLACES = sorted(set(re.findall(r"`((?:core|tui|tests|docs)/[\w/.]+)(?:: (\w+))?`", PAGE)))


def test_a_place_that_a_page_names_is_there() -> None:
    missing = [place for place in PLACES if "NAME" not in place[0] and not is_there(*place)]
    assert missing == []


def test_a_module_that_the_page_of_the_app_names_is_there() -> None:
    named = set(re.findall(r"`((?:\w+/)*\w+(?:\.py|\.tcss|/))`", (APP / "README.md").read_text(encoding="utf-8")))
    assert len(named) > 15
    assert {name for name in named if not (APP / name).exists()} == set()
    assert {file.name for file in APP.glob("*.py")} - {"__init__.py"} <= named


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
    assert is_command(["review", "approve", "ID"])
