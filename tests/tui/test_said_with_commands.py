"""What the app did is said with the command that does the same: each exists, and its words are read by it."""

import shlex
from collections.abc import Sequence

import click
import pytest

from lore.cli.program import COMMANDS, Commands
from lore.store import Store
from lore_tui.dialogs.palette import COMMANDS as SHOWN
from lore_tui.widgets.bottom_line import StatusLine
from support.keyboard import at_keyboard

PRESSED: dict[str, Sequence[str]] = {
    "archive": ("2", "d"),
    "restore": ("2", "d", "G", "d"),
    "pin": ("2", "p"),
    "confirm": ("2", "H"),
    "approve": ("a",),
    "approve all": ("A", "y"),
    "approve in other words": ("e", "x", "enter"),
    "reject": ("r",),
    "reject all": ("D", "y"),
    "snooze": ("z",),
    "rescope": ("c",),
}


def reads(command: str) -> click.Context:
    """The command line reads these words, without carrying them out."""
    program, *words = shlex.split(command)
    assert program == "lore"
    at: click.Command = Commands("lore")
    context = click.Context(at)
    while isinstance(at, click.Group) and words and (found := at.get_command(context, words[0])) is not None:
        at, words = found, words[1:]
    assert not (isinstance(at, Commands) or (isinstance(at, click.Group) and words))
    return at.make_context("lore", words, parent=context)


@pytest.mark.parametrize("name", PRESSED)
async def test_the_command_that_does_the_same_is_one(library: Store, name: str) -> None:
    """The line above the footer keeps it; the command line reads its words."""
    async with at_keyboard(library, (200, 50)) as person:
        await person.press(*PRESSED[name])
        reads(person.frame.query_one(StatusLine).command)


@pytest.mark.parametrize("command", SHOWN)
async def test_the_palette_names_commands_that_exist(command: str) -> None:
    assert command in COMMANDS


async def test_the_line_ends_with_it(library: Store) -> None:
    """Beside what was done, where there is room for it."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("j", "j")
        name = library.names.short([person.rows.current or ""])[person.rows.current or ""]
        await person.press("a")
        assert person.status.endswith(f"lore review approve {name}")
