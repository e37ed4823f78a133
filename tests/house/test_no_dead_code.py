"""Nothing stands in the product that nobody uses: what only tests know is none of it."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from hypothesis import given, strategies as st

from lore.brief import LONGEST, brief
from lore.cli.program import cli
from lore.markdown import BlockKind, blocks, front_matter
from lore.text import end_of_part
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


MARKS = ("\n\n", "\n", ". ", " ")


@given(st.text(alphabet="ab .\n", max_size=80), st.integers(0, 80), st.integers(2, 40))
def test_a_part_ends_after_the_best_mark_of_its_second_half(text: str, start: int, room: int) -> None:
    end = end_of_part(text, start, room, MARKS)
    assert start + room // 2 < end <= start + room
    half = text[start + room // 2 : start + room]
    best = next((mark for mark in MARKS if mark in half), None)
    if best is None:
        assert end == start + room
    else:
        assert text[:end].endswith(best)


HEADING, PARAGRAPH, CODE = BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.CODE
INDENTED, HTML, TABLE = BlockKind.INDENTED, BlockKind.HTML, BlockKind.TABLE

TRICKY = {
    "a longer fence holds a shorter one": ("````\n```\n# no\n```\n````\n# yes", [(CODE, 0, 5), (HEADING, 5, 6)]),
    "tildes hold backticks": ("~~~\n```\n~~~\ntext", [(CODE, 0, 3), (PARAGRAPH, 3, 4)]),
    "a fence that never ends": ("text\n```\n# no\n\nno", [(PARAGRAPH, 0, 1), (CODE, 1, 5)]),
    "a fence in a quotation ends with it": ("> ```\n> # no\n\n# yes", [(CODE, 0, 2), (HEADING, 3, 4)]),
    "a fence in a list": ("- item\n  ```\n  # no\n  ```\n- next", [(PARAGRAPH, 0, 1), (CODE, 1, 4), (PARAGRAPH, 4, 5)]),
    "an inline run of backticks is no fence": ("``` x ``` y\n# yes", [(PARAGRAPH, 0, 1), (HEADING, 1, 2)]),
    "underlined": ("Title\n=====\nText\n---", [(HEADING, 0, 2), (HEADING, 2, 4)]),
    "a rule below a blank line": ("text\n\n---\n\ntext", [(PARAGRAPH, 0, 1), (PARAGRAPH, 4, 5)]),
    "a rule below an item is no underline": ("- item\n---\ntext", [(PARAGRAPH, 0, 1), (PARAGRAPH, 2, 3)]),
    "a comment": ("<!--\n# no\n\n- no\n-->\ntext", [(HTML, 0, 5), (PARAGRAPH, 5, 6)]),
    "a comment that never ends": ("text\n\n<!-- # no\n\n# no", [(PARAGRAPH, 0, 1), (HTML, 2, 5)]),
    "code in tags": ("<pre>\n# no\n\n# no\n</pre>\n# yes", [(HTML, 0, 5), (HEADING, 5, 6)]),
    "a tab is code": ("text\n\n\tcode\n\n# yes", [(PARAGRAPH, 0, 1), (INDENTED, 2, 3), (HEADING, 4, 5)]),
    "a tab below an item is its text": ("- item\n\n\ttext", [(PARAGRAPH, 0, 1), (PARAGRAPH, 2, 3)]),
    "a table, and text right below it": ("| a | b |\n|---|---|\n| 1 | 2 |\ntext", [(TABLE, 0, 3), (PARAGRAPH, 3, 4)]),
    "a heading needs its space": ("#no\n# yes", [(PARAGRAPH, 0, 1), (HEADING, 1, 2)]),
    "seven marks": ("####### no", [(PARAGRAPH, 0, 1)]),
    "a lone carriage return is no line": ("one\rtwo\n\n# yes", [(PARAGRAPH, 0, 1), (HEADING, 2, 3)]),
}


@pytest.mark.parametrize("name", TRICKY)
def test_each_block_has_its_kind_and_its_lines(name: str) -> None:
    text, wanted = TRICKY[name]
    assert [(block.kind, block.first, block.end) for block in blocks(text)] == wanted


def test_a_heading_says_its_words_and_its_level() -> None:
    text = "### A *b* `c` ##\n\ntwo\nlines\n---\n> # quoted\n\n- # listed"
    found = [(block.title, block.level, block.underlined, block.quoted, block.nested) for block in blocks(text)]
    assert found == [
        ("A *b* `c`", 3, False, False, False),
        ("two lines", 2, True, False, False),
        ("quoted", 1, False, True, True),
        ("listed", 1, False, False, True),
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("---\nname: x\n---\ntext", 3),
        ("---\n---\ntext", 2),
        ("---\nname: x\n...\ntext", 3),
        ("---  \nname: x\n---\t\ntext", 3),
        ("---\nname: x\n----\ntext", 0),
        ("---\nnever closed", 0),
        ("\n---\nname: x\n---", 0),
        ("----\nname: x\n---", 0),
        ("---" + "\nx" * 300 + "\n---", 0),
        ("", 0),
    ],
)
def test_front_matter_ends_where_a_line_says_so(text: str, lines: int) -> None:
    assert front_matter(text.split("\n")) == lines


@given(st.text(alphabet=" \t\n#->*`~|=_1.[]<!/ab\\\r", max_size=120), st.integers(0, 5))
def test_blocks_lie_in_the_text_one_after_the_other(text: str, start: int) -> None:
    end = start
    for block in blocks(text, start):
        assert end <= block.first < block.end <= text.count("\n") + 1
        end = block.end


PLAIN = """use pnpm because it's slow, then stop. core/lore/text.py --no-verify (see the docs) HTTPServer 3.11.7
https://example.org/a/b?c=d#e “quoted” ende;"""
WORDS = st.sampled_from([*PLAIN.split(), "`bun run lint --fix`", "`a b`,"])
SHORT_CODE = re.compile(r"`[^`]+`")


@given(st.lists(WORDS, max_size=80), st.integers(20, 160))
def test_it_is_one_bounded_line_of_whole_words(words: list[str], room: int) -> None:
    text = " ".join(words)
    short = brief(text, room)
    assert len(short) <= room
    assert "\n" not in short
    kept = SHORT_CODE.findall(short)
    assert short.count("`") == 2 * len(kept)
    assert set(kept) <= set(SHORT_CODE.findall(text))
    plain = {word.strip("…,;:") for word in SHORT_CODE.sub("", text).split()}
    assert {word.strip("…,;:") for word in SHORT_CODE.sub("", short).split()} <= plain | {""}
    assert (short == text) == (len(text) <= room)


@given(st.text(max_size=400))
def test_any_text_has_one(text: str) -> None:
    assert len(brief(text)) <= LONGEST


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Use pnpm.", "Use pnpm."),
        ("Use\n  pnpm.", "Use pnpm."),
        (
            f"Always use pnpm in this repository. {'npm breaks the lockfile ' * 8}",
            "Always use pnpm in this repository.…",
        ),
        (
            f"The queue is BullMQ on Redis (not SQS, {'which lost messages ' * 5}), so jobs survive restarts.",
            "The queue is BullMQ on Redis, so jobs survive restarts.…",
        ),
        (
            f"The table stands in core/lore/store/tables.py; it is what the index reads, {'and more ' * 9}",
            "The table stands in core/lore/store/tables.py; it is what the index reads…",
        ),
        (f"Run `{'x y ' * 40}` first, then lint.", "Run … first, then lint."),
        ("日本語" * 60, f"{'日本語' * 33}…"),
    ],
)
def test_it_is_the_first_statement(text: str, short: str) -> None:
    assert brief(text) == short
