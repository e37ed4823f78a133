"""The options of every command that decides: `--yes` stands for the terminal, `--even-if` for one warning."""

import click

yes_option = click.option(
    "--yes", is_flag=True, help="You have decided: needed where there is no terminal. Never stands for a warning."
)
even_if_option = click.option(
    "--even-if",
    "even_if",
    multiple=True,
    metavar="WARNING",
    help="You know this warning of the card; for one card only.",
)
