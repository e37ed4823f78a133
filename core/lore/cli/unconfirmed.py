"""`lore unconfirmed`: what only agents, tools, files and imports said; which of it is true?"""

from collections.abc import Sequence

import click

from lore import actions, presence, wire
from lore.actions import Confirmed, Engine, Unconfirmed, open_engine
from lore.cli import console, output
from lore.cli.deciding import even_if_option, needless_yes_option, yes_option
from lore.cli.short_ids import short
from lore.errors import NeedsPerson
from lore.text import shorten


@click.group(invoke_without_command=True)
@output.plain_listing_options
@click.pass_context
def unconfirmed(context: click.Context, as_json: bool, limit: int, project: str | None) -> None:
    """List facts that only agents, tools, files or imports stated; agents see them only after you accept them.

    One entry per subject, most useful first.
    """
    if context.invoked_subcommand is not None:
        return
    with open_engine() as engine:
        entries = actions.unconfirmed(engine, project=project)
        more = max(0, len(entries) - limit)
        if as_json:
            output.json_line(wire.unconfirmed(entries[:limit], more))
            return
        for entry in entries[:limit]:
            _show(entry)
    told = "`lore unconfirmed accept ID` says that it is true, `lore unconfirmed drop ID` puts it away"
    console.note(told if entries else "nothing to confirm")
    if more:
        console.note(f"{more:,} more; raise `--limit` to see them")


@unconfirmed.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@even_if_option
@yes_option
@output.json_option
def accept(names: Sequence[str], even_if: Sequence[str], yes: bool, as_json: bool) -> None:
    """Accept facts as true; `lore undo` reverses all of them in one step.

    A fact with warnings has to be accepted on its own, naming each warning. Given with others, it is left as it is.
    """
    if even_if and len(names) > 1:
        raise console.usage_error("`--even-if` is for one fact", "accept what has warnings one by one")
    with open_engine(person=presence.deciding("accept", yes=yes)) as engine:
        done = actions.accept(engine, names, acknowledged=tuple(even_if))
    _told(engine, "accepted", done, as_json)


@unconfirmed.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@needless_yes_option
@output.json_option
def drop(names: Sequence[str], as_json: bool) -> None:
    """Archive facts that are untrue or not worth keeping; Lore never restores them by itself."""
    with open_engine(person=presence.turning_down("drop")) as engine:
        done = actions.drop(engine, names)
    _told(engine, "dropped", done, as_json)


def _show(entry: Unconfirmed) -> None:
    fact = entry.fact
    output.line(f"{short(fact.id):<9} {shorten(fact.text, output.width() - 10)}")
    careful = f"careful: {', '.join(risk.id for risk in entry.risks)}" if entry.risks else ""
    same = f"{len(entry.others)} more say it" if entry.others else ""
    why = " · ".join(part for part in (careful, fact.kind.value, entry.because, same, fact.project) if part)
    output.line(f"{'':<9} {shorten(why, output.width() - 10)}")


def _told(engine: Engine, verb: str, done: Confirmed, as_json: bool) -> None:
    """Print what was decided. Raises NeedsPerson where something was left as it is."""
    if as_json:
        output.json_line(wire.confirmed(done))
    else:
        for fact in done.facts:
            output.line(f"{verb} {short(fact.id)}  {shorten(fact.text, output.width() - 22)}")
    console.undo_hint(engine)
    for warning in done.left.values():
        console.warn(warning.message)
    if done.left:
        raise NeedsPerson(
            f"{len(done.left)} of {len(done.left) + len(done.facts)} left as they are: warnings go one by one",
            hint="`lore unconfirmed accept ID --even-if WARNING` accepts one",
        )
