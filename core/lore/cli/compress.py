"""`lore compress`: what is safely stored leaves the memory files."""

from collections.abc import Sequence
from pathlib import Path

import click

from lore import presence
from lore.cli import console, output
from lore.cli.deciding import yes_option
from lore.compress import Shrink, compress as compress_now, plan
from lore.errors import BadInput
from lore.paths import expanded
from lore.projects import repository_of
from lore.store import open_store


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Only show the diff.")
@yes_option
@output.json_option
def compress(paths: tuple[Path, ...], dry_run: bool, yes: bool, as_json: bool) -> None:
    """Shrink memory files: CLAUDE.md, AGENTS.md, MEMORY.md, memory folders; default: those of this repository.

    A statement goes only where a convention says it word for word and is published in this repository, so that your
    agents still read it there; a line in its place names the convention. Everything else stays, byte for byte.
    `lore undo` restores the files.
    """
    refused: list[BadInput] = []
    with open_store() as store:
        shrinks = plan(store, [expanded(path) for path in paths] or [_here()], refused.append)
        if refused and not shrinks:
            raise refused[0]
        for error in refused:
            console.warn(f"{error.message}: it is left as it is")
        if not as_json:
            _show(shrinks)
        changes = [one for one in shrinks if one.changes]
        if changes and not dry_run:
            person = presence.deciding("shrink memory files", yes=yes)
            _insist(changes, yes=yes)
            compress_now(store, changes, by=person)
    if as_json:
        output.json_line({"written": not dry_run, "files": [_as_json(one) for one in shrinks]})
    elif changes and not dry_run:
        console.note(f"{len(changes)} file{'s' * (len(changes) != 1)} rewritten · undo: `lore undo`")
    elif changes:
        console.note("nothing was written")


def _here() -> Path:
    """The repository around this folder, or the folder."""
    repository = repository_of(Path.cwd())
    return repository.root if repository else Path.cwd()


def _insist(changes: Sequence[Shrink], *, yes: bool) -> None:
    """Ask, where nobody said yes. Ends the command on no."""
    if not yes and not console.confirmed(f"write {len(changes)} file{'s' * (len(changes) != 1)}?"):
        raise click.exceptions.Exit(0)


def _show(shrinks: Sequence[Shrink]) -> None:
    for one in shrinks:
        for line in one.diff():
            colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
            output.line(output.style(line, fg=colour) if colour else line)
    for one in shrinks:
        before, after = len(one.before.encode()), len(one.after.encode())
        size = f"{before:,} → {after:,} bytes" if one.changes else "nothing to remove"
        output.line(f"{one.path}: {size}, {one.gone} published as conventions, {one.kept} only in this file")
    staying = [one for one in shrinks if one.kept]
    if staying:
        file = staying[0].folder.root / staying[0].path
        console.note(
            f"`lore migrate-from memory-files --propose {file}` imports the rules it contains; "
            "what you approve and publish can then go"
        )


def _as_json(one: Shrink) -> dict[str, object]:
    return {
        "path": str(one.folder.root / one.path),
        "before": len(one.before.encode()),
        "after": len(one.after.encode()),
        "published": one.gone,
        "kept": one.kept,
        "facts": list(one.facts),
        "diff": list(one.diff()),
    }
