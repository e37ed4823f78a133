"""`lore project`: which project a folder belongs to, and why."""

from dataclasses import replace
from pathlib import Path

import click

from lore.cli import console, output
from lore.cli.arguments import PROJECT
from lore.errors import BadInput
from lore.model import Project
from lore.opening import has_plain_name
from lore.presence import PERSON
from lore.projects import FOLDER, REMOTE, REPOSITORY, SET, project_of, storable
from lore.store import open_store

_WHY = {
    SET: "you set it with `lore project set`",
    REMOTE: "it is the address of the git remote, the same in every clone",
    REPOSITORY: "it is the git repository, which all its worktrees share; it has no remote",
    FOLDER: "it is the folder itself: there is no git repository around it",
}


@click.group(invoke_without_command=True)
@output.json_option
@click.pass_context
def project(context: click.Context, as_json: bool) -> None:
    """Show which project this folder belongs to, and why."""
    if context.invoked_subcommand is None:
        _show(Path.cwd(), as_json)


@project.command()
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@output.json_option
def show(folder: Path, as_json: bool) -> None:
    """Show the project of a folder."""
    _show(folder, as_json)


@project.command("list")
@output.json_option
def list_projects(as_json: bool) -> None:
    """List every project that facts or sessions belong to."""
    with open_store() as store:
        counts = store.projects.keys_in_use()
    if as_json:
        output.json_line({"projects": [{"key": key, "facts": count} for key, count in counts.items()]})
        return
    for key, count in counts.items():
        output.line(f"{count:>6,}  {key}")


@project.command("set")
@click.argument("key", type=PROJECT)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=".")
def set_project(key: str, folder: Path) -> None:
    """Let FOLDER, and everything in it, belong to the project KEY from now on."""
    if not has_plain_name(folder.absolute()):
        raise BadInput("the name of the folder is not UTF-8", hint="rename it")
    with open_store() as store:
        found = project_of(folder.absolute(), store.projects.all_known())
        known = next((one for one in store.projects.all_known() if one.key == key), None)
        root = folder.absolute().as_posix()
        wanted = replace(known, reason=SET, root=root) if known else Project(key, SET, root)
        with store.write(PERSON) as change:
            store.roots.add(change, wanted)  # with the folders that were known before
            store.projects.put(change, wanted)
    output.line(f"`{root}` belongs to `{key}`")
    if known and known.reason == SET and known.root not in (None, root):
        console.note(f"`{known.root}` was set to it before and is so no longer")
    if found.key != key:
        console.note(f"it belonged to `{found.key}`: existing facts stay there · undo: `lore undo`")


def _show(folder: Path, as_json: bool) -> None:
    with open_store() as store:
        found = project_of(folder.absolute(), store.projects.all_known())
        facts = store.projects.keys_in_use().get(found.key, 0)
    if as_json:
        output.json_line({**output.fields_of(found), "aliases": list(found.aliases), "facts": facts})
        return
    output.line(found.key)
    console.note(f"because {_WHY.get(found.reason, found.reason)}")
    if found.root:
        console.note(f"root: {storable(found.root)}")
    for alias in found.aliases:
        console.note(f"also known as: {alias}")
    console.note(f"{facts:,} active facts")
