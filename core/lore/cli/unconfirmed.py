"""`lore unconfirmed`: the part of the review queue that only agents, tools, files and counts stated."""

import click

from lore import actions
from lore.actions import open_engine
from lore.cli import output
from lore.cli.review import approve, list_cards, reject


@click.group(invoke_without_command=True)
@output.listing_options
@click.pass_context
def unconfirmed(context: click.Context, limit: int, project: str | None) -> None:
    """List facts that only agents, tools, files or imports stated; agents see them only after you approve them.

    They are part of `lore review`: one entry per subject, in the same order. `accept` and `drop` are its `approve`
    and `reject`.
    """
    if context.invoked_subcommand is not None:
        return
    with open_engine() as engine:
        ids = actions.unconfirmed(engine, project=project)
        list_cards(engine, ids[:limit], len(ids) - len(ids[:limit]), more_by="--limit")


unconfirmed.add_command(approve, "accept")
unconfirmed.add_command(reject, "drop")
