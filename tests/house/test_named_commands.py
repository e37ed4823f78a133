"""Every command that a message, a page or the app names is one: a hint that cannot be typed is no hint."""

import re
from pathlib import Path

import click

from lore.cli.program import cli

HERE = Path(__file__).parents[2]
PAGES = [*HERE.glob("core/**/*.py"), *HERE.glob("tui/**/*.py"), *HERE.glob("docs/*.md"), HERE / "README.md"]
NAMED = re.compile(r"`lore ([^`{]*)")
WORD = re.compile(r"[a-z][a-z-]*")


def is_command(words: list[str]) -> bool:
    """Whether the words begin with a command; what follows its names are its arguments."""
    command: click.Command | None = cli
    for word in words:
        if not isinstance(command, click.Group) or not WORD.fullmatch(word):
            break
        found = command.get_command(click.Context(command), word)
        if found is None:
            return command is not cli
        command = found
    return True


def test_every_command_that_is_named_exists() -> None:
    named = {(page.name, found[0]): found[1].split() for page in PAGES for found in NAMED.finditer(page.read_text())}
    assert [place for place, words in named.items() if not is_command(words)] == []


def test_a_command_that_is_none_is_seen() -> None:
    assert not is_command(["accept", "ID"])
    assert is_command(["unconfirmed", "accept", "ID"])
