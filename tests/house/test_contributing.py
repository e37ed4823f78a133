"""The pages for contributors name places that are there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
PLACES = sorted(set(re.findall(r"`((?:core|tui|tests|docs)/[\w/.]+)(?:: (\w+))?`", PAGE)))


def test_a_place_that_a_page_names_is_there() -> None:
    missing = [place for place in PLACES if "NAME" not in place[0] and not is_there(*place)]
    assert missing == []


def is_there(file: str, name: str) -> bool:
    """Whether a file is there, and defines the name."""
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
