"""`lore distill`: a model of yours reads sessions; `lore consolidate`: from episodes to knowledge to candidates."""

import click

from lore.actions import (
    Consolidated,
    Distilling,
    Engine,
    consolidate as consolidate_now,
    consolidate_quietly,
    distill as distill_now,
    is_model_agreed,
    open_engine,
)
from lore.cli import console, output
from lore.cli.reader import act_of, agree_to, keep_quietly
from lore.cli.taking import takes
from lore.errors import NeedsPerson
from lore.presence import Person, deciding
from lore.text import counted, shorten


@click.command()
@takes(distill_now, way="--with MODEL")
@click.option("--on", "act", flag_value="on", help="Read each session when it is over; --project: also this project.")
@click.option("--off", "act", flag_value="off", help="Read no session by itself; --project: none of this project.")
@click.option("--status", "act", flag_value="status", help="Show who reads, what waits, and what it cost.")
@click.option("--stop", "act", flag_value="stop", help="End the reading that runs; the next session starts it again.")
@click.option("--quietly", "act", flag_value="quietly", hidden=True, help="Be the process that reads.")
@click.option("--yes", is_flag=True, help="You agree to what is sent; needed once for each model without a terminal.")
@output.json_option
def distill(session: str | None, again: bool, act: str | None, yes: bool, dry_run: bool, **options: str | None) -> None:
    """Let a model you choose read captured sessions, and keep the notes it can back with a quotation.

    With --on it reads each session by itself from now on, a few minutes after its last message. Without, it reads now
    what waits.

    A note counts only if its quotation occurs in the session word for word. Its wording stands beside your sentence
    until you approve it; where it brings along a name, number or command that you did not type, or denies what your
    sentence does not, it is a card only. Texts are sent as stored, with secrets masked, and you are asked before a
    model is sent anything for the first time. Everything else works without a model.
    """
    if act == "quietly":
        keep_quietly()
        return
    if act is not None:
        act_of(act, way=agree_to(options), project=options["project"], yes=yes)
        return
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        choice = {name: options[name] for name in ("way", "url", "key_variable")}
        is_agreed = dry_run or is_model_agreed(engine, **choice)
        if not is_agreed:
            planned = distill_now(engine, **options, session=session, again=again, dry_run=True)
            _tell_off(planned)
            engine.person = _agreed(planned, yes=yes) if planned.waiting else None
        done = distill_now(engine, **options, session=session, again=again, dry_run=dry_run)
        if is_agreed:
            _tell_off(done)
        _distilled(done, engine, dry_run=dry_run)


def _distilled(done: Distilling, engine: Engine, *, dry_run: bool) -> None:
    """Print what came of a pass over sessions."""
    if not output.printed(done):
        _show(done, dry_run=dry_run)
        if done.done is not None and done.done.run:
            console.undo_hint(engine, done.done.run)
    if not done.waiting or (done.done is not None and not done.done.read):
        raise click.exceptions.Exit(1 if done.done is not None and done.done.left else 3)


def _tell_off(done: Distilling) -> None:
    """Tell of projects that nobody reads: what is left out of them, and what is read because it was named."""
    for key in done.named:
        console.note(f"`{key}` is off: no model reads its sessions but now, because you named it")
    for key, sessions in done.left_out.items():
        left = f"{counted(sessions, 'session')} of `{key}` left out, which is off"
        console.note(f"{left}; you read {'it' if sessions == 1 else 'them'} with `lore distill --project {key}`")


def _agreed(planned: Distilling, *, yes: bool) -> Person:
    """Ask whether a model may be sent what waits. Raises NeedsPerson."""
    by = deciding("send sessions to a model", yes=yes)
    if not yes:
        console.note(f"{_amount(planned)} go to {planned.way.where}; secrets are masked, tool output is not sent")
        if not console.confirmed(f"Send them to {planned.way.label}, now and later?"):
            raise NeedsPerson("nothing was sent", hint="`--dry-run` shows what would be")
    return by


def _amount(planned: Distilling) -> str:
    """How much is sent in all."""
    messages = sum(waiting.request.messages for waiting in planned.waiting)
    sessions = counted(len(planned.waiting), "session")
    return f"{sessions}, {counted(messages, 'message')}, about {counted(planned.tokens, 'token')}"


def _show(done: Distilling, *, dry_run: bool) -> None:
    if not done.waiting:
        console.note("no captured session left to read; `--session ID` reads one again")
        return
    if dry_run or done.done is None:
        for waiting in done.waiting:
            left = f", {waiting.request.left_out:,} left out" if waiting.request.left_out else ""
            sent = counted(waiting.request.messages, "message")
            output.line(f"{waiting.session.id}  {sent}{left}, about {counted(waiting.request.tokens, 'token')}")
        output.line(f"{'to':<9}{done.way.where}" if done.way.leaves else f"{'from':<9}{done.way.label}")
        output.line(f"{'in all':<9}{_amount(done)}")
        console.note("dry run: nothing sent, nothing written")
        return
    for kept in done.done.kept:
        sign = "!" if kept.fact.tainted else " "
        output.line(f"{kept.action:<11}{kept.fact.kind.value:<11}{sign} {shorten(kept.fact.text, output.width() - 25)}")
    for refused in done.done.refused:
        output.line(f"{'refused':<11}{refused.reason}: {shorten(refused.note.text, 60)}")
    output.line(f"{'read':<11}{counted(done.done.read, 'session')} with {done.way.label}")
    if done.done.left:
        output.line(f"{'left':<11}{counted(done.done.left, 'session')} for the next `lore distill`")


SHOWN = 20


@click.command()
@click.option("--dry-run", is_flag=True, help="Show what would change; write nothing.")
@click.option("--quietly", is_flag=True, hidden=True, help="Only where it is due, and give way: for the background.")
@output.json_option
def consolidate(dry_run: bool, quietly: bool) -> None:
    """Tidy the memory: merge duplicates, settle contradictions, build knowledge, propose conventions.

    Nothing is deleted, and nothing is decided for you. Repeating it changes nothing.
    """
    if quietly:
        with open_engine() as engine:
            consolidate_quietly(engine)
        return
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = consolidate_now(engine, dry_run=dry_run)
    for note in done.report.notes:
        console.warn(note)
    if output.printed(done):
        return
    _show_steps(done, engine)
    if not dry_run:
        output.retired(done.replaced)


def _show_steps(done: Consolidated, engine: Engine) -> None:
    report = done.report
    for step in done.steps:
        output.line(f"{step.name:<11}{report.counts[step.name]:>6,}  {step.sentence}")
        of_step = [applied for applied in report.applied if applied.step == step.name]
        for one in of_step[:SHOWN] if done.dry_run else ():
            output.line(f"{'':<17}  {output.short(one.fact)}  {one.says}")
        if done.dry_run and len(of_step) > SHOWN:
            output.line(f"{'':<17}  and {report.counts[step.name] - SHOWN} more")
    if done.dry_run:
        console.note("dry run: nothing written")
    else:
        console.undo_hint(engine, report.run)
    if report.waiting:
        waits = "1 candidate waits" if report.waiting == 1 else f"{report.waiting} candidates wait"
        console.note(f"{waits} for you: `lore review`")
