"""`lore undo` and `lore redo`: the last change, a run or one event, whoever made it."""

from datetime import timedelta

import click

from lore import clock
from lore.cli import console, output
from lore.cli.arguments import run_id
from lore.cli.short_ids import short
from lore.errors import NeedsPerson
from lore.history import UndoPlan, UndoReport, act_of, carry_out, plan_redo, plan_undo
from lore.presence import terminal_here
from lore.store import Store, open_store

SHOWN = 10
VISIT = timedelta(hours=1)
"""What is older was done in an earlier visit: somebody has to agree."""
_yes = click.option("--yes", is_flag=True, help="Do not ask, also where files or older changes are undone.")


@click.command()
@click.option("--run", metavar="ID", help="Everything a run did, such as a capture or a consolidation.")
@click.option("--id", "event", type=int, metavar="EVENT", help="The step this event of `lore log` belongs to.")
@click.option("--by", metavar="ACTOR", help="The last change of this actor, such as `person`.")
@_yes
@output.json_option
def undo(run: str | None, event: int | None, by: str | None, yes: bool, as_json: bool) -> None:
    """Undo the last change: of facts, of the queue, of published files.

    Asks before it touches files or undoes what was done more than an hour ago. Refuses, with the reason, where
    something newer depends on it. An undo is itself a change: `lore redo` takes it back.
    """
    if sum(option is not None for option in (run, event, by)) > 1:
        raise console.usage_error("`--run`, `--id` and `--by` exclude each other", "`lore log` shows what was changed")
    with open_store() as store:
        plan = plan_undo(store, by=by, run=run_id(store, run) if run else None, event=event)
        report = _carried_out(store, "undo", plan, yes=yes)
    _show("undone", report, as_json)


@click.command()
@click.option("--by", metavar="ACTOR", help="The last undo of this actor.")
@_yes
@output.json_option
def redo(by: str | None, yes: bool, as_json: bool) -> None:
    """Take the last undo back. Asks as `lore undo` does."""
    with open_store() as store:
        report = _carried_out(store, "redo", plan_redo(store, by=by), yes=yes)
    _show("redone", report, as_json)


def _carried_out(store: Store, verb: str, plan: UndoPlan, *, yes: bool) -> UndoReport:
    if not yes and plan.asks_first(since=clock.shifted(-VISIT)):
        _insist(verb, plan)
    return carry_out(store, plan)


def _insist(verb: str, plan: UndoPlan) -> None:
    """Ask. Raises NeedsPerson without a terminal, Exit on no."""
    question = f"{verb} the {plan.act} ({plan.actor}, {clock.age(plan.at, clock.now())})?"
    if not terminal_here():
        raise NeedsPerson(question, hint="add `--yes` when you have decided")
    if not console.confirmed(question):
        raise click.exceptions.Exit(0)


def _show(verb: str, report: UndoReport, as_json: bool) -> None:
    if as_json:
        events = [
            {"id": one.seq, "action": one.action, "kind": one.subject.kind.value, "target": one.subject.id}
            for one in report.events
        ]
        output.json_line({"unit": report.unit, "run": report.run, "events": events})
        return
    for action in dict.fromkeys(event.action for event in report.events):
        about = [event for event in report.events if event.action == action]
        names = [short(name) for name in dict.fromkeys(event.subject.id for event in about)]
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        line = f"{verb}: {act_of(about)}"
        output.line(line if names[0] in line else f"{line} ({', '.join(names[:SHOWN])}{more})")
    console.note("redo: `lore redo`" if verb == "undone" else "undo: `lore undo`")
