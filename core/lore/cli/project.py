"""`lore project`: which project a folder belongs to, and why."""

from pathlib import Path

import click

from lore import actions, presence
from lore.actions import open_engine
from lore.cli import console, output
from lore.cli.arguments import TextCommand
from lore.cli.taking import takes

_WHY = {
    "set": "you set it with `lore project set`",
    "remote": "it is the address of the git remote, the same in every clone",
    "repository": "it is the git repository, which all its worktrees share; it has no remote",
    "folder": "it is the folder itself: there is no git repository around it",
}


@click.group(invoke_without_command=True)
@output.json_option
@click.pass_context
def project(context: click.Context) -> None:
    """Show which project this folder belongs to, and why."""
    if context.invoked_subcommand is None:
        _show(None)


@project.command()
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@output.json_option
def show(folder: Path) -> None:
    """Show the project of a folder."""
    _show(folder)


@project.command("list")
@output.json_option
def list_projects() -> None:
    """List every project that facts or sessions belong to."""
    with open_engine() as engine:
        listed = actions.list_projects(engine)
    if output.printed(listed):
        return
    if not listed.facts:
        console.note("no project yet: `lore capture PATH…` reads transcripts")
    rows = [(f"{count:,}", key) for key, count in listed.facts.items()]
    output.table(("facts", "project"), rows, right=("facts",))


@project.command("set", cls=TextCommand)
@click.argument("key")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=".")
def set_project(key: str, folder: Path) -> None:
    """Assign FOLDER, and everything in it, to the project KEY."""
    with open_engine() as engine:
        done = actions.set_project(engine, key, folder)
    output.line(f"`{done.root}` belongs to `{done.key}`")
    if done.released:
        console.note(f"`{done.released}` was set to it before, and no longer is")
    if done.former != done.key:
        console.note(f"it belonged to `{done.former}`: existing facts stay there")
    console.undo_hint(engine)


@project.command()
@takes(actions.merge_project)
@console.yes_option
@output.json_option
def merge(former: str, into: str, dry_run: bool, yes: bool) -> None:
    """Merge two projects: all that belongs to FORMER moves to INTO, which then has both names.

    Use it if a worktree, a machine or an agent gave your repository another name, or a remote was renamed.
    """
    person = None if dry_run else presence.deciding("merge projects", yes=yes)
    with open_engine(person=person) as engine:
        done = actions.merge_project(engine, former, into, dry_run=dry_run)
    if output.printed(done):
        return
    moved = ", ".join(
        f"{count:,} {name if count != 1 else name[:-1]}"
        for name, count in (
            ("facts", done.facts),
            ("sessions", done.sessions),
            ("candidates", done.candidates),
            ("collections", done.collections),
        )
    )
    output.line(f"{'would move' if dry_run else 'moved'} {moved} from `{done.former}` to `{done.into}`")
    if done.run:
        console.undo_hint(engine, done.run)


def _show(folder: Path | None) -> None:
    with open_engine() as engine:
        shown = actions.show_project(engine, folder)
    if output.printed(shown):
        return
    found = shown.project
    output.line(found.key)
    console.note(f"because {_WHY.get(found.reason, found.reason)}")
    if found.root:
        console.note(f"root: {found.root}")
    for alias in found.aliases:
        console.note(f"also known as: {alias}")
    console.note(f"{shown.facts:,} active facts")
    if shown.said:
        console.note(shown.said)
