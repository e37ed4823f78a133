"""Modules stand one on the other: no two need each other, not even for a type or inside a function."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from support import faces

Graph = Mapping[str, set[str]]


def imports(module: str, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules a module names, wherever in it; a name of a face stands for the module behind it."""
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
