"""`lore path`: where the store is."""

import click

from lore import paths
from lore.cli import output


@click.command()
@output.json_option
def path(as_json: bool) -> None:
    """Print the folder of the store. `LORE_HOME` moves it."""
    home = paths.home()
    if as_json:
        output.json_line({"home": str(home), "database": str(paths.database(home)), "exists": home.is_dir()})
    else:
        output.line(str(home))
