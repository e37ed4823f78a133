"""`lore log` and `lore history`: who changed what, when."""

from collections.abc import Mapping

import click

from lore import actions, wire
from lore.actions import Events, open_engine
from lore.cli import output
from lore.cli.arguments import moment
from lore.model import AuditEvent
from lore.text import shorten

_OWN = frozenset({"seq", "rev", "row_hash"})
"""Columns that change by themselves."""


@click.command()
@click.option("--actor", metavar="NAME", help="Only by this actor: person, hook, consolidation, agent:NAME …")
@click.option("--action", metavar="NAME", help="Only this action, such as `fact.edit`, or all of `fact`.")
@click.option("--target", metavar="ID", help="Only changes of this fact, candidate or file.")
@click.option("--run", metavar="ID", help="Only what this run did.")
@click.option("--after", metavar="TIME", help="Only from this time on.")
@click.option("--before", metavar="TIME", help="Only before this time.")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many.")
@output.json_option
def log(
    actor: str | None,
    action: str | None,
    target: str | None,
    run: str | None,
    after: str | None,
    before: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """Show what was changed, newest first. `lore undo --id N` takes the step of event N back."""
    with open_engine() as engine:
        found = actions.log(
            engine,
            actor=actor,
            name=action,
            target=target,
            run=run,
            after=moment(after, "--after"),
            before=moment(before, "--before"),
            limit=limit,
        )
    _show(found, as_json)


@click.command()
@click.argument("name", metavar="ID")
@output.json_option
def history(name: str, as_json: bool) -> None:
    """Show every change of one fact or candidate, oldest first."""
    with open_engine() as engine:
        found = actions.history_of(engine, name)
    _show(found, as_json, changes=True)


def _show(found: Events, as_json: bool, *, changes: bool = False) -> None:
    if as_json:
        output.json_line(wire.events(found))
        return
    for event in found.events:
        when = event.at[:16].replace("T", " ")
        text = _summary(event)
        head = f"{event.seq:>6}  {when}  {event.actor:<14} {event.action:<18} {event.target:<10}"
        output.line(f"{head} {shorten(text, max(12, output.width() - len(head) - 1))}".rstrip())
        for line in changed(event) if changes else ():
            output.line(f"{'':<8}{shorten(line, output.width() - 8)}")


def changed(event: AuditEvent) -> list[str]:
    """The fields that an event changed, one line each."""
    before, after = event.before or {}, event.after or {}
    if not before or not after:
        return []
    return [
        f"{name}: {_value(before.get(name))} → {_value(after.get(name))}"
        for name in after
        if name not in _OWN and before.get(name) != after.get(name)
    ]


def _value(value: object) -> str:
    return "none" if value is None else repr(value) if isinstance(value, str) else str(value)


def _summary(event: AuditEvent) -> str:
    state: Mapping[str, object] = event.after or event.before or {}
    return str(state.get("text") or state.get("quote") or state.get("name") or "")
