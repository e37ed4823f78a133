"""`lore doctor`: what is wrong, and what of it can be repaired."""

import textwrap

import click

from lore.cli import console, output
from lore.cli.retired import retired_by, tell_retired
from lore.cli.short_ids import short
from lore.doctor import Finding, Group, Outcome, Report, Result, repair, run_checks
from lore.model import Fact
from lore.store import open_store

MARKS = {Outcome.OK: "✓ ok", Outcome.WARN: "! warn", Outcome.FAIL: "✗ fail", Outcome.SKIPPED: "- skip"}
COLOURS = {Outcome.OK: "green", Outcome.WARN: "yellow", Outcome.FAIL: "red", Outcome.SKIPPED: "bright_black"}
MARK_WIDTH, TITLE_WIDTH = 8, 17


@click.command()
@click.option("--fix", is_flag=True, help="Repair what can be repaired safely, after a backup.")
@click.option("--watch", is_flag=True, help="For a schedule: say nothing unless something is wrong, then one line.")
@output.json_option
def doctor(fix: bool, watch: bool, as_json: bool) -> None:
    """Look at everything: the store, what is derived from it, the facts, and what was published.

    \b
    Exit code: 0 healthy, 1 a warning, 2 something is broken.
    """
    if watch and (fix or as_json):
        raise console.usage_error("`--watch` stands alone", "`lore doctor --json` gives the whole report")
    if watch:
        report = run_checks()
        _show_one_line(report)
    else:
        with console.progress("looking") as progress:
            report = repair(progress=progress) if fix else run_checks(progress=progress)
        retired = _retired(report)
        if as_json:
            output.json_line({**_as_json(report), "replaced": [fact.id for fact in retired]})
        else:
            tell_retired(retired, "retired")
            _show(report)
    raise click.exceptions.Exit(report.exit_code)


def _retired(report: Report) -> list[Fact]:
    if report.run is None:
        return []
    with open_store() as store:
        return retired_by(store, report.run)


def _show(report: Report) -> None:
    for group in Group:
        output.line(output.style(group.value, bold=True))
        for result in report.results:
            if result.check.group is group:
                _show_result(result)
        output.line()
    for one in report.repairs:
        done = f"could not be done: {one.failure}" if one.failure else f"{one.count:,} {one.does}"
        output.line(f"repaired  {done}")
    if report.backup:
        output.line(f"backup    {report.backup}, made before the repairs")
    if report.run:
        output.line(f"undo      `lore undo --run {short(report.run)}` takes the changes of facts back")
    output.line(_summary(report))
    for note in report.notes:
        console.note(note)


def _show_result(result: Result) -> None:
    finding = result.finding
    mark = output.style(f"{MARKS[finding.outcome]:<{MARK_WIDTH}}", fg=COLOURS[finding.outcome])
    indent = " " * (2 + MARK_WIDTH + TITLE_WIDTH)
    lines = _wrapped(finding, output.width() - len(indent))
    output.line(f"  {mark}{result.check.title:<{TITLE_WIDTH}}{lines[0]}")
    for line in lines[1:]:
        output.line(f"{indent}{line}")


def _wrapped(finding: Finding, width: int) -> list[str]:
    lines = textwrap.wrap(finding.says, width) or [""]
    fix = f"fix: {finding.fix}" if finding.fix else ""
    return [*lines, *textwrap.wrap(fix, width, subsequent_indent="     ", break_on_hyphens=False)]


def _show_one_line(report: Report) -> None:
    if report.outcome is not Outcome.OK:
        output.line(f"lore doctor: {_summary(report)}: {', '.join(one.check.id for one in report.wrong)}")


def _summary(report: Report) -> str:
    counts = [(Outcome.FAIL, "failed"), (Outcome.WARN, "warned"), (Outcome.OK, "ok"), (Outcome.SKIPPED, "skipped")]
    return ", ".join(f"{report.count(outcome)} {word}" for outcome, word in counts if report.count(outcome))


def _as_json(report: Report) -> dict[str, object]:
    return {
        "at": report.at,
        "outcome": report.outcome.value,
        "checks": [
            {
                "id": one.check.id,
                "group": one.check.group.value,
                "title": one.check.title,
                "asks": one.check.asks,
                "outcome": one.finding.outcome.value,
                "says": one.finding.says,
                "fix": one.finding.fix,
                "took_ms": round(one.took_ms, 1),
            }
            for one in report.results
        ],
        "repairs": [output.fields_of(one) for one in report.repairs],
        "backup": report.backup,
        "run": report.run,
        "notes": list(report.notes),
    }
