"""`lore log` and `lore history`: who changed what, when."""

import click

from lore import actions, clock, wire
from lore.actions import Difference, Events, details, differences, open_engine, sentence
from lore.cli import console, output
from lore.cli.arguments import moment
from lore.cli.short_ids import short
from lore.text import counted, shorten


@click.command()
@click.option("--actor", metavar="NAME", help="Only by this actor: person, hook, consolidation, agent:NAME …")
@click.option("--action", metavar="NAME", help="Only this action, such as `fact.edit`, or all of `fact`.")
@click.option("--target", metavar="ID", help="Only changes of this fact, candidate or file.")
@click.option("--run", metavar="ID", help="Only what this run did.")
@click.option("--after", metavar="TIME", help="Only from this time on.")
@click.option("--before", metavar="TIME", help="Only before this time.")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most this many.")
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
    """Show what changed, newest first. `lore undo --id N` undoes the step of event N."""
    with open_engine() as engine:
        events = actions.log(
            engine,
            actor=actor,
            name=action,
            target=target,
            run=run,
            after=moment(after, "--after"),
            before=moment(before, "--before"),
            limit=limit,
        )
        wrong = actions.hooks_state(engine).faults
    _show(events, as_json, asked=any((actor, action, target, run, after, before)))
    if wrong:
        console.note(f"{counted(len(wrong), 'hook error')}, the last one: {wrong[0]} (`lore hooks`)")


@click.command()
@click.argument("name", metavar="ID")
@output.json_option
def history(name: str, as_json: bool) -> None:
    """Show every change of one fact, candidate or file, oldest first."""
    with open_engine() as engine:
        events = actions.history_of(engine, name)
    _show(events, as_json, changes=True)


def _show(found: Events, as_json: bool, *, asked: bool = True, changes: bool = False) -> None:
    if as_json:
        output.json_line(wire.of(found))
        return
    if not found.events:
        console.note("no matching changes" if asked else "nothing was changed yet")
    for event in found.events:
        when = clock.to_the_minute(event.at)
        head = f"{event.seq:>6}  {when}  {event.actor:<14} {short(event.subject.id):<10}"
        told = shorten(sentence(event, output.width()), max(12, output.width() - len(head) - 1))
        output.line(f"{head} {told}".rstrip())
        for difference in differences(event) if changes else ():
            output.line(f"{'':<8}{shorten(_line(difference), output.width() - 8)}")
        for name, value in details(event).items() if changes else ():
            output.line(f"{'':<8}{shorten(f'{name}: {_value(value)}', output.width() - 8)}")


def _line(one: Difference) -> str:
    return f"{one.label}: {_value(one.before)} → {_value(one.after)}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else repr(value) if isinstance(value, str) else str(value)
