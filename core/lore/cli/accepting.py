"""`lore publish --accept`: what a hand edit of the block would do, and the questions about its lines."""

from collections.abc import Mapping, Sequence

import click

from lore.actions import HandEdit, Line, LineStep
from lore.cli import console, output
from lore.cli.short_ids import short
from lore.presence import Person, Way

_SIGNS = {
    LineStep.ADD: ("+", "green", "new"),
    LineStep.CHANGE: ("~", "yellow", "changed"),
    LineStep.RETIRE: ("-", "red", "retired"),
}


def show_edit(edit: HandEdit) -> None:
    """List what would be added, changed and retired, and what cannot be taken; on stderr, it is a question."""
    for line in edit.lines:
        sign, colour, _ = _SIGNS[line.step]
        name = f"{short(line.fact)} " if line.fact else ""
        if line.before is not None:
            console.note(output.style(f"- {name}{line.before}", fg="red"))
        console.note(output.style(f"{sign} {name}{line.words}", fg=colour))
    for reason in edit.refused:
        console.warn(reason)
    if not edit.lines and not edit.refused:
        console.note(f"{edit.where} lists what is approved: there is nothing to accept")


def acknowledged(edit: HandEdit, person: Person, given: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Ask about every line with warnings, in a terminal; elsewhere `--even-if` answers for one line.

    Ends the command on a no: then nothing is taken.
    """
    risky = [line for line in edit.lines if line.risks]
    if edit.refused:
        return {}
    if given and len(risky) > 1:
        raise console.usage_error(
            f"`--even-if` is for one line, and {len(risky)} need a look", "accept them in a terminal"
        )
    if person.way is not Way.TERMINAL:
        return {line.words: given for line in risky}
    if not all(_agreed(line, given) for line in edit.lines):
        console.note("nothing was accepted")
        raise click.exceptions.Exit(0)
    return {line.words: [risk.id for risk in line.risks] for line in risky}


def _agreed(line: Line, given: Sequence[str]) -> bool:
    open_risks = [risk.text for risk in line.risks if risk.id not in given]
    if line.risks and not open_risks:
        return True
    because = f" ({'; '.join(open_risks)})" if open_risks else ""
    return console.confirmed(f"{_SIGNS[line.step][2]}: “{line.words}”{because}, take it?")
