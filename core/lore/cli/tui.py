"""`lore tui`, and `lore` alone: open the app."""

import click

from lore import presence
from lore.actions import Engine
from lore.cli import console, terminal
from lore.errors import NeedsPerson

PATIENCE_S = 5.0
"""How long a decision waits for another writer before it comes back to the person."""


@click.command()
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal, so that it selects text.")
@click.pass_context
def tui(context: click.Context, no_mouse: bool) -> None:
    """Open the app on your store: Review, Memory, History and Care."""
    person = presence.deciding_in_app()
    if not console.may_open_app():
        raise NeedsPerson("the app needs a terminal", hint="`lore facts` and `lore review list` print what it shows")
    if not terminal.can_draw():
        raise NeedsPerson(
            "the app cannot be drawn in this terminal: it says `TERM=dumb`",
            hint="`lore facts` and `lore review` work here; `TERM=xterm-256color lore` where it is a real terminal",
        )
    with Engine(person=person, budget_s=PATIENCE_S, stays_open=True) as engine:
        context.exit(open_app(engine, mouse=not no_mouse))


def check_keys(preset: str, own: str) -> None:
    """Raises UsageError where the app could not use these keys: two actions on one, or what is no key or action."""
    from lore_tui.keymap import keymap  # Textual: 130 ms

    keymap(preset, own)


def open_app(engine: Engine, *, mouse: bool = True) -> int:
    """Run the app until the person leaves it; returns its exit code."""
    from lore_tui.app import run  # Textual: 130 ms

    return run(engine, mouse=mouse)
