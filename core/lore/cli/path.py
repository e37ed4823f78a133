"""`lore path`: where the store is."""

import click

from lore import wire
from lore.actions import Engine, store_place
from lore.cli import output


@click.command()
@output.json_option
def path(as_json: bool) -> None:
    """Print the path of the store. `LORE_HOME` moves it."""
    found = store_place(Engine())
    if as_json:
        output.json_line(wire.of(found))
    else:
        output.line(str(found.home))
