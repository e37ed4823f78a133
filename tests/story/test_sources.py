"""`docs/sources.md` has every point of the five designs, and names only what is there."""

import re
from collections import Counter
from pathlib import Path

import click
import pytest

from lore.agents.http.routes import LIST
from lore.agents.mcp.reading import TOOLS as READING
from lore.agents.mcp.writing import TOOLS as WRITING
from lore.cli.program import cli
from lore.config import SETTINGS
from lore.doctor import CHECKS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
POINTS = {"N": 85, "V": 69, "C": 39, "F": 73, "L": 81}
ROW = re.compile(
    r"^\| (?P<id>[NVCFL]\d+) \| (?P<says>[^|]+)"
    r" \| \*\*(?P<state>as it says|differently|not done)\*\*(?:: (?P<why>[^|]+))?"
    r" \| (?P<where>[^|]+) \|$",
    re.MULTILINE,
)
ROWS = {match["id"]: match for match in ROW.finditer(PAGE)}
NAMED = sorted({name for row in ROWS.values() for name in re.findall(r"`([^`]+)`", row["where"])})
FORMS = {"memory_review"}
"""The tool that asks a person; it is registered where the program can show a form."""


def is_command(words: list[str]) -> bool:
    command: click.Command = cli
    context = click.Context(cli)
    while words and not words[0].startswith("-"):
        found = command.get_command(context, words.pop(0)) if isinstance(command, click.Group) else None
        if found is None:
            return False
        command = found
    options = {option for parameter in command.params for option in parameter.opts}
    return set(words) <= options


def is_there(name: str) -> bool:
    first, _, rest = name.partition(" ")
    if first == "lore":
        return is_command(rest.split())
    if first == "check":
        return rest in {check.id for check in CHECKS}
    if name.startswith("/"):
        return name in {route.path for route in LIST}
    if name.startswith("memory_"):
        return name in {*FORMS, *(tool.name for tools in (READING, WRITING) for tool in tools.entries)}
    return (ROOT / name).is_file() if "/" in name else name in SETTINGS


def test_every_point_has_its_row() -> None:
    """In the order of the design, once; no row is written so that this test does not see it."""
    wanted = [f"{design}{number}" for design, most in POINTS.items() for number in range(1, most + 1)]
    assert list(ROWS) == wanted
    assert len(re.findall(r"^\| [NVCFL]\d+ ", PAGE, re.MULTILINE)) == len(wanted)


def test_what_differs_says_why() -> None:
    assert [name for name, row in ROWS.items() if row["state"] != "as it says" and not row["why"]] == []


def test_the_sum_is_that_of_the_rows() -> None:
    found = Counter(row["state"] for row in ROWS.values())
    told = (
        f"{found['as it says']} are as the design says, {found['differently']} different, {found['not done']} not done"
    )
    assert f"Of {len(ROWS)} points {told}." in PAGE


def test_what_a_row_names_is_there() -> None:
    assert [name for name in NAMED if not is_there(name)] == []


@pytest.mark.parametrize(
    "name",
    ["lore dream", "lore search --gently", "check nothing", "/nowhere", "memory_dream", "core/no.py", "no.setting"],
)
def test_what_is_not_there_is_noticed(name: str) -> None:
    assert not is_there(name)
