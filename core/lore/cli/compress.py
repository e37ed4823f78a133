"""`lore compress`: what is safely stored leaves the memory files."""

from pathlib import Path

import click

from lore import presence, wire
from lore.actions import Compression, carry_out_compression, open_engine, plan_compression
from lore.cli import console, output
from lore.cli.deciding import yes_option
from lore.cli.reporting import reporting


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Only show the diff.")
@yes_option
@output.json_option
def compress(paths: tuple[Path, ...], dry_run: bool, yes: bool, as_json: bool) -> None:
    """Shrink memory files: CLAUDE.md, AGENTS.md, MEMORY.md, memory folders; default: those of this repository.

    A statement is removed only if a published convention of this repository says it word for word, so that your
    agents still read it there. A line in its place names the convention. Everything else stays, byte for byte. `lore
    undo` restores the files.
    """
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = plan_compression(engine, paths)
        if not as_json:
            _show(done)
        if not dry_run:
            if done.changes:
                engine.person = presence.deciding("shrink memory files", yes=yes)
                _insist(done.changes, yes=yes)
            done = carry_out_compression(engine, done)
    if as_json:
        output.json_line(wire.compression(done))
    elif done.changes:
        if dry_run:
            console.note("dry run: nothing written")
        else:
            console.undo_hint(engine, after=f"{_files(done.changes)} rewritten")


def _insist(changes: int, *, yes: bool) -> None:
    """Ask, where nobody said yes. Ends the command on no."""
    if not yes and not console.confirmed(f"write {_files(changes)}?"):
        raise click.exceptions.Exit(0)


def _files(number: int) -> str:
    return f"{number} file{'s' * (number != 1)}"


def _show(done: Compression) -> None:
    shrinks = done.shrinks
    for one in shrinks:
        for line in one.diff():
            colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
            output.line(output.style(line, fg=colour) if colour else line)
    for one in shrinks:
        before, after = len(one.before.encode()), len(one.after.encode())
        size = f"{before:,} → {after:,} bytes" if one.changes else "nothing to remove"
        output.line(f"{one.path}: {size}, {one.gone} published as conventions, {one.kept} only in this file")
    staying = [shrink for shrink in shrinks if shrink.kept]
    if staying:
        file = staying[0].folder.root / staying[0].path
        console.note(
            f"`lore migrate-from memory-files --propose {file}` imports the rules it contains; "
            "what you approve and publish can then be removed"
        )
