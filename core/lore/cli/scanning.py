"""The option of everything that takes in what others stored: a second look for secrets."""

from collections.abc import Sequence

import click

from lore.errors import UsageError
from lore.intake import Scanner, installed

scan_option = click.option(
    "--scan", is_flag=True, help="Leave out what a second scanner takes for a secret (kingfisher, detect-secrets)."
)


def scanners(scan: bool) -> Sequence[Scanner]:
    """The second scanners that were asked for. Raises UsageError where none is installed."""
    found = tuple(installed()) if scan else ()
    if scan and not found:
        raise UsageError("no second scanner is installed", hint="`pip install kingfisher-secret-scanner`")
    return found
