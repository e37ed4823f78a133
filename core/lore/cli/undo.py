"""`lore undo`, `redo`, `log` and `history`: what was changed, when, by whom; and taking it back."""

from typing import Any

import click

from lore import actions, clock
from lore.actions import Difference, Events, Reversal, act_of, details, differences, open_engine, sentence
from lore.cli import console, output
from lore.cli.taking import takes
from lore.errors import NeedsPerson
from lore.presence import terminal_here
from lore.text import counted, shorten

SHOWN = 10
_YES = "--yes | Do not ask, even where files or older changes are undone."


@click.command()
@takes(
    actions.undo, run="| Undo a whole run, such as a capture or a consolidation.", by="ACTOR", agreed=_YES,
    event="--id EVENT | Undo the step that this event of `lore log` belongs to.",
)  # fmt: skip
@output.json_option
def undo(agreed: bool, **which: Any) -> None:
    """Undo your last change: of facts, of the queue, of published files.

    What went on in the background is passed over, but for a fact that something you said retired.
    Asks before it touches files or undoes a change older than an hour. If a newer change depends on it, refuses and
    says why. An undo is itself a change: `lore redo` reverses it.
    """
    if sum(option is not None for option in which.values()) > 1:
        raise console.usage_error("`--run`, `--id` and `--by` exclude each other", "`lore log` lists changes")
    with open_engine() as engine:
        reversal = actions.undo(engine, **which, agreed=agreed)
        if not reversal.done:
            _insist("undo", reversal)
            step = {"run": reversal.run} if reversal.whole_run else {"event": reversal.event}
            reversal = actions.undo(engine, **step, agreed=True)
    _show("undone", reversal)


@click.command()
@takes(actions.redo, "event", by="ACTOR | Redo the last undo by this actor.", agreed=_YES)
@output.json_option
def redo(by: str | None, agreed: bool) -> None:
    """Undo the last undo. Asks first, as `lore undo` does."""
    with open_engine() as engine:
        reversal = actions.redo(engine, by=by, agreed=agreed)
        if not reversal.done:
            _insist("redo", reversal)
            reversal = actions.redo(engine, event=reversal.event, agreed=True)
    _show("redone", reversal)
    if not output.as_json():
        console.undo_hint(engine)


def _insist(verb: str, found: Reversal) -> None:
    """Ask. Raises NeedsPerson without a terminal, Exit on no."""
    question = f"{verb} the {found.act} ({found.actor}, {clock.age(found.at, clock.now())})?"
    if not terminal_here():
        raise NeedsPerson(question, hint="add `--yes` when you have decided")
    if not console.confirmed(question):
        raise click.exceptions.Exit(0)


def _show(verb: str, found: Reversal) -> None:
    if output.printed(found):
        return
    for action in dict.fromkeys(event.action for event in found.events):
        about = [event for event in found.events if event.action == action]
        names = [output.short(name) for name in dict.fromkeys(event.subject.id for event in about)]
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        line = f"{verb}: {act_of(about)}"
        output.line(line if names[0] in line else f"{line} ({', '.join(names[:SHOWN])}{more})")
    if verb == "undone":
        console.note("redo: `lore redo`")


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
    _show_events(events, asked=any(which.values()))
    if wrong:
        console.note(f"{counted(len(wrong), 'hook error')}, the last one: {wrong[0]} (`lore hooks`)")


@click.command()
@takes(actions.history_of, thing="ID")
@output.json_option
def history(thing: str) -> None:
    """Show every change of one fact, candidate or file, oldest first."""
    with open_engine() as engine:
        events = actions.history_of(engine, thing)
    _show_events(events, changes=True)


def _show_events(found: Events, *, asked: bool = True, changes: bool = False) -> None:
    if output.printed(found):
        return
    if not found.events:
        console.note("no matching changes" if asked else "nothing was changed yet")
    heads = [
        (
            f"{each.seq:>{len(str(found.events[0].seq))}}",
            clock.to_the_minute(each.at),
            each.actor,
            shorten(output.short(each.subject.id), ID_COLUMNS),
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
