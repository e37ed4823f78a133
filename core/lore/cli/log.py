"""`lore log` and `lore history`: who changed what, when."""

from typing import Any

import click

from lore import actions, clock
from lore.actions import Difference, Events, details, differences, open_engine, sentence
from lore.cli import console, output
from lore.cli.short_ids import short
from lore.cli.taking import takes
from lore.text import counted, shorten

ID_COLUMNS = 10
"""Of an id in a list: a path or a name is cut there, and stands whole in `--json` and in `lore history`."""


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
    heads = [
        (
            f"{each.seq:>{len(str(found.events[0].seq))}}",
            clock.to_the_minute(each.at),
            each.actor,
            shorten(short(each.subject.id), ID_COLUMNS),
        )
        for each in found.events
    ]
    wide = [max(map(len, column)) for column in zip(*heads, strict=True)]
    room = max(12, output.width() - sum(wide) - 2 * len(wide))
    for event, head in zip(found.events, heads, strict=True):
        begins = "  ".join(cell.ljust(width) for cell, width in zip(head, wide, strict=True))
        output.line(f"{begins}  {shorten(sentence(event, output.width()), room)}".rstrip())
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
