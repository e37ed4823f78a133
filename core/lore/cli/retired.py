"""What a command took out of force says so at once, with the command that brings it back."""

from collections.abc import Sequence

from lore.cli import output
from lore.cli.short_ids import short
from lore.model import Fact
from lore.text import shorten

SHOWN = 20


def tell_retired(facts: Sequence[Fact], relation: str = "replaces") -> None:
    """Print each fact that is out of force now, and how it comes back."""
    for fact in facts[:SHOWN]:
        output.line(f"{relation} {short(fact.id)}  {shorten(fact.text, output.width() - 20)}")
        output.line(f"{'':<8} `lore restore {short(fact.id)}` brings it back")
    if len(facts) > SHOWN:
        output.line(f"{relation} {len(facts) - SHOWN} more; `lore facts --status superseded` lists them")
