"""What a command took out of force says so at once, with the command that brings it back."""

from collections.abc import Sequence

from lore.cli import output
from lore.model import Fact
from lore.text import shorten

SHOWN = 20


def tell_retired(facts: Sequence[Fact]) -> None:
    """Print a line for each fact that another one took the place of."""
    for fact in facts[:SHOWN]:
        way = f"`lore restore {fact.id}` brings it back"
        output.line(f"replaces {fact.id}  {shorten(fact.text, max(20, output.width() - len(way) - 22))} · {way}")
    if len(facts) > SHOWN:
        output.line(f"replaces {len(facts) - SHOWN} more; `lore facts --status superseded` lists them")
