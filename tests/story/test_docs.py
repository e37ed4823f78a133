"""The documents cannot lie: commands are generated, and the README's are run.

`LORE_WRITE_DOCS=1` writes the generated pages instead of comparing them.
"""

import os
import re
from pathlib import Path

import click
import pytest

from lore.cli.program import COMMANDS, SECTIONS, cli
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
