"""`lore publish`: approved conventions as managed blocks of the repository."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

import click

from lore import actions, presence
from lore.actions import Engine, FileAction, HandEdit, Line, LineStep, OnDrift, Plan, Publishing, open_engine
from lore.cli import console, output
from lore.cli.arguments import PROJECT
from lore.presence import Person, Way
from lore.text import shorten

DONE = {
    FileAction.CREATE: "created",
    FileAction.UPDATE: "updated",
    FileAction.REMOVE: "removed from",
    FileAction.KEEP: "up to date",
}


@click.command()
@click.option(
    "--check", "only_check", is_flag=True, help="Only check whether everything is up to date: exit code 4 if not."
)
@click.option("--diff", "--dry-run", "only_diff", is_flag=True, help="Only show what would change.")
@click.option(
    "--remove",
    "take_out",
    is_flag=True,
    help="Remove everything Lore wrote from the files; the rest stays byte for byte.",
)
@click.option(
    "--pointer", is_flag=True, help="Create AGENTS.md if it is missing, with a line that points to CONVENTIONS.md."
)
@click.option("--accept", is_flag=True, help="Accept manual edits of the block into the store.")
@click.option("--overwrite", is_flag=True, help="Discard manual edits of the block.")
@console.even_if_option
@console.yes_option
@click.option("--new-root", is_flag=True, help="Confirm that this folder belongs to the project it names.")
@click.option("--project", type=PROJECT, help="The project; default: that of the repository.")
@click.option("--root", type=click.Path(path_type=Path, file_okay=False), help="The folder to write to.")
@output.json_option
def publish(
    only_check: bool,
    only_diff: bool,
    take_out: bool,
    pointer: bool,
    accept: bool,
    overwrite: bool,
    even_if: Sequence[str],
    yes: bool,
    new_root: bool,
    project: str | None,
    root: Path | None,
) -> None:
    """Write approved conventions into CONVENTIONS.md, and a pointer to it into AGENTS.md and CLAUDE.md.

    Lore changes only a marked block of each file; everything else stays byte for byte. Repeating it changes nothing.
    With `--accept` you are asked about every new or changed line of the block; `--accept --diff` only lists them.
    If only the git remote says that a folder belongs to the project, you are asked once for that folder.
    """
    if accept and overwrite:
        raise console.usage_error("give `--accept` or `--overwrite`", "`lore publish --diff` shows the hand edit")
    person = None if only_diff or only_check else presence.deciding("publish", yes=yes)
    where: _Where = {"root": root, "project": project}
    with open_engine(person=person) as engine:
        edit = actions.show_hand_edit(engine, **where) if accept else None
        if edit is not None:
            _show_edit(edit.edit)
        if only_check:
            done = actions.check_publish(engine, **where)
        elif person is None:
            done = actions.plan_publish(engine, pointer=pointer, **where)
        elif take_out:
            done = actions.unpublish(engine, on_drift=_drift(overwrite), **where)
        elif edit is not None:
            known = _acknowledged(edit.edit, person, even_if)
            agreed = new_root or _agreed(engine, where)
            done = actions.accept_hand_edit(
                engine, edit.mark, acknowledged=known, pointer=pointer, new_root=agreed, **where
            )
        else:
            agreed = new_root or _agreed(engine, where)
            done = actions.publish(engine, pointer=pointer, on_drift=_drift(overwrite), new_root=agreed, **where)
    if output.printed(done):
        pass
    elif only_diff:
        if not accept:
            _show_diff(done.plan)
    else:
        _show_done(engine, done, only_check=only_check)


class _Where(TypedDict):
    """The folder and the project, as they were named."""

    root: Path | None
    project: str | None


def _show_done(engine: Engine, done: Publishing, *, only_check: bool) -> None:
    _show(done.plan)
    if done.plan.changes and not only_check:
        console.undo_hint(engine, after=_count(done.plan))
        if not done.plan.is_pointed_to:
            console.note("no AGENTS.md or CLAUDE.md here points to it: `lore publish --pointer` makes one that does")
    for fact, why in done.stale:
        console.warn(f"{output.short(fact.id)} may be out of date, for {why}: {shorten(fact.text, 60)}")


def _drift(overwrite: bool) -> OnDrift:
    return OnDrift.OVERWRITE if overwrite else OnDrift.ASK


def _agreed(engine: Engine, where: _Where) -> bool:
    """Ask, once for each folder, whether one that only says so itself belongs to the project. Naming it answers."""
    if where["project"] is not None or not presence.terminal_here():
        return False
    publishing = actions.plan_publish(engine, **where)
    if not publishing.claimed:
        return False
    return console.confirmed(
        f"`{publishing.root}` says that it is `{publishing.plan.project}`. Is it yours? "
        "The conventions are then written there"
    )


def _show(plan: Plan) -> None:
    for target in plan.targets:
        if target.before is not None or target.after is not None:
            output.line(f"{DONE[target.step]} {target.path}")
    if not plan.conventions and not plan.changes:
        console.note(f"`{plan.project}` has no approved conventions yet; `lore review` shows what is waiting")


def _count(plan: Plan) -> str:
    if not plan.conventions:
        return "no Lore block is left in these files"
    return f"{plan.conventions} convention{'s' * (plan.conventions != 1)} of `{plan.project}`"


def _show_diff(plan: Plan) -> None:
    for target in plan.targets:
        if target.drift:
            console.warn(f"`{target.path}`: {target.drift}")
        for line in target.diff():
            output.line(output.of_diff(line))


_SIGNS = {
    LineStep.ADD: ("+", "green", "new"),
    LineStep.CHANGE: ("~", "yellow", "changed"),
    LineStep.RETIRE: ("-", "red", "retired"),
}


def _show_edit(edit: HandEdit) -> None:
    """List what would be added, changed and retired, and what cannot be taken; on stderr, it is a question."""
    for line in edit.lines:
        sign, colour, _ = _SIGNS[line.step]
        name = f"{output.short(line.fact)} " if line.fact else ""
        if line.before is not None:
            console.note(output.style(f"- {name}{line.before}", fg="red"))
        console.note(output.style(f"{sign} {name}{line.words}", fg=colour))
    for reason in edit.refused:
        console.warn(reason)
    if not edit.lines and not edit.refused:
        console.note(f"{edit.where} lists what is approved: there is nothing to accept")


def _acknowledged(edit: HandEdit, person: Person, given: Sequence[str]) -> Mapping[str, Sequence[str]]:
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
    if not all(_takes(line, given) for line in edit.lines):
        console.note("nothing was accepted")
        raise click.exceptions.Exit(0)
    return {line.words: [risk.id for risk in line.risks] for line in risky}


def _takes(line: Line, given: Sequence[str]) -> bool:
    open_risks = [risk.text for risk in line.risks if risk.id not in given]
    if line.risks and not open_risks:
        return True
    because = f" ({'; '.join(open_risks)})" if open_risks else ""
    return console.confirmed(f"{_SIGNS[line.step][2]}: “{line.words}”{because}, take it?")
