"""`lore undo` and `lore redo`: the last change, a run or one event, whoever made it."""

from collections import Counter

import click

from lore import publish
from lore.cli import console, output
from lore.store import UndoReport, open_store

SHOWN = 10


@click.command()
@click.option("--run", metavar="ID", help="Everything a run did, such as a capture or a consolidation.")
@click.option("--id", "event", type=int, metavar="EVENT", help="The step this event of `lore log` belongs to.")
@click.option("--by", metavar="ACTOR", help="The last change of this actor, such as `person`.")
@output.json_option
def undo(run: str | None, event: int | None, by: str | None, as_json: bool) -> None:
    """Take the last change back: of facts, of the queue, of published files.

    Refuses, with the reason, where something newer rests on it. An undo is a change as well: `lore redo` takes it back.
    """
    if sum(option is not None for option in (run, event, by)) > 1:
        raise console.usage_error("`--run`, `--id` and `--by` exclude each other", "`lore log` shows what was changed")
    with open_store() as store:
        if run is not None:
            report = publish.undo_run(store, run)
        elif event is not None:
            report = publish.undo_event(store, event)
        else:
            report = publish.undo_last(store, by=by)
    _show("undone", report, as_json)


@click.command()
@click.option("--by", metavar="ACTOR", help="The last undo of this actor.")
@output.json_option
def redo(by: str | None, as_json: bool) -> None:
    """Take the last undo back."""
    with open_store() as store:
        report = publish.redo_last(store, by=by)
    _show("redone", report, as_json)


def _show(verb: str, report: UndoReport, as_json: bool) -> None:
    if as_json:
        events = [{"id": one.seq, "action": one.action, "target": one.target} for one in report.events]
        output.json_line({"unit": report.unit, "run": report.run, "events": events})
        return
    actions = Counter(event.action for event in report.events)
    for action, count in actions.items():
        targets = [event.target for event in report.events if event.action == action]
        named = ", ".join(targets[:SHOWN]) + (f" and {count - SHOWN} more" if count > SHOWN else "")
        output.line(f"{verb} {action}: {named}")
    console.note("`lore redo` brings it back" if verb == "undone" else "`lore undo` takes it back")
