"""What a command took out of force says so at once, with the command that brings it back."""

from collections.abc import Mapping, Sequence

from lore.cli import console, output
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


# Commands and options that are gone, and what to do instead: said once, with the exit code for usage


GONE: Mapping[tuple[str, ...], str] = {
    ("serve", "--web"): "run `lore` in a terminal: the app opens there",
    ("compress",): "delete by hand what `CONVENTIONS.md` says too: `lore publish` writes it",
}
"""What began a command line → what to do now."""


def insist_on_present(words: Sequence[str]) -> None:
    """Raises UsageError, with what to do instead, where the words begin with a command that is gone."""
    for gone, instead in GONE.items():
        if words and words[0] == gone[0] and all(word in words for word in gone[1:]):
            raise console.usage_error(f"`lore {' '.join(gone)}` is gone", instead)
