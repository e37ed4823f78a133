"""What every command that decides shares: `--yes` stands for the terminal, `--even-if` for one warning."""

import click

from lore import presence
from lore.cli import terminal

yes_option = click.option(
    "--yes", is_flag=True, help="You have decided; needed without a terminal. It accepts no warning."
)
needless_yes_option = click.option(
    "--yes", is_flag=True, expose_value=False, help="Not needed: what you turn down, `lore undo` brings back."
)
even_if_option = click.option(
    "--even-if",
    "even_if",
    multiple=True,
    metavar="WARNING",
    help="Accept this warning; for one card only.",
)


def in_terminal() -> bool:
    """Whether an app or an editor can be seen and served."""
    return presence.terminal_here() and terminal.is_seen()


def may_open_app() -> bool:
    """Whether a person can see the app and press its keys."""
    return in_terminal() and presence.agent_here() is None
