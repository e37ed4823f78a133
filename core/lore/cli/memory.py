"""`lore memory`: MEMORY.md of a project."""

from pathlib import Path

import click

from lore import actions, presence
from lore.actions import Publishing, open_engine
from lore.cli import console, output
from lore.cli.arguments import PROJECT

_project_option = click.option("--project", type=PROJECT, help="The project; default: that of the folder you are in.")
_root_option = click.option(
    "--root", required=True, type=click.Path(path_type=Path, file_okay=False), help="The folder to write to."
)


@click.command("show")
@click.option("--facts", is_flag=True, help="Show every trusted fact instead, by kind.")
@_project_option
@output.json_option
def show(project: str | None, facts: bool = False) -> None:
    """Show what MEMORY.md says now."""
    with open_engine() as engine:
        shown = actions.show_page(engine, project=project, facts=facts)
    if output.printed(shown):
        return
    output.lines(shown.text.rstrip("\n"))
    if shown.edited:
        console.warn(f"`{shown.path}` was edited: `lore consolidate` proposes what was written there")


memory = output.group_of(
    show,
    "memory",
    """Show MEMORY.md of a project, and write it where an agent reads it.

    Consolidation keeps it in Lore's own folder and leaves out tainted facts. It lists what is in use: deadlines and
    open work first, then the project, then rules and lessons, within a budget (`lore config list pages`).
    """,
)


@memory.command()
@_root_option
@click.option("--remove", "take_out", is_flag=True, help="Take it out again; the rest of the file stays.")
@click.option("--diff", "--dry-run", "only_diff", is_flag=True, help="Only show what would change.")
@console.yes_option
@_project_option
@output.json_option
def publish(root: Path, take_out: bool, only_diff: bool, yes: bool, project: str | None) -> None:
    """Write MEMORY.md into a folder, such as the memory folder of an agent.

    Lore changes only a marked block of the file. Edits made inside that block are proposed to you. `lore undo`
    puts the file back.
    """
    person = None if only_diff else presence.deciding("write memory pages", yes=yes)
    with open_engine(person=person) as engine:
        if person is None:
            done = actions.plan_memory(engine, root, project=project)
        elif take_out:
            done = actions.remove_memory(engine, root, project=project)
        else:
            done = actions.publish_memory(engine, root, project=project)
        if output.printed(done):
            return
        _tell(done, only_diff=only_diff)
        if person is not None and done.plan.changes:
            console.undo_hint(engine, after=f"MEMORY.md of `{done.plan.project}`")


def _tell(done: Publishing, *, only_diff: bool) -> None:
    for target in done.plan.targets:
        if only_diff:
            output.lines("\n".join(target.diff()))
        elif target.before is not None or target.after is not None:
            output.line(f"{target.step.value} {target.path}")
