"""`lore purge`: the only removal there is; and `lore masked`: what was masked on its way in."""

import click

from lore import actions, presence, wire
from lore.actions import MaskedList, list_masked, open_engine
from lore.cli import console, output
from lore.presence import terminal_here
from lore.text import counted, shorten


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


@click.command()
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most this many.")
@output.json_option
def masked(limit: int) -> None:
    """List what is masked in the store: where, and the words around.

    Nothing is taken back by itself. `lore purge --source SESSION` takes a session out of the store, and `lore capture
    FILE` reads it by today's rules.
    """
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        found = list_masked(engine)
    if output.as_json():
        output.json_line(wire.masked(found, limit))
        return
    if not found.found:
        console.note("nothing is masked in the store")
        return
    _show(found, limit)


def _show(found: MaskedList, limit: int) -> None:
    output.line(output.style(f"{counted(len(found.found), 'marker')} in the store", bold=True))
    for kind, count in found.counts.items():
        output.line(f"{count:>7,}  {kind}")
    for one in found.found[:limit]:
        session = found.sessions.get(one.text.session or "")
        day = (session.started_at or "")[:10] if session else ""
        name = one.text.fact or one.text.id
        where = f"{output.short(name) if one.text.table in ('facts', 'evidence') else name} {one.text.field}"
        title = (session.title or found.first_prompts.get(session.id, "")) if session else ""
        named = shorten(f"{session.id[:13]} {title}", 60) if session else ""
        output.line()
        output.line("  ".join(part for part in (where, one.kind, day, named) if part))
        output.line(f"  {shorten(one.around, output.width() - 2)}")
    if len(found.found) > limit:
        console.note(f"{len(found.found) - limit:,} more: `--limit {len(found.found)}` shows all")
