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
    ("review", "--edit"): "`lore review` asks card by card, `lore review approve --shown` takes what the list shows",
    ("unconfirmed",): "`lore review --all` lists what nobody confirmed, `lore review approve ID` makes it yours",
    ("config", "edit"): "`lore config set NAME VALUE` changes a setting, `lore config list --explain` shows them all",
    ("config", "path"): "`lore path --json` says where the store is: settings are kept in it",
    ("backup", "path"): "`lore path` says where the data folder is: backups lie in it",
    ("memory", "path"): "`lore memory show --json` says where the page is kept",
    ("memory", "show", "--facts"): "`lore facts` lists the facts of a project",
    ("masked", "--read-again"): "`lore purge --source SESSION`, then `lore capture FILE`, reads a session as today",
    ("about",): "`lore search --depth 3` follows links from a topic",
    ("decisions",): "`lore search kind:decision WORDS` finds them, `lore facts --kind decision` lists the newest",
    ("recent",): "`lore facts` lists the newest first",
    ("docs", "search"): "`lore search --in docs WORDS` does it, with `tag:NAME` in one collection",
}
"""What a command line begins with, and an option of it where the last word is one → what to do now."""


def insist_on_present(words: Sequence[str]) -> None:
    """Raises UsageError, with what to do instead, where the words begin with a command that is gone."""
    for gone, instead in GONE.items():
        command = [word for word in gone if not word.startswith("-")]
        if [*words[: len(command)]] == command and {*gone} <= {*words}:
            raise console.usage_error(f"`lore {' '.join(gone)}` is gone", instead)
