"""The documents cannot lie: commands are generated, and every source is named."""

import os
import re
from collections import Counter
from pathlib import Path

import click
import pytest

from lore.agents.http.routes import LIST
from lore.agents.mcp.reading import TOOLS as READING
from lore.agents.mcp.writing import TOOLS as WRITING
from lore.cli.program import COMMANDS, SECTIONS, cli
from lore.config import SETTINGS
from lore.doctor import CHECKS
from lore.glossary import WORDS

DOCS = Path(__file__).parents[2] / "docs"
WIDTH = 100


def help_of(name: str, command: click.Command, parent: click.Context | None = None) -> list[str]:
    context = click.Context(command, info_name=name, parent=parent, terminal_width=WIDTH, max_content_width=WIDTH)
    title = context.command_path
    lines = [f"{'###' if parent is None or parent.parent is None else '####'} `{title}`", "", "```"]
    lines += [command.get_help(context), "```", ""]
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found is not None
            lines += help_of(below, found, context)
    return lines


def commands_page() -> str:
    root = click.Context(cli, info_name="lore", **cli.context_settings)
    lines = ["# Commands", "", "Made from `--help`.", ""]
    for title, entries in SECTIONS.items():
        lines += [f"## {title}", ""]
        for name in entries:
            command = cli.get_command(root, name)
            assert command is not None
            lines += help_of(name, command, root)
    return "\n".join(lines).rstrip() + "\n"


def compare(path: Path, expected: str) -> None:
    if os.environ.get("LORE_WRITE_DOCS"):
        path.write_text(expected, encoding="utf-8")
    assert expected == path.read_text(encoding="utf-8"), f"`LORE_WRITE_DOCS=1 pytest {__file__}` writes {path.name}"


def test_the_page_of_commands_is_current() -> None:
    compare(DOCS / "commands.md", commands_page())


def test_the_page_of_words_is_current() -> None:
    """One glossary: the page, `lore help` and the app show the same sentences."""
    lines = ["# The words of Lore", "", "`lore help WORD` prints the same.", ""]
    for word, meaning in WORDS.items():
        lines += [f"**{word}**", f": {meaning}", ""]
    compare(DOCS / "words.md", "\n".join(lines))


def test_every_option_is_explained() -> None:
    for name in COMMANDS:
        found = cli.get_command(click.Context(cli, info_name="lore"), name)
        assert found is not None
        waiting = [found]
        while waiting:
            command = waiting.pop()
            if isinstance(command, click.Group):
                waiting.extend(command.commands.values())
            options = [option for option in command.params if isinstance(option, click.Option)]
            assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("page", sorted(path.name for path in DOCS.glob("*.md")))
def test_no_page_waits_for_figures(page: str) -> None:
    assert re.findall(r"@[A-Z_]+@", (DOCS / page).read_text(encoding="utf-8")) == []


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
