"""`lore capture`: read transcripts of agents into the store."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from lore.actions import Engine
from lore.capture import (
    READERS,
    CapturedFact,
    CaptureSummary,
    Options,
    Refused,
    Watcher,
    capture as run_capture,
    preview as run_preview,
    reader_named,
)
from lore.cli import console, output
from lore.cli.arguments import PROJECT, beginning
from lore.cli.findable import make_findable
from lore.cli.retired import tell_retired
from lore.cli.short_ids import short
from lore.cli.watch import keep_watch
from lore.cli.whose import ask_whose, tell_elsewhere, tell_foreign
from lore.model import Fact
from lore.store import open_store
from lore.text import shorten

AUTO = "auto"


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, readable=False))
@click.option(
    "--format",
    "format_name",
    type=click.Choice([AUTO, *(reader.name for reader in READERS)]),
    default=AUTO,
    show_default=True,
    help="Whose transcripts these are; `auto` goes by their content, `lore` is the neutral format.",
)
@click.option("--project", type=PROJECT, help="The project they belong to, instead of the one they name.")
@click.option("--mine", is_flag=True, help="A user's words in these transcripts are your own: you typed them.")
@click.option("--since", metavar="TIME", help="Only messages from this time on: 2026-03-01, 7d, last week.")
@click.option("--watch", "watching", is_flag=True, help="Go on with what is written from now on, until Ctrl-C.")
@click.option("--dry-run", is_flag=True, help="Show what would be stored; write nothing.")
@click.option("--explain", is_flag=True, help="Show each fact with its words, and why other sentences were refused.")
@output.json_option
def capture(
    paths: tuple[Path, ...],
    format_name: str,
    project: str | None,
    mine: bool,
    since: str | None,
    watching: bool,
    dry_run: bool,
    explain: bool,
    as_json: bool,
) -> None:
    """Read transcripts of agents: files, or folders with all transcripts in them.

    Reading a file again, or a longer copy of it, adds only what is new. Lines that cannot be read are named, the
    others kept. `lore undo --run ID` takes a capture back.

    Where your own agents keep their sessions, what a user says is your word. Transcripts from elsewhere may be
    anybody's: what they say reaches no agent before you approve it, unless you say `--mine`, or answer the question
    that is asked once for each folder.

    With `--watch` and no PATHS, the places where the agents on this machine keep their transcripts are watched.
    """
    reader = None if format_name == AUTO else reader_named(format_name)
    options = Options(reader=reader, project=project, mine=mine, since=beginning(since))
    if watching:
        if dry_run or explain:
            raise console.usage_error("`--watch` only stores", "`lore capture --dry-run PATH…` shows what would be")
        with open_store() as store:
            ask_whose(Engine(store), paths, mine=options.mine)
        keep_watch(paths, options, as_json=as_json)
        return
    if not paths:
        raise console.usage_error(
            "no file or folder is named", "`lore capture --watch` finds the places of your agents"
        )
    done = _read(paths, options, dry_run=dry_run, explain=explain)
    _report(done, dry_run=dry_run, shown=dry_run or explain, as_json=as_json)
    if done.summary.failed or (done.summary.unread and not done.summary.files):
        raise click.exceptions.Exit(1)


@dataclass(frozen=True, slots=True)
class _Captured:
    """What came of it."""

    summary: CaptureSummary
    found: Sequence[CapturedFact]
    refused: Sequence[Refused]
    retired: Sequence[Fact]


def _read(paths: Sequence[Path], options: Options, *, dry_run: bool, explain: bool) -> _Captured:
    found: list[CapturedFact] = []
    refused: list[Refused] = []
    started = time.monotonic()
    with open_store() as store:
        if not dry_run:
            ask_whose(Engine(store), paths, mine=options.mine)
        with console.progress("reading") as progress:
            watcher = Watcher(console.warn, progress, found.append, refused.append if explain else None)
            summary = (run_preview if dry_run else run_capture)(store, paths, options, watcher)
        if not dry_run:
            # Where nothing is new, nobody waits for the backlog of an earlier capture.
            left = make_findable(store, news=summary.run is not None)
            summary = replace(summary, unembedded=left, seconds=time.monotonic() - started)
        retired = store.facts.many([name for one in found for name in one.retired])
    return _Captured(summary, found, refused, retired)


def _report(done: _Captured, *, dry_run: bool, shown: bool, as_json: bool) -> None:
    if as_json:
        values = _as_json(done.summary, done.found if shown else (), done.refused)
        output.json_line({**values, "replaced": [fact.id for fact in done.retired]})
    else:
        if shown:
            _show_facts(done.found)
            _show_refused(done.refused)
        tell_retired(done.retired, "retired")
        _show(done.summary, dry_run=dry_run)
    tell_foreign(done.summary.foreign)
    tell_elsewhere(done.summary.elsewhere)


def _show_facts(found: Sequence[CapturedFact]) -> None:
    for one in found:
        kind = output.style(f"{one.fact.kind.value:<11}", fg="cyan")
        sign = "!" if one.fact.tainted else " "
        output.line(f"{one.action:<10} {kind}{sign} {shorten(one.fact.text, output.width() - 25)}")
        place = f"{one.evidence.role.value} in {one.evidence.session}"
        output.line(f"{'':<10} {shorten(f'{place}: “{one.evidence.quote}”', output.width() - 11)}")


def _show_refused(refused: Sequence[Refused]) -> None:
    for one in refused:
        reason = output.style(f"{one.verdict.reason} ({one.verdict.score:+.1f})", dim=True)
        output.line(f"{'refused':<10} {reason}")
        output.line(f"{'':<10} {shorten(one.verdict.sentence, output.width() - 12)}")
    if refused:
        reasons = Counter(one.verdict.reason for one in refused)
        told = ", ".join(f"{count:,} {reason}" for reason, count in reasons.most_common())
        output.line(f"{'refused':<9}{len(refused):,} ({told})")


def _show(summary: CaptureSummary, *, dry_run: bool) -> None:
    facts = sum(summary.facts.values())
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(summary.facts.items(), key=lambda one: -one[1]))
    unchanged = f" ({summary.unchanged:,} unchanged)" if summary.unchanged else ""
    again = f", {summary.reinforced:,} said again" if summary.reinforced else ""
    gone = f", {summary.taken_back:,} taken back" if summary.taken_back else ""
    output.line(f"{'files':<9}{summary.files:,}{unchanged}")
    output.line(f"{'sessions':<9}{summary.sessions:,} new")
    output.line(f"{'messages':<9}{summary.turns:,} new, {summary.turns_a_second:,.0f} a second")
    output.line(f"{'events':<9}{summary.events:,} new")
    output.line(f"{'facts':<9}{facts:,} new{f' ({kinds})' if kinds else ''}{again}{gone}")
    if summary.unembedded:
        output.line(f"{'to embed':<9}up to {summary.unembedded:,} passages; searches embed them")
    if summary.warnings:
        output.line(f"{'warnings':<9}{summary.warnings:,}")
    if dry_run:
        output.line("nothing was written")
    elif summary.run:
        output.line(f"undo with `lore undo --run {short(summary.run)}`")


def _as_json(summary: CaptureSummary, found: Sequence[CapturedFact], refused: Sequence[Refused]) -> dict[str, object]:
    shown = [
        {
            "action": one.action,
            "kind": one.fact.kind.value,
            "text": one.fact.text,
            "session": one.evidence.session,
            "source_id": one.evidence.source_id,
            "role": one.evidence.role.value,
            "quote": one.evidence.quote,
        }
        for one in found
    ]
    why = [
        {
            "session": one.session,
            "source_id": one.source_id,
            "role": one.role.value,
            "sentence": one.verdict.sentence,
            "score": one.verdict.score,
            "reason": one.verdict.reason,
        }
        for one in refused
    ]
    lists: dict[str, object] = {"found": shown, "refused": why}
    return {**output.fields_of(summary), **{name: items for name, items in lists.items() if items}}
