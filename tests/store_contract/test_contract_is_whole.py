"""The contract knows the face of a memory alone, and calls every method of it."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore.store import api, digests, rooms

HERE = Path(__file__).parent
TESTS = sorted(set(HERE.glob("test_*.py")) - {Path(__file__)})
FACE = {"lore.errors", "lore.intake", "lore.model", "lore.presence", "lore.store", "lore.store.api", "lore.text"}
"""What a second backend would be tested with; `conftest.py` alone names a backend."""
ROOMS = {
    name: one
    for name, one in {**vars(rooms), **vars(digests)}.items()
    if inspect.isclass(one) and getattr(one, "_is_protocol", False)
} | {"Memory": api.Memory}
UNTRIED: set[str] = set()
"""Methods that no test of the contract calls. It may only become shorter."""


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.parametrize("file", [*TESTS, HERE / "making.py"], ids=lambda file: file.name)
def test_the_contract_imports_the_face_of_the_store_alone(file: Path) -> None:
    assert {name for name in imported(file) if name.split(".")[0] == "lore"} <= FACE


def test_every_method_of_a_room_is_called() -> None:
    called = {
        node.attr
        for file in [*TESTS, HERE / "making.py", HERE / "conftest.py"]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
    }
    there = {f"{room}.{name}" for room, one in ROOMS.items() for name in vars(one) if not name.startswith("_")}
    assert len(there) > 80
    assert {name for name in there if name.split(".")[1] not in called} == UNTRIED
