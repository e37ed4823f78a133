"""How modules stand: no two need each other, rooms are entered by their faces, errors are one tree."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from lore import errors
from support import faces

KNOWN = faces.modules()
ROOMS = faces.rooms(KNOWN)
TESTS = [path for path in Path(__file__).parents[1].rglob("*.py") if "data" not in path.parts]


def test_every_face_offers_what_others_use_and_nobody_goes_past_one() -> None:
    """All cross-room imports take names of a face; `LORE_WRITE_FACES=1` writes what is used now."""
    wanted = faces.wanted(KNOWN, TESTS)
    if os.environ.get("LORE_WRITE_FACES"):
        for room in ROOMS:
            KNOWN[room].write_text(faces.written(KNOWN[room], wanted[room]))
        subprocess.run([sys.executable, "-m", "ruff", "format", "-q", *(KNOWN[room] for room in ROOMS)], check=True)
    for room in ROOMS:
        names = {(module, name) for name, module in faces.offered(KNOWN[room]).items()}
        used = {(module, name) for module, of in wanted[room].items() for name in of if name != faces.WHOLE}
        assert {name for name in names if f"{room}.{name[1]}" not in KNOWN} == used, f"LORE_WRITE_FACES=1 renews {room}"


@pytest.mark.parametrize("room", ["lore.memory", "lore.store"])
def test_a_name_means_the_same_to_the_type_checker_and_when_the_program_runs(room: str) -> None:
    script = (
        "import sys, importlib; room, *names = sys.argv[1:]; face = importlib.import_module(room); "
        "assert not [m for m in sys.modules if m.startswith(room + '.')], 'loaded at once'; "
        "[getattr(importlib.import_module(home), name) is getattr(face, name) or sys.exit(name) "
        "for home, name in (n.split('=') for n in names)]"
    )
    names = [f"{home}={name}" for name, home in faces.offered(KNOWN[room]).items() if f"{room}.{name}" not in KNOWN]
    subprocess.run([sys.executable, "-c", script, room, *names], check=True)


def test_no_function_has_the_name_of_a_module_beside_it() -> None:
    """Otherwise a face would offer the one or the other, after what was imported first."""
    for room in ROOMS:
        hidden = {name for name in faces.offered(KNOWN[room]) if f"{room}.{name}" in KNOWN}
        homes = faces.offered(KNOWN[room])
        assert not {name for name in hidden if homes[name] != room}


DRAWN = re.compile(r"^(?P<before>[│├└─ ]*)(?P<name>\w+) +(?P<code>\d)  \S")


def drawn() -> dict[str, tuple[str | None, int]]:
    found: dict[str, tuple[str | None, int]] = {}
    above: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        if match := DRAWN.match(line):
            depth, name = len(match["before"]), match["name"]
            above = [one for one in above if one[0] < depth]
            found[name] = (above[-1][1] if above else None, int(match["code"]))
            above.append((depth, name))
    return found


def test_the_drawn_tree_is_the_tree() -> None:
    there = {
        name: (of.__base__.__name__ if of.__base__ is not Exception else None, of.exit_code)
        for name, of in vars(errors).items()
        if isinstance(of, type) and issubclass(of, errors.LoreError) and of.__base__ is not None
    }
    assert drawn() == there
    assert len(there) > 12


def test_errors_that_others_raise_stand_in_the_tree() -> None:
    """No room makes a public error of its own: two of one name would mean different things."""
    strays = [
        f"{module}.{node.name}"
        for module, path in faces.modules().items()
        if module != "lore.errors"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and any(ast.unparse(base).rpartition(".")[2] in drawn() for base in node.bases)
    ]
    assert strays == []


Graph = Mapping[str, set[str]]


def imports(module: str, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(known[module].read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and (package := node.module or "") in known:
            behind = faces.offered(known[package]) if known[package].name == "__init__.py" else {}
            for alias in node.names:
                whole = f"{package}.{alias.name}"
                yield whole if whole in known else behind.get(alias.name, package)


def graph_of(known: Mapping[str, Path]) -> Graph:
    """Module → the modules it needs. Faces are left out: each name of theirs is followed to where it is defined."""
    inner = {module: path for module, path in known.items() if path.name != "__init__.py"}
    return {module: {one for one in imports(module, known) if one in inner} for module in inner}


def circles(graph: Graph) -> list[list[str]]:
    """The groups of modules that need each other: what is left when nothing more can be put aside."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [start]
        while todo:
            for module in graph[todo.pop()] - seen:
                seen.add(module)
                todo.append(module)
        return seen

    reach = {module: reached(module) for module in graph}
    groups = {
        frozenset(other for other in reach[module] if module in reach[other]) | {module}
        for module in graph
        if module in reach[module]
    }
    return sorted(sorted(group) for group in groups)


def test_no_two_modules_need_each_other() -> None:
    """Of the engine and the app, `TYPE_CHECKING` and imports inside functions included."""
    graph = graph_of(faces.modules())
    assert len(graph) > 200
    assert circles(graph) == []


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"a"}}, [["a"]]),
        ({"a": {"b"}, "b": {"a"}, "c": {"a"}}, [["a", "b"]]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"e"}, "e": {"d"}}, [["a", "b", "c"], ["d", "e"]]),
    ],
)
def test_a_circle_is_found(graph: Graph, found: list[list[str]]) -> None:
    assert circles(graph) == found
