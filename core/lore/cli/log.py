"""`lore log` and `lore history`: who changed what, when."""

from typing import Any

import click

from lore import actions, clock
from lore.actions import Difference, Events, details, differences, open_engine, sentence
from lore.cli import console, output
from lore.cli.short_ids import short
from lore.cli.taking import takes
from lore.text import counted, shorten


@click.command()
@takes(
    actions.log, "below", actor="NAME | Only by this actor: person, hook, consolidation, agent:NAME …",
    name="--action NAME", target="ID", after="TIME | Only from this time on.", before="TIME | Only before this time.",
)  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most this many.")
@output.json_option
def log(limit: int, **which: Any) -> None:
    """Show what changed, newest first. `lore undo --id N` undoes the step of event N."""
    with open_engine() as engine:
        events = actions.log(engine, limit=limit, **which)
        wrong = actions.hooks_state(engine).faults
    _show(events, asked=any(which.values()))
    if wrong:
        console.note(f"{counted(len(wrong), 'hook error')}, the last one: {wrong[0]} (`lore hooks`)")


@click.command()
@takes(actions.history_of, thing="ID")
@output.json_option
def history(thing: str) -> None:
    """Show every change of one fact, candidate or file, oldest first."""
    with open_engine() as engine:
        events = actions.history_of(engine, thing)
    _show(events, changes=True)


def _show(found: Events, *, asked: bool = True, changes: bool = False) -> None:
    if output.printed(found):
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
