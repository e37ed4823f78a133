"""What every command that decides shares: `--yes` stands for the terminal, `--even-if` for one warning."""

import click

from lore import presence
from lore.cli import terminal

yes_option = click.option(
    "--yes", is_flag=True, help="You have decided; needed without a terminal. Does not accept warnings."
)
needless_yes_option = click.option(
    "--yes", is_flag=True, expose_value=False, help="Not needed here: `lore undo` reverses it."
)
even_if_option = click.option(
    "--even-if", "even_if", multiple=True, metavar="WARNING", help="Accept this warning; only for a single card."
)


def in_terminal() -> bool:
    """Whether an app or an editor can be seen and served."""
    return presence.terminal_here() and terminal.is_seen()


def may_open_app() -> bool:
    """Whether a person can see the app and press its keys."""
    return in_terminal() and presence.agent_here() is None
