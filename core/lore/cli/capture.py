"""`lore capture`: read transcripts of agents into the store."""

import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import click

from lore import actions, clock, presence, wire
from lore.actions import (
    AUTO,
    Captured,
    Engine,
    Gained,
    Watching,
    WatchReporter,
    capture as capture_now,
    formats,
    heard_in_words,
    open_engine,
    start_reader,
    watched_places,
)
from lore.cli import console, output
from lore.cli.taking import takes
from lore.cli.terminal import is_heard
from lore.text import counted, shorten


def ask_whose(engine: Engine, paths: Sequence[Path], *, mine: bool) -> None:
    """Ask once for each folder that was named, in a terminal. Without one nobody is asked: the words are nobody's."""
    if mine or not (presence.terminal_here() and is_heard()) or presence.agent_here() is not None:
        return
    for named, folders in actions.whose(engine, paths).items():
        where = f"`{named}`" if len(folders) == 1 else f"`{named}` ({len(folders)} folders)"
        console.note(f"the transcripts in {where} are not in a folder where your agents keep sessions")
        typed = console.confirmed("did you type the user's messages in them?")
        engine.person = presence.deciding("say that they typed what stands in a transcript")
        actions.declare(engine, folders, typed)
        console.undo_hint(engine, after="remembered")


def tell_foreign(folders: Sequence[str]) -> None:
    """Say in one line that words in a user's name do not count as the person's."""
    if folders:
        more = f" and {len(folders) - 1} more" if len(folders) > 1 else ""
        console.note(
            f"the user's messages in `{folders[0]}`{more} do not count as yours; `--mine` says that you typed them"
        )


def tell_nowhere(found: Iterable[tuple[str, int]]) -> None:
    """Say of how many sessions of an agent no folder is known, and how the person names their project."""
    for agent, number in found:
        if number:
            console.note(
                f"{agent}: {counted(number, 'session')} of no known folder, so what you said there holds nowhere;"
                " `lore capture --project KEY FILE` says whose it is"
            )


def tell_elsewhere(claims: Iterable[tuple[str, str]]) -> None:
    """Say which folders only claim to be a project, and how the person agrees to them. claims: folder and project."""
    for folder, project in claims:
        console.note(
            f"`{folder}` says that it is `{project}`, which Lore knows in another folder: what is said there"
            f" does not count as yours; if it is, `lore project set {project} {folder}`, then capture"
        )


_ENDING = (signal.SIGINT, signal.SIGTERM)


def keep_watch(paths: Sequence[Path], options: Mapping[str, Any]) -> None:
    """Watch these places, or those of all agents, until a signal; then say what was stored."""
    with open_engine() as engine:
        ask_whose(engine, paths, mine=options["mine"])
    shown = (_Json if output.as_json() else _Lines)(quiet=() if paths else watched_places())
    with _until_signal() as stopped:
        done = actions.watch(Engine(reporter=shown.reporter(stopped)), paths, **options)
    shown.finished(done)


class _Lines:
    """For people: a bar while what is there already is read, then one line for each session that gains something."""

    def __init__(self, quiet: Sequence[Path]) -> None:
        self._quiet = quiet
        """Places that nobody named: it is no news that they are not there."""
        self._introduced = False
        self._bars = console.Bars()

    def reporter(self, stopped: Callable[[], bool]) -> WatchReporter:
        """Shows what it hears."""
        return WatchReporter(
            warn=lambda error: console.warn(error.message),
            progress=self._bars.progress,
            stage=self._bars.stage,
            stopped=stopped,
            watching=self._watching,
            missing=self._missing,
            grown=self.grown,
        )

    def _watching(self, place: Path) -> None:
        self._bars.end()
        hint = "" if self._introduced else " · Ctrl-C ends it"
        self._introduced = True
        console.note(f"watching {place}{hint}")

    def _missing(self, place: Path) -> None:
        self._bars.end()
        if place not in self._quiet:
            console.note(f"waiting for {place}")

    def grown(self, gained: Gained) -> None:
        """Show what a session gained."""
        self._bars.end()
        session = gained.session
        told = _listed(gained.turns, gained.events, gained.facts)
        output.line(f"{clock.now()[11:19]}  {session.agent:<12} {session.id[:13]:<13}  {told}")
        output.retired(gained.replaced, "retired")

    def finished(self, ended: Watching) -> None:
        """Show what was stored in all."""
        self._bars.end()
        done = ended.done
        told = _listed(done.turns, done.events, done.facts)
        output.line(f"stored {told} of {counted(done.sessions, 'session')}" if told else "nothing new came")
        if done.left:
            console.note(f"{counted(done.left, 'file')} with unread changes: `lore capture` reads them")


class _Json(_Lines):
    """For programs: one object for each session that gained something, and one at the end."""

    def grown(self, gained: Gained) -> None:
        self._bars.end()
        output.json_line(wire.of(gained))

    def finished(self, ended: Watching) -> None:
        self._bars.end()
        output.json_line(wire.of(ended))


@contextmanager
def _until_signal() -> Iterator[Callable[[], bool]]:
    """Tells whether Ctrl-C or a polite kill came; the second one ends the process at once."""
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {number: signal.signal(number, end) for number in _ENDING}
    try:
        yield stop.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _listed(turns: int, events: int, facts: int) -> str:
    parts = ((turns, "message"), (events, "event"), (facts, "fact"))
    return ", ".join(counted(number, thing) for number, thing in parts if number)


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
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        if not dry_run:
            ask_whose(engine, paths, mine=options["mine"])
        done = capture_now(engine, paths, dry_run=dry_run, explain=explain, **options)
        if done.summary.run:
            start_reader(engine.store)
    console.tell_unembedded(done.summary.unembedded)
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
        output.retired(done.replaced, "retired")
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
