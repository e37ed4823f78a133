"""`lore log` and `lore history`: who changed what, when."""

from collections.abc import Mapping, Sequence

import click

from lore.cli import output
from lore.cli.arguments import fact_id, moment
from lore.errors import NotFound
from lore.model import AuditEvent
from lore.store import open_store
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
    with open_store() as store:
        events = store.audit.select(
            actor=actor,
            action=action,
            target=target,
            run=run,
            after=moment(after, "--after"),
            before=moment(before, "--before"),
            limit=limit,
        )
    _show(events, as_json)


@click.command()
@click.argument("name", metavar="ID")
@output.json_option
def history(name: str, as_json: bool) -> None:
    """Show every change of one fact or candidate, oldest first."""
    target = fact_id(name)
    with open_store() as store:
        events = store.audit.select(target=target)
    if not events:
        raise NotFound(f"nothing is recorded of `{target}`", hint="`lore search` finds facts by their words")
    _show(list(reversed(events)), as_json, changes=True)


def _show(events: Sequence[AuditEvent], as_json: bool, *, changes: bool = False) -> None:
    if as_json:
        output.json_line({"events": [_as_json(event) for event in events]})
        return
    for event in events:
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


def _as_json(event: AuditEvent) -> dict[str, object]:
    names = ("seq", "at", "actor", "action", "table", "target", "before", "after", "unit", "run", "undoes")
    return {name: getattr(event, name) for name in names}
