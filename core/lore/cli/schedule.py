"""`lore schedule`: nights, and what starts them."""

from typing import Any

import click

from lore import actions, presence
from lore.actions import Night, list_digests, open_engine, show_digest
from lore.cli import console, output
from lore.cli.taking import takes
from lore.clock import to_the_minute
from lore.model import Digest, DigestSpan
from lore.platform import light
from lore.text import counted, shorten


@click.group(invoke_without_command=True)
@click.pass_context
def schedule(context: click.Context) -> None:
    """Run Lore every night: consolidate, index, back up, and run the doctor.

    `lore schedule install` sets up a timer of your system. If the machine was off, the missed run happens once later.
    New problems that a run finds are shown here and in your agents' status line.
    """
    if context.invoked_subcommand is None:
        context.invoke(status)


@schedule.command()
@output.json_option
def status() -> None:
    """Show what starts the nightly runs, when the last one was, and what it found."""
    with open_engine() as engine:
        found = actions.schedule_status(engine)
    if output.printed(found):
        return
    output.line(f"{'started by':<14}{found.timer or 'nothing: `lore schedule install`'}")
    output.line(f"{'every day at':<14}{found.hour:02d}:00")
    output.line(f"{'last run':<14}{to_the_minute(found.last) if found.last else 'none yet'}")
    waits = f"the night of {to_the_minute(found.due)}: `lore schedule run`" if found.due else "nothing"
    output.line(f"{'waiting':<14}{waits}")
    for says in found.news:
        output.line(f"{'new problems':<14}{says}")


@schedule.command()
@click.option("--with", "timer", metavar="NAME", help="systemd, launchd, cron or task; default: what is there.")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@console.yes_option
def install(timer: str | None, dry_run: bool, yes: bool) -> None:
    """Set up a timer that starts Lore every night. Shows what it writes and asks first; `lore undo` reverses it."""
    person = None if dry_run else presence.deciding("let the system start Lore at night", yes=yes)
    with open_engine(person=person) as engine:
        planned = actions.plan_schedule(engine, timer=timer)
        for line in planned.diff():
            output.line(output.of_diff(line))
        if dry_run or not planned.changes:
            console.note("dry run: nothing written" if dry_run else "already up to date: nothing was written")
            return
        if not yes and not console.confirmed(f"let {planned.timer.name} start Lore at night?"):
            return
        actions.install_schedule(engine, timer=timer)
        console.undo_hint(engine, after=f"{planned.timer.name} starts Lore every day at {planned.job.hour:02d}:00")


@schedule.command()
@console.yes_option
def remove(yes: bool) -> None:
    """Remove the timer; files it changed end up byte for byte as they were."""
    person = presence.deciding("let the system start Lore at night", yes=yes)
    with open_engine(person=person) as engine:
        found = actions.schedule_status(engine)
        if found.timer and not yes and not console.confirmed(f"take the timer of {found.timer} out?"):
            return
        name = actions.remove_schedule(engine)
        console.undo_hint(engine, after=f"{name} no longer starts Lore")


@schedule.command("run")
@click.option("--now", is_flag=True, help="Run even if none is due.")
@click.option("--quietly", is_flag=True, help="Print nothing and run at low priority: for timers.")
@output.json_option
def run_night(now: bool, quietly: bool) -> None:
    """Do the nightly run if one is due."""
    if quietly:
        light.give_way()
        with open_engine() as engine:
            actions.night(engine, now=now)
        return
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = actions.night(engine, now=now)
    output.told(done, _tell)


def _tell(done: Night) -> None:
    if done.is_busy:
        console.note("another process is already doing it")
    elif done.consolidated is None:
        console.note("no nightly run is due; `--now` starts one")
    else:
        if done.events:
            output.line(f"read: {counted(done.events, 'event')} of hooks")
        output.line(f"consolidated: {counted(sum(done.consolidated.report.counts.values()), 'change')}")
        output.line(f"backup: {done.backup}")
        output.line(f"doctor: {counted(len(done.wrong), 'check')} found something, {len(done.news)} of them new")
        for says in done.news:
            console.warn(says)


# `lore digest`: what sessions, weeks and months came to, in a page each


@click.command("list")
@takes(list_digests, span="| Only digests of sessions, weeks or months.")
@output.listing_options
def list_command(**which: Any) -> None:
    """List digests, newest first."""
    with open_engine() as engine:
        listed = list_digests(engine, **which)
        if output.printed(listed):
            return
        if not listed.digests:
            console.note("no digest yet: `lore consolidate` writes them")
        for one in listed.digests:
            head = f"{output.short(one.id):<10} {_title(one):<22} "
            first = next((line.text for line in one.told()), "")
            output.line(f"{head}{shorten(first, max(20, output.width() - len(head)))}")


digest = output.group_of(
    list_command,
    "digest",
    """List digests of sessions, weeks and months, newest first; `lore digest show ID` shows one.

    Consolidation writes them: for each session that ended, for a week seven days later, for a month thirty days
    later. `lore search --in digests` searches them. What agents said is marked as unconfirmed.
    """,
)


@digest.command()
@takes(show_digest)
@output.json_option
def show(digest: str) -> None:
    """Show one digest, by its id or its session's, with the source of each line."""
    with open_engine() as engine:
        found = show_digest(engine, digest)
        if output.printed(found):
            return
        output.line(output.style(_title(found), bold=True))
        output.line("  ".join(part for part in (output.short(found.id), found.session, found.project) if part))
        heading = None
        for line in sorted(found.told(), key=lambda one: found.text.index(f"{one.heading.capitalize()}:")):
            if line.heading is not heading:
                heading = line.heading
                output.line()
                output.line(output.style(heading, bold=True))
            whence = "" if line.source == found.session else f"  {output.short(line.source)}"
            output.line(f"- {'(unconfirmed) ' if line.tainted else ''}{line.text}{whence}")


def _title(one: Digest) -> str:
    return f"{one.span.value} of {one.starts_at[:7] if one.span is DigestSpan.MONTH else one.starts_at[:10]}"
