"""Nothing stands in the product that nobody uses: what only tests know is none of it."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from support import faces

KNOWN = faces.modules()
HOOKS = re.compile(
    r"__\w+__|(action|on|watch|validate|handle)_\w+|render_line|compose|check_action|get_\w+_defaults|get_line_filters"
    r"|emit|convert|format_\w+|list_commands|get_command|parse_args|[A-Z_]{2,}"
)
"""Names of a class that click, Textual or logging look for."""
ALLOWED = {
    "DERIVED": "which tables of the store hold names of its own making: a test compares it with the schema",
    "HashingEmbedder": "an embedder without a model, for whoever tests what rests on one",
    "REASONS": "why an action has no route over HTTP: docs/http.md is made from it",
    "as_markdown": "writes docs/keys.md",
    "capture_signals": "which signals end the server, as uvicorn asks",
    "clashes": "what is wrong with a registry of keys: a test asks",
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
SHORTEST_CONSTANT = 40
"""Characters; what is shorter may well be meant twice."""
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


def test_no_expression_and_no_set_stands_twice() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for module, path in KNOWN.items():
        for node in ast.parse(path.read_text()).body:
            value = ast.unparse(node.value) if isinstance(node, ast.Assign) else ""
            if value.startswith(("re.compile", "frozenset", "word_set")) and len(value) >= SHORTEST_CONSTANT:
                homes[value].append(module)
    assert {value: modules for value, modules in homes.items() if len(modules) > 1} == {}


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


TESTS = Path(__file__).parents[1]
PINNED: dict[str, set[str]] = {
    "capture/test_watch.py": {"BUDGET_S", "LOOK_S"},
    "cli/test_capture_command.py": {"TOGETHER", "WITHOUT_NEWS"},
    "config/test_settings_matter.py": {"TOGETHER"},
    "embedding/test_embedding_models.py": {"AGAIN_S", "PASSAGES_S", "QUERY_S"},
    "embedding/test_endpoints.py": {"QUERY_S"},
    "index/test_index.py": {"EXACT_ROWS", "FEW_KEYS", "FORMAT", "MOST_RUNS", "POOL", "RESCORED", "WASTED"},
    "index/test_embedding_budget.py": {"MOST_SEARCHED"},
    "index/test_words_by_type.py": {"CHUNK", "EXACT_ROWS", "FIRST_CHUNK"},
    "intake/test_second_scanner.py": {"OTHERS"},
    "library/test_docs_collections.py": {"TOGETHER"},
    "search/test_search.py": {"LOOKED_UP", "POOL"},
    "search/test_search_advice.py": {"LOOKED_AT", "SEEDS", "SHARED_WORDS"},
    "search/test_search_stays_open.py": {"FEW_KEYS", "LONGEST_TAIL"},
    "support/damage.py": {"MOUNTS"},
    "trust/test_what_others_put_there.py": {"MOST_STEPS", "_AT_ONCE"},
}
"""What is still set otherwise, by file. It may only become shorter: hand the number in as a parameter."""


def pinned_in(text: str) -> set[str]:
    """The constants that `setattr` of a test gives another value: by dotted name, or as an attribute of a module."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setattr":
            words = [
                expr.value for expr in node.args[:2] if isinstance(expr, ast.Constant) and isinstance(expr.value, str)
            ]
            found |= {word.rpartition(".")[2] for word in words}
            shaped = (expr for expr in node.args[:1] if isinstance(expr, ast.JoinedStr))
            found |= {
                str(joined_str.values[-1].value).strip(".")
                for joined_str in shaped
                if isinstance(joined_str.values[-1], ast.Constant)
            }
    return {name for name in found if name.strip("_").isupper()}


def test_a_constant_that_is_set_otherwise_is_seen() -> None:
    for line in (
        'patch.setattr("lore.search.engine.POOL", 1)',
        'patch.setattr(engine, "POOL", 1)',
        'patch.setattr(f"{module}.POOL", 1)',
    ):
        assert pinned_in(line) == {"POOL"}
    assert pinned_in('patch.setattr(engine, "open_index", opened)') == set()


def test_no_further_test_sets_a_constant_otherwise() -> None:
    found = {
        file.relative_to(TESTS).as_posix(): pinned
        for file in sorted(TESTS.rglob("*.py"))
        if "bench" not in file.parts
        and file != Path(__file__)
        and (pinned := pinned_in(file.read_text(encoding="utf-8")))
    }
    assert found == PINNED
