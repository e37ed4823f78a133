"""`lore undo` and `lore redo`: the last change, a run or one event, whoever made it."""

from typing import Any

import click

from lore import actions, clock
from lore.actions import Reversal, act_of, open_engine
from lore.cli import console, output
from lore.cli.short_ids import short
from lore.cli.taking import takes
from lore.errors import NeedsPerson
from lore.presence import terminal_here

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
        names = [short(name) for name in dict.fromkeys(event.subject.id for event in about)]
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        line = f"{verb}: {act_of(about)}"
        output.line(line if names[0] in line else f"{line} ({', '.join(names[:SHOWN])}{more})")
    if verb == "undone":
        console.note("redo: `lore redo`")
