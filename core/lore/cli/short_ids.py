"""Ids as a terminal shows them."""

import click

from lore.store import open_store

_NAMES = "lore.names"
"""Where a running command keeps what knows the ids."""


def short(name: str) -> str:
    """An id as a terminal shows it: its shortest beginning that fits nothing else, of six characters at least.

    The names of the store are opened once a command, when the first id is shown, and closed behind it.
    """
    context = click.get_current_context().find_root()
    if _NAMES not in context.meta:
        context.meta[_NAMES] = context.with_resource(open_store()).names
    return str(context.meta[_NAMES].short([name])[name])
