"""What is long is named: the page of tests lists what `make torture` alone does in full, and why.

`LORE_WRITE_DOCS=1 pytest tests/house/test_long_tests.py` writes the list into `docs/contributing.md`.
"""

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

from support.examples import crossed, sized

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "contributing.md"
BEGIN, END = "<!-- long tests, from their marks -->\n", "<!-- end of long tests -->"
MARKS = ("nightly", "long_form", "slow")
FEWEST_WORDS = 5


@dataclass(frozen=True)
class Marked:
    """A mark of a test, of a file of tests, or of a parameter."""

    name: str
    place: str
    why: str


def marks() -> Iterator[Marked]:
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        tree, place = ast.parse(file.read_text(encoding="utf-8")), file.relative_to(ROOT / "tests").as_posix()
        for node in tree.body:
            name = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ast.unparse(node)
            for mark, why in _marks_in(node):
                yield Marked(mark, f"{place}: {name.partition(' ')[0]}", why)


def _marks_in(node: ast.AST) -> Iterator[tuple[str, str]]:
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    said = {id(call.func): ast.literal_eval(call.args[0]) for call in calls if call.args and _named(call.func)}
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and _named(part):
            yield part.attr, said.get(id(part), "")


def _named(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in MARKS and ast.unparse(node.value) == "pytest.mark"


def listed() -> str:
    heads = {
        "nightly": "In `make torture` alone, with what holds the promise every day:",
        "long_form": "In `make torture` more of the same, beside every test that draws examples:",
        "slow": "Over five seconds of a processor every day:",
    }
    found = list(marks())
    parts = []
    for mark, head in heads.items():
        lines = [f"- `tests/{one.place}`" + (f": {one.why}" if one.why else "") for one in found if one.name == mark]
        parts.append("\n".join([head, "", *lines, ""]))
    return "\n".join(parts)


def test_the_page_lists_what_is_long() -> None:
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    page = f"{head}{BEGIN}\n{listed()}\n{END}{rest.partition(END)[2]}"
    if os.environ.get("LORE_WRITE_DOCS"):
        PAGE.write_text(page, encoding="utf-8")
        text = page
    assert page == text, f"`LORE_WRITE_DOCS=1 pytest {Path(__file__).relative_to(ROOT)}` writes it"


def test_what_runs_at_night_alone_or_takes_long_says_why() -> None:
    silent = [one for one in marks() if one.name != "long_form" and len(one.why.split()) < FEWEST_WORDS]
    assert silent == []


def test_a_matrix_by_day_shows_each_pair_of_values() -> None:
    axes = ("abcde", (1, 2, 3), (True, False), range(4))
    cases = crossed(*axes)
    for (one, first), (two, second) in combinations(enumerate(axes), 2):
        assert {(case[one], case[two]) for case in cases} == {*product(first, second)}
    assert sized(len(cases) < 30, len(cases) == 120)
    assert {value for case in crossed("ab", "xyz") for value in case} == {*"abxyz"}
