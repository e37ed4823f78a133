"""`lore export` and `lore import`: facts as lines of JSON."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lore import presence
from lore.cli import console, output
from lore.cli.deciding import yes_option
from lore.cli.retired import retired_by, tell_retired
from lore.cli.scanning import scan_option, scanners
from lore.cli.short_ids import short
from lore.errors import LoreError
from lore.model import Status
from lore.store import FactFilter, open_store

if TYPE_CHECKING:
    from lore.transfer import ImportSummary


@click.command()
@click.option(
    "--status", "statuses", multiple=True, type=click.Choice([s.value for s in Status]), help="Only these; default all."
)
@click.option("--project", metavar="KEY", help="Only this project.")
@click.option("--output", "target", type=click.Path(path_type=Path), help="Write to this file instead of stdout.")
def export(statuses: tuple[str, ...], project: str | None, target: Path | None) -> None:
    """Print every fact as a line of JSON, with evidence, links, uses and history.

    Importing the lines into an empty store gives the same facts: each line carries the seal of this installation, by
    which it knows its own lines again.
    """
    from lore.transfer import export_facts

    wanted = FactFilter(
        statuses=tuple(Status(name) for name in statuses) or tuple(Status),
        projects=(project,) if project else None,
    )
    with open_store() as store:
        if target is None:
            for fact in export_facts(store, wanted):
                output.json_line(fact)
        else:
            count = output.write_lines(target, export_facts(store, wanted))
            console.note(f"{count} facts written to `{target}`")
    if console.tell_damage():
        raise click.exceptions.Exit(1)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@scan_option
@click.option("--trusted", is_flag=True, help="The lines are my own: keep what they say instead of tainting them.")
@yes_option
@output.json_option
def import_command(files: tuple[Path, ...], scan: bool, trusted: bool, yes: bool, as_json: bool) -> None:
    """Read facts from files of JSON lines: ours (`lore export`), or `{"fact": …, "category": …}`.

    Imported facts wait for your approval before any agent sees them, except for lines that this installation exported
    and nobody changed since. `lore undo` takes a whole import back.
    """
    from lore.transfer import import_file

    if trusted:
        presence.deciding("import lines as trusted", yes=yes)
    failed: list[LoreError] = []
    with open_store() as store:
        for path in files:
            try:
                done = import_file(store, path, console.warn, trusted=trusted, scanners=scanners(scan))
            except LoreError as error:
                console.show_error(error)
                failed.append(error)
                continue
            retired = retired_by(store, done.run)
            if as_json:
                replaced = [fact.id for fact in retired]
                output.json_line({"file": str(path), **output.fields_of(done), "replaced": replaced})
            else:
                tell_retired(retired, "retired")
                undo = f" · undo: `lore undo --run {short(done.run)}`" if done.added or done.reinforced else ""
                output.line(
                    f"{path}: {done.added} added, {done.reinforced} said again, {done.known} known,"
                    f" {done.rejected} not readable{undo}"
                )
            _tell_of_rules(done)
    if failed:
        raise click.exceptions.Exit(max(error.exit_code for error in failed))


def _tell_of_rules(done: "ImportSummary") -> None:
    """What became of the rules that a file says were approved."""
    if done.approved:
        console.note(f"{done.approved} approved or pinned rules came in as they are: `lore facts --approved`")
    if done.not_approved:
        console.note(
            f"{done.not_approved} rules were not taken over as approved or pinned: this installation did not export"
            " them, or they were changed since. `lore facts --tainted` lists them, `lore propose ID` puts one into the"
            " review queue; if the lines are your own, `lore undo` and import them with `--trusted`"
        )
