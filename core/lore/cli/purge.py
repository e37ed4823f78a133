"""`lore purge`: the only removal there is."""

import sys

import click

from lore import presence
from lore.cli import console, output
from lore.cli.arguments import fact_id
from lore.errors import UsageError
from lore.memory import PurgeTarget, purge as purge_now
from lore.presence import terminal_here
from lore.store import open_store


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--source", metavar="SOURCE", help="A session, with the facts that rest on it alone; or a collection of documents."
)
@click.option("--secret", is_flag=True, help="A text wherever it stands, asked for or read from stdin.")
@click.option("--confirm", metavar="WORD", help="The word you would type: the first id, the source, or `purge`.")
@output.json_option
def purge(ids: tuple[str, ...], source: str | None, secret: bool, confirm: str | None, as_json: bool) -> None:
    """Remove facts, a session, documents or a secret for good: from the store, its history, the index and all backups.

    Unlike everything else this cannot be undone, so it asks you to type what is removed. To put a fact away, use
    `lore archive`.

    \b
    lore purge f:3k9x2m              one fact, and what says the same
    lore purge --source SESSION      a session with its facts
    lore purge --secret < key.pem    a text of any number of lines, also encoded
    """
    if sum((bool(ids), source is not None, secret)) != 1:
        raise UsageError("name facts, or `--source SOURCE`, or `--secret`", hint="`lore purge --help` shows examples")
    presence.deciding("purge", yes=confirm is not None)
    text = _read_secret() if secret else None
    word = "purge" if secret else source or ids[0]
    _confirm(word, confirm)
    with open_store() as store:
        names = [fact_id(store, name) for name in ids]
        report = purge_now(store, PurgeTarget(names, source and store.names.find(source), text))
    if as_json:
        output.json_line(output.fields_of(report))
        return
    removed = ", ".join(f"{count} in {table}" for table, count in report.rows.items())
    output.line(f"purged: {removed or 'no rows were left'} · {report.backups} backups cleaned")
    console.note("files in your repositories are yours: `lore publish` takes a purged convention out of them")


def _read_secret() -> str:
    """From a prompt that shows nothing, or from stdin, so that it stands in no shell history."""
    if terminal_here():
        return console.ask("the secret", hidden=True)
    return sys.stdin.read().rstrip("\r\n")


def _confirm(word: str, given: str | None) -> None:
    if given is None and terminal_here():
        given = console.ask(f"This cannot be undone. Type {word} to purge")
    if given != word:
        raise UsageError(f"not confirmed: type `{word}`", hint=f"without a terminal, add `--confirm {word}`")
