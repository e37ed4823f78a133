"""The pages for contributors name places that are there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
PLACES = sorted(set(re.findall(r"`((?:core|tui|tests|docs)/[\w/.]+)(?:: (\w+))?`", PAGE)))


@pytest.mark.parametrize(("file", "name"), [place for place in PLACES if "NAME" not in place[0]])
def test_a_place_that_a_page_names_is_there(file: str, name: str) -> None:
    path = ROOT / file
    assert path.exists()
    if name:
        defined = {
            target
            for node in ast.parse(path.read_text()).body
            for target in (
                [node.name]
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                else [each.id for each in getattr(node, "targets", []) if isinstance(each, ast.Name)]
                if isinstance(node, ast.Assign)
                else [node.target.id]
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
                else []
            )
        }
        assert name in defined


@pytest.mark.parametrize(
    "kind",
    ["reader", "check", "key", "command", "step of consolidation", "publish target", "embedding endpoint", "setting"],
)
def test_every_thing_that_may_be_added_has_its_page(kind: str) -> None:
    assert re.search(rf"^## Add an? {kind}", PAGE, re.MULTILINE)
