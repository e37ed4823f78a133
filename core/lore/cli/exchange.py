"""`lore export` and `lore import`: facts as lines of JSON."""

from pathlib import Path
from typing import Any

import click

from lore import presence
from lore.actions import Imported, export as export_now, import_facts, open_engine
from lore.cli import console, output
from lore.cli.deciding import yes_option
from lore.cli.reporting import reporting
from lore.cli.retired import tell_retired
from lore.cli.taking import takes
from lore.errors import BadInput, LoreError
from lore.text import counted


@click.command()
@takes(export_now, statuses="| Only these; default all.")
@click.option("--output", "target", type=click.Path(path_type=Path), help="Write to this file instead of stdout.")
def export(target: Path | None, **which: Any) -> None:
    """Print every fact as a line of JSON, with evidence, links, uses and history.

    Importing the lines into an empty store restores the same facts. Each line is sealed, so this installation
    recognises its own exports.
    """
    with open_engine() as engine:
        lines = export_now(engine, **which).lines
        if target is None:
            for line in lines:
                output.json_line(line)
        else:
            count = output.write_lines(target, lines)
            console.note(f"{counted(count, 'fact')} written to `{target}`")
    if console.tell_damage():
        raise click.exceptions.Exit(1)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@takes(import_facts, "file", "run")
@yes_option
@output.json_option
def import_command(files: tuple[Path, ...], scan: bool, trusted: bool, yes: bool) -> None:
    """Read facts from files of JSON lines: those of `lore export`, or `{"fact": …, "category": …}`.

    No agent sees imported facts until you approve them, except for unchanged lines that this installation exported.
    `lore undo` reverses the whole import.
    """
    person = presence.deciding("import lines as trusted", yes=yes) if trusted else None
    failed: list[LoreError] = []
    run: str | None = None
    with reporting() as reporter, open_engine(person=person, reporter=reporter) as engine:
        for path in files:
            try:
                done = import_facts(engine, path, trusted=trusted, scan=scan, run=run)
            except LoreError as error:
                console.show_error(error)
                failed.append(error)
                continue
            _report(done)
            run = done.summary.run
            if done.summary.all_refused:
                failed.append(BadInput(f"nothing came in from `{path}`: every line was refused"))
                console.show_error(failed[-1])
        if run and not output.as_json():
            console.undo_hint(engine, run)
    if failed:
        raise click.exceptions.Exit(max(error.exit_code for error in failed))


def _report(imported: Imported) -> None:
    done = imported.summary
    if not output.printed(imported):
        tell_retired(imported.replaced, "retired")
        output.line(
            f"{imported.file}: {done.added} added, {done.reinforced} reinforced, {done.known} already known,"
            f" {done.rejected} invalid lines"
        )
    if done.approved:
        console.note(f"{done.approved} approved or pinned rules came in as they are: `lore facts --approved`")
    if done.not_approved:
        console.note(
            f"{done.not_approved} rules were not taken over as approved or pinned: this installation did not export"
            " them, or they were changed since. `lore facts --tainted` lists them, `lore propose ID` puts one into the"
            " review queue; if the lines are your own, `lore undo` and import them with `--trusted`"
        )
