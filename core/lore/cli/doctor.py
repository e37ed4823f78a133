"""`lore doctor`: what is wrong, and what of it can be repaired."""

import textwrap

import click

from lore.actions import Engine, Examined, HealthHistory, Outcome, Spell, examine, repair, show_health
from lore.cli import console, output
from lore.text import counted

MARKS = {"ok": "✓ ok", "warn": "! warn", "fail": "✗ fail", "skipped": "- skip"}
COLOURS = {"ok": "green", "warn": "yellow", "fail": "red", "skipped": "bright_black"}
COUNTED = {"fail": "failed", "warn": "warned", "ok": "ok", "skipped": "skipped"}
MARK_WIDTH, TITLE_WIDTH = 8, 17
SPELLS = 5
"""Times that are listed of one check: the newest."""


@click.command()
@click.option("--fix", is_flag=True, help="Repair what can be repaired safely, after a backup.")
@click.option(
    "--watch", is_flag=True, help="For scheduled runs: print nothing unless something is wrong, then one line."
)
@click.option("--history", is_flag=True, help="Only show when each check failed, and for how long.")
@output.json_option
def doctor(fix: bool, watch: bool, history: bool) -> None:
    """Check the store, the search index, the facts, and the published files.

    \b
    Exit code: 0 healthy, 1 a warning, 2 something is broken.
    """
    if history and (fix or watch):
        raise console.usage_error("`--history` stands alone", "`lore doctor` asks the checks")
    if history:
        with Engine(backs_up=False) as engine:
            found = show_health(engine)
        _show_history(found)
        return
    if watch and (fix or output.as_json()):
        raise console.usage_error("`--watch` stands alone", "`lore doctor --json` gives the whole report")
    if watch:
        with Engine() as engine:
            done = examine(engine)
        _show_one_line(done)
    else:
        with console.reporting() as reporter, Engine(reporter=reporter) as engine:
            done = repair(engine) if fix else examine(engine)
        if not output.printed(done):
            output.retired(done.replaced, "retired")
            _show(done)
            if done.report.run:
                console.undo_hint(engine, done.report.run)
    raise click.exceptions.Exit(done.report.exit_code)


def _show(done: Examined) -> None:
    report, group = done.report, ""
    if report.is_empty:
        first = report.results[0].finding
        output.line(first.says)
        output.line(f"next: {first.fix}")
        return
    for result in report.results:
        if group != result.check.group.value:
            if group:
                output.line()
            group = result.check.group.value
            output.line(output.style(group, bold=True))
        finding = result.finding
        _show_finding(finding.outcome.value, result.check.title, finding.says, finding.fix)
    output.line()
    for one in report.repairs:
        repaired = f"could not be done: {one.failure}" if one.failure else f"{one.count:,} {one.does}"
        output.line(f"repaired  {repaired}")
    if report.backup:
        output.line(f"backup    {report.backup}, made before the repairs")
    output.line(_summary(done))
    for note in report.notes:
        console.note(note)


def _show_finding(outcome: str, title: str, says: str, fix: str | None) -> None:
    mark = output.style(f"{MARKS[outcome]:<{MARK_WIDTH}}", fg=COLOURS[outcome])
    indent = " " * (2 + MARK_WIDTH + TITLE_WIDTH)
    lines = _wrapped(says, fix, min(output.width(), output.LONGEST_LINE) - len(indent))
    output.line(f"  {mark}{title:<{TITLE_WIDTH}}{lines[0]}")
    for line in lines[1:]:
        output.line(f"{indent}{line}")


def _wrapped(says: str, fix: str | None, width: int) -> list[str]:
    lines = textwrap.wrap(says, width) or [""]
    told = f"fix: {fix}" if fix else ""
    return [*lines, *textwrap.wrap(told, width, subsequent_indent="     ", break_on_hyphens=False)]


def _show_history(found: HealthHistory) -> None:
    if output.printed(found):
        return
    if found.first is None:
        console.note("no doctor run yet: `lore doctor` runs the checks")
        return
    for trend in found.trends:
        mark = output.style(f"{MARKS[trend.now.value]:<{MARK_WIDTH}}", fg=COLOURS[trend.now.value])
        output.line(f"{mark}{output.style(trend.title, bold=True)}")
        for spell in trend.spells[:SPELLS]:
            output.line(f"{'':<{MARK_WIDTH}}{_told(spell)}")
        if len(trend.spells) > SPELLS:
            output.line(f"{'':<{MARK_WIDTH}}and {counted(len(trend.spells) - SPELLS, 'time')} before")
    wrong = sum(trend.now is not Outcome.OK for trend in found.trends)
    output.line(f"since {found.first[:10]}: {counted(found.changes, 'change')}, {wrong:,} wrong now")


def _told(spell: Spell) -> str:
    """`failed  2026-03-02 to 2026-03-04, 2 days`."""
    span = f"{spell.since[:10]} to {spell.until[:10]}" if spell.until else f"since {spell.since[:10]}"
    return f"{COUNTED[spell.outcome.value]:<8}{span}, {counted(round(spell.days), 'day')}"


def _show_one_line(done: Examined) -> None:
    if done.report.wrong:
        output.line(f"lore doctor: {_summary(done)}: {', '.join(result.check.id for result in done.report.wrong)}")


def _summary(done: Examined) -> str:
    outcomes = [result.finding.outcome.value for result in done.report.results]
    counts = {word: outcomes.count(outcome) for outcome, word in COUNTED.items()}
    return ", ".join(f"{count} {word}" for word, count in counts.items() if count)
