"""`lore sessions` and `lore timeline`: what was captured, to look at."""

import click

from lore import clock, wire
from lore.actions import list_sessions, open_engine, reader_status, replay_session, show_session, tell_session
from lore.cli import console, output
from lore.model import Event, EventKind, Role, Session, Turn
from lore.text import shorten

_SIGNS = {EventKind.COMMAND: "$", EventKind.FILE_CHANGE: "~", EventKind.ERROR: "!", EventKind.TOOL_CALL: "·"}


@click.group(invoke_without_command=True)
@output.plain_listing_options
@click.pass_context
def sessions(context: click.Context, as_json: bool, limit: int, project: str | None) -> None:
    """List sessions, newest first; `lore sessions show ID` shows one."""
    if context.invoked_subcommand is None:
        _list(as_json, limit, project)


@sessions.command("list")
@output.plain_listing_options
def list_command(as_json: bool, limit: int, project: str | None) -> None:
    """List sessions, newest first."""
    _list(as_json, limit, project)


@sessions.command()
@click.argument("session_id", metavar="ID")
@output.json_option
def show(session_id: str, as_json: bool) -> None:
    """Show the messages of a session. The beginning of an id is enough."""
    with open_engine() as engine:
        shown = show_session(engine, session_id)
    if as_json:
        output.json_line(wire.of(shown))
        return
    _heading(shown.session)
    for turn in shown.turns:
        output.line()
        output.line(f"{_who(turn)}  {turn.at or ''}".rstrip())
        output.lines(turn.text)


@sessions.command("narrative")
@click.argument("session_id", metavar="ID")
@output.json_option
def show_narrative(session_id: str, as_json: bool) -> None:
    """Summarise a session in a few lines: intent, decisions, outcomes, lessons."""
    with open_engine() as engine:
        told = tell_session(engine, session_id)
    if as_json:
        output.json_line(wire.of(told))
        return
    _heading(told.session)
    parts = {
        "intent": (told.intent,) if told.intent else (),
        "decisions": told.decisions,
        "outcomes": told.outcomes,
        "lessons": told.lessons,
        "open": told.open,
    }
    for name, entries in parts.items():
        if entries:
            output.line()
            output.line(output.style(name, bold=True))
        for entry in entries:
            output.line(f"- {entry}")
    if told.by:
        console.note(f"these are the words of {told.by}, which nobody confirmed")


@click.command()
@click.argument("session_id", metavar="ID")
@output.json_option
def timeline(session_id: str, as_json: bool) -> None:
    """Replay a session: what was said, run and changed, and what failed, in order."""
    with open_engine() as engine:
        replayed = replay_session(engine, session_id)
    if as_json:
        output.json_line(wire.of(replayed))
        return
    _heading(replayed.session)
    for step in replayed.steps:
        time = (step.at or "")[11:19]
        text = f"{_SIGNS[step.kind]} {step.name}" if isinstance(step, Event) else f"{_who(step)}: {step.text}"
        output.line(f"{time:<9} {shorten(text, output.width() - 10)}")


def _list(as_json: bool, limit: int, project: str | None) -> None:
    with open_engine() as engine:
        found = list_sessions(engine, project=project, limit=limit)
        reader = "" if as_json or not found.sessions else reader_status(engine).in_a_line
    if as_json:
        output.json_line(wire.of(found))
        return
    if not found.sessions:
        console.note(f"no session{f' of `{project}`' if project else ''} yet: `lore capture PATH…` reads transcripts")
    for session in found.sessions:
        when = clock.to_the_minute(session.started_at or "")
        title = session.title or found.first_prompts.get(session.id, "")
        output.line(shorten(f"{session.id[:13]:<13}  {when:<16}  {session.agent:<12} {title}", output.width()))
    if reader:
        console.note(reader)


def _heading(session: Session) -> None:
    output.line(output.style(session.title or session.id, bold=True))
    facts = (session.id, session.agent, session.project, session.started_at)
    output.line("  ".join(fact for fact in facts if fact))


def _who(turn: Turn) -> str:
    name = turn.speaker or {Role.USER: "you", Role.ASSISTANT: "agent"}.get(turn.role, turn.role.value)
    return output.style(name, bold=True)
