"""`lore masked`: what was masked on its way in, and what can be read again."""

import click

from lore import presence, wire
from lore.actions import MaskedList, list_masked, open_engine, read_masked_again
from lore.cli import console, output
from lore.cli.reporting import reporting
from lore.cli.short_ids import short
from lore.text import counted, shorten


@click.command()
@click.option("--read-again", is_flag=True, help="Read again what today's rules would keep.")
@click.option("--dry-run", is_flag=True, help="With `--read-again`: show what would be read again; write nothing.")
@click.option("--yes", is_flag=True, help="Do not ask: you have decided.")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most this many.")
@output.json_option
def masked(read_again: bool, dry_run: bool, yes: bool, limit: int, as_json: bool) -> None:
    """List what is masked in the store: where, the words around, and whether today's rules would keep it.

    A newer Lore masks less of what is no secret. Where the transcript of a session still lies where it was read,
    `--read-again` reads messages, commands, facts and quotations again; markers that today's rules would set stay,
    and so does what you approved, pinned, edited or archived. `lore undo` takes it back.
    """
    if dry_run and not read_again:
        raise console.usage_error("`--dry-run` shows what `--read-again` would do", "`lore masked` writes nothing")
    if read_again:
        _read_again(dry_run=dry_run, yes=yes, as_json=as_json)
        return
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
        found = list_masked(engine)
    if as_json:
        output.json_line(wire.masked(found, limit))
        return
    if not found.found:
        console.note("nothing is masked in the store")
        return
    _show(found, limit)
    if kept := found.counts.get("would be kept today"):
        console.note(f"`lore masked --read-again` reads {kept:,} of them again, `--dry-run` shows what")


def _show(found: MaskedList, limit: int) -> None:
    output.line(output.style(f"{counted(len(found.found), 'marker')} in the store", bold=True))
    for today, count in found.counts.items():
        output.line(f"{count:>7,}  {today}")
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
        output.line(output.style(f"  {one.today.value}", dim=True))
    if len(found.found) > limit:
        console.note(f"{len(found.found) - limit:,} more: `--limit {len(found.found)}` shows all")


def _read_again(*, dry_run: bool, yes: bool, as_json: bool) -> None:
    person = None if dry_run else presence.deciding("read again what was masked", yes=yes)
    with reporting() as reporter, open_engine(person=person, reporter=reporter) as engine:
        outcome = read_masked_again(engine, dry_run=dry_run)
        done = outcome.done
        if done.run and not as_json:
            console.undo_hint(engine, done.run)
    if as_json:
        output.json_line(wire.reread(outcome))
        return
    changed = {"messages": done.messages, "commands": done.commands, "facts": done.facts, "quotations": done.quotations}
    for name, count in changed.items():
        output.line(f"{name:<11}{count:,} read again")
    if not dry_run:
        output.line(f"{'new facts':<11}{done.new:,}")
    output.line(f"{'stay':<11}{counted(done.left, 'marker')}")
    if dry_run:
        output.line("dry run: nothing written")
