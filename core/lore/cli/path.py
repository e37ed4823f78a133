"""`lore path`: where the store is."""

import click

from lore.actions import Engine, store_place
from lore.cli import output


@click.command()
@output.json_option
def path() -> None:
    """Print the path of the store. `LORE_HOME` moves it."""
    found = store_place(Engine())
    if not output.printed(found):
        output.line(str(found.home))
