"""`lore masked`: what was masked on its way in."""

import click

from lore import wire
from lore.actions import MaskedList, list_masked, open_engine
from lore.cli import console, output
from lore.cli.reporting import reporting
from lore.cli.short_ids import short
from lore.text import counted, shorten


@click.command()
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most this many.")
@output.json_option
def masked(limit: int) -> None:
    """List what is masked in the store: where, and the words around.

    Nothing is taken back by itself. `lore purge --source SESSION` takes a session out of the store, and `lore capture
    FILE` reads it by today's rules.
    """
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
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
        where = f"{short(name) if one.text.table in ('facts', 'evidence') else name} {one.text.field}"
        title = (session.title or found.first_prompts.get(session.id, "")) if session else ""
        named = shorten(f"{session.id[:13]} {title}", 60) if session else ""
        output.line()
        output.line("  ".join(part for part in (where, one.kind, day, named) if part))
        output.line(f"  {shorten(one.around, output.width() - 2)}")
    if len(found.found) > limit:
        console.note(f"{len(found.found) - limit:,} more: `--limit {len(found.found)}` shows all")
