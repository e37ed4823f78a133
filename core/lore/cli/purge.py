"""`lore purge`: the only removal there is."""

import click

from lore import actions, presence
from lore.actions import open_engine
from lore.cli import console, output
from lore.presence import terminal_here


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--source", metavar="SOURCE", help="A session, with the facts that rest only on it; or a collection of documents."
)
@click.option("--secret", is_flag=True, help="Purge a text everywhere; asks for it, or reads stdin.")
@click.option("--confirm", metavar="WORD", help="The word you would type: the first id, the source, or `purge`.")
@output.json_option
def purge(ids: tuple[str, ...], source: str | None, secret: bool, confirm: str | None) -> None:
    """Remove facts, a session, documents or a secret for good: from the store, its history, the index and all backups.

    Unlike everything else this cannot be undone, so you are asked to type what is removed. To only take a fact out of
    use, run `lore archive`.

    \b
    lore purge f:3k9x2m              one fact, and what says the same
    lore purge --source SESSION      a session with its facts
    lore purge --secret < key.pem    a text of any number of lines, also encoded
    """
    word = actions.word_of(ids, source, "" if secret else None)
    person = presence.deciding("purge", yes=confirm is not None)
    text = _read_secret() if secret else None
    if confirm is None and terminal_here():
        confirm = console.ask(f"This cannot be undone. Type {word} to purge")
    with open_engine(person=person) as engine:
        report = actions.purge(engine, facts=ids, source=source, secret=text, confirm=confirm)
    if output.printed(report):
        return
    removed = ", ".join(f"{count} in {table}" for table, count in report.rows.items())
    output.line(f"purged: {removed or 'no rows were left'} · {report.backups} backups cleaned")
    console.note(
        "files in your repositories are left as they are: `lore publish` removes a purged convention from them"
    )


def _read_secret() -> str:
    """From a prompt that shows nothing, or from stdin, so that it stands in no shell history."""
    if terminal_here():
        return console.ask("the secret", hidden=True)
    return console.read_stdin().rstrip("\r\n")
