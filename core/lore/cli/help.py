"""`lore help`: what a command does, and what the words of Lore mean."""

import difflib
import textwrap

import click

from lore.actions import Engine, store_place
from lore.cli import output
from lore.errors import NotFound
from lore.glossary import WORDS


@click.command("help")
@click.argument("topic", nargs=-1, metavar="[COMMAND | WORD]")
@click.pass_context
def help_command(ctx: click.Context, topic: tuple[str, ...]) -> None:
    """Explain a command, or a word such as `taint` or `layer`. Without either, explains every word."""
    name = " ".join(topic).casefold()
    if not name:
        for word in WORDS:
            _explain(word)
        return
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    command = root.command.get_command(root, name)
    if name in WORDS:
        _explain(name)
    elif command is not None:
        output.lines(command.get_help(click.Context(command, info_name=name, parent=root)))
    else:
        known = [*WORDS, *root.command.list_commands(root)]
        close = difflib.get_close_matches(name, known, 1)
        hint = (
            f"did you mean `lore help {close[0]}`?"
            if close
            else "`lore --help` lists the commands, `lore help` the words"
        )
        raise NotFound(f"`{name}` is neither a command nor a word of Lore", hint=hint)


def _explain(word: str) -> None:
    output.line(output.style(word, bold=True))
    for line in textwrap.wrap(WORDS[word], output.width() - 4):
        output.line(f"    {line}")


# `lore path`: where the store is


@click.command()
@output.json_option
def path() -> None:
    """Print the path of the store. `LORE_HOME` moves it."""
    found = store_place(Engine())
    if not output.printed(found):
        output.line(str(found.home))
