"""`lore log` and `lore history`: who changed what, when."""

from collections.abc import Sequence

import click

from lore.cli import output
from lore.cli.arguments import moment, run_id, subject_id
from lore.cli.short_ids import short
from lore.errors import NotFound
from lore.history import Difference, differences, event_object, sentence
from lore.model import AuditEvent
from lore.store import open_store
from lore.text import shorten


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
            subject=subject_id(store, target) if target else None,
            run=run_id(store, run) if run else None,
            after=moment(after, "--after"),
            before=moment(before, "--before"),
            limit=limit,
        )
    _show(events, as_json)


@click.command()
@click.argument("name", metavar="ID")
@output.json_option
def history(name: str, as_json: bool) -> None:
    """Show every change of one fact, candidate or file, oldest first."""
    with open_store() as store:
        subject = subject_id(store, name)
        events = store.audit.select(subject=subject)
    if not events:
        raise NotFound(f"nothing is recorded of `{subject}`", hint="`lore search` finds facts by their words")
    _show(list(reversed(events)), as_json, changes=True)


def _show(events: Sequence[AuditEvent], as_json: bool, *, changes: bool = False) -> None:
    if as_json:
        output.json_line({"events": [event_object(event) for event in events]})
        return
    for event in events:
        when = event.at[:16].replace("T", " ")
        head = f"{event.seq:>6}  {when}  {event.actor:<14} {short(event.subject.id):<10}"
        told = shorten(sentence(event, output.width()), max(12, output.width() - len(head) - 1))
        output.line(f"{head} {told}".rstrip())
        for one in differences(event) if changes else ():
            output.line(f"{'':<8}{shorten(_line(one), output.width() - 8)}")


def _line(one: Difference) -> str:
    return f"{one.label}: {_value(one.before)} → {_value(one.after)}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else repr(value) if isinstance(value, str) else str(value)
