"""`lore capture`: read transcripts of agents into the store."""

from collections import Counter
from pathlib import Path
from typing import Any

import click

from lore import wire
from lore.actions import AUTO, Captured, capture as capture_now, formats, heard_in_words, open_engine, start_reader
from lore.cli import console, output
from lore.cli.reporting import reporting, tell_unembedded
from lore.cli.retired import tell_retired
from lore.cli.taking import takes
from lore.cli.watch import keep_watch
from lore.cli.whose import ask_whose, tell_elsewhere, tell_foreign, tell_nowhere
from lore.text import shorten


@click.command()
@takes(capture_now)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(formats()),
    default=AUTO,
    show_default=True,
    help="Which agent wrote the transcripts; `auto` tells by their content, `lore` is the neutral format.",
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, readable=False))
@click.option("--watch", "watching", is_flag=True, help="Keep reading what your agents write, until Ctrl-C.")
@output.json_option
def capture(paths: tuple[Path, ...], watching: bool, dry_run: bool, explain: bool, **options: Any) -> None:
    """Read transcripts of agents: files, or folders with all transcripts in them.

    Reading a file again, or a longer copy of it, adds only what is new. Lines that cannot be read are listed; the
    rest is kept. `lore undo --run ID` reverses a capture.

    In the folders where your own agents keep their sessions, the user's messages count as yours. Transcripts from
    elsewhere may be anybody's: no agent sees what they say until you approve it, unless you pass `--mine` or confirm
    the folder when you are asked.

    Without PATHS, the sessions of the agents on this machine are read; with `--watch`, those places are watched.
    """
    if watching:
        if dry_run or explain:
            raise console.usage_error("`--watch` only stores", "`lore capture --dry-run PATH…` shows what would be")
        keep_watch(paths, options)
        return
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
        if not dry_run:
            ask_whose(engine, paths, mine=options["mine"])
        done = capture_now(engine, paths, dry_run=dry_run, explain=explain, **options)
        if done.summary.run:
            start_reader(engine.store)
    tell_unembedded(done.summary.unembedded)
    _report(done, dry_run=dry_run, shown=dry_run or explain)
    if done.summary.run and not output.as_json():
        console.undo_hint(engine, done.summary.run)
    if done.summary.failed or (done.summary.unread and not done.summary.files):
        raise click.exceptions.Exit(1)


def _report(done: Captured, *, dry_run: bool, shown: bool) -> None:
    if output.as_json():
        output.json_line(wire.captured(done, shown=shown))
    else:
        if shown:
            _show_facts(done)
            _show_refused(done)
        tell_retired(done.replaced, "retired")
        _show(done, dry_run=dry_run)
    tell_foreign(done.summary.foreign)
    tell_nowhere((one.agent, len(one.nowhere)) for one in done.summary.heard)
    tell_elsewhere((elsewhere.folder, elsewhere.project) for elsewhere in done.summary.elsewhere)


def _show_facts(done: Captured) -> None:
    for one in done.found:
        kind = output.style(f"{one.fact.kind.value:<11}", fg="cyan")
        sign = "!" if one.fact.tainted else " "
        output.line(f"{one.action:<10} {kind}{sign} {shorten(one.fact.text, output.width() - 25)}")
        place = f"{one.evidence.role.value} in {one.evidence.session}"
        output.line(f"{'':<10} {shorten(f'{place}: “{one.evidence.quote}”', output.width() - 11)}")


def _show_refused(done: Captured) -> None:
    for refused in done.refused:
        reason = output.style(refused.verdict.reason, dim=True)
        output.line(f"{'refused':<10} {reason}")
        output.line(f"{'':<10} {shorten(refused.verdict.sentence, output.width() - 12)}")
    if done.refused:
        reasons = Counter(one.verdict.reason for one in done.refused)
        told = ", ".join(f"{count:,} {reason}" for reason, count in reasons.most_common())
        output.line(f"{'refused':<9}{len(done.refused):,} ({told})")


def _show(done: Captured, *, dry_run: bool) -> None:
    summary = done.summary
    facts = sum(summary.facts.values())
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(summary.facts.items(), key=lambda one: -one[1]))
    unchanged = f" ({summary.unchanged:,} unchanged)" if summary.unchanged else ""
    gone = f", {summary.taken_back:,} taken back" if summary.taken_back else ""
    again = f", {summary.reinforced:,} already known, reinforced" if summary.reinforced else ""
    output.line(f"{'files':<9}{summary.files:,}{unchanged}")
    output.line(f"{'sessions':<9}{summary.sessions:,} new")
    output.line(f"{'messages':<9}{summary.turns:,} new, {summary.turns_a_second:,.0f} a second")
    for agent, told in heard_in_words(summary):
        output.line(f"{'':<9}{agent}: {told}")
    output.line(f"{'events':<9}{summary.events:,} new")
    output.line(f"{'facts':<9}{facts:,} new{f' ({kinds})' if kinds else ''}{again}{gone}")
    if summary.unembedded:
        output.line(f"{'to embed':<9}up to {summary.unembedded:,} passages; searches embed them")
    if summary.warnings:
        output.line(f"{'warnings':<9}{summary.warnings:,}")
    if dry_run:
        output.line("dry run: nothing written")
