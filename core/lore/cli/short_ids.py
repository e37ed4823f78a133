"""Ids as a terminal shows them."""

import click

from lore.actions import Engine, open_engine, short_id

_ENGINE = "lore.engine"
"""Where a running command keeps the engine that knows the ids."""


def short(name: str) -> str:
    """An id as a terminal shows it: its shortest beginning that fits nothing else, of six characters at least.

    The store is opened once a command, when the first id is shown, and closed behind it.
    """
    return short_id(reading(), name)


def reading() -> Engine:
    """The engine of this command that only reads."""
    context = click.get_current_context().find_root()
    if _ENGINE not in context.meta:
        context.meta[_ENGINE] = context.with_resource(open_engine())
    engine: Engine = context.meta[_ENGINE]
    return engine
