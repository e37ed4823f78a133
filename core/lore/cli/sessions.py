"""`lore sessions` and `lore timeline`: what was captured, to look at."""

import click

from lore import actions, clock
from lore.actions import Conversation, Sessions, Timeline, Told, open_engine
from lore.cli import console, output
from lore.cli.taking import takes
from lore.model import Event, EventKind, Role, Session, Turn
from lore.text import shorten

_SIGNS = {EventKind.COMMAND: "$", EventKind.FILE_CHANGE: "~", EventKind.ERROR: "!", EventKind.TOOL_CALL: "·"}


@click.command("list")
@output.listing_options
def list_command(project: str | None, limit: int) -> None:
    """List sessions, newest first."""
    with open_engine() as engine:
        found = actions.list_sessions(engine, project=project, limit=limit)
        reader = "" if output.as_json() or not found.sessions else actions.reader_status(engine).in_a_line
    output.told(found, _list)
    if not found.sessions and not output.as_json():
        console.note(f"no session{f' of `{project}`' if project else ''} yet: `lore capture PATH…` reads transcripts")
    if reader:
        console.note(reader)


sessions = output.group_of(list_command, "sessions", "List sessions, newest first; `lore sessions show ID` shows one.")


@sessions.command()
@takes(actions.show_session)
@output.json_option
def show(session: str) -> None:
    """Show the messages of a session. The beginning of an id is enough."""
    with open_engine() as engine:
        output.told(actions.show_session(engine, session), _show)


@sessions.command("narrative")
@takes(actions.tell_session)
@output.json_option
def show_narrative(session: str) -> None:
    """Summarise a session in a few lines: intent, decisions, outcomes, lessons."""
    with open_engine() as engine:
        output.told(actions.tell_session(engine, session), _show_told)


@click.command()
@takes(actions.replay_session)
@output.json_option
def timeline(session: str) -> None:
    """Replay a session: what was said, run and changed, and what failed, in order."""
    with open_engine() as engine:
        output.told(actions.replay_session(engine, session), _show_steps)


def _show(shown: Conversation) -> None:
    _heading(shown.session)
    for turn in shown.turns:
        output.line()
        output.line(f"{_who(turn)}  {turn.at or ''}".rstrip())
        output.lines(turn.text)


def _show_told(told: Told) -> None:
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


def _show_steps(replayed: Timeline) -> None:
    _heading(replayed.session)
    for step in replayed.steps:
        time = (step.at or "")[11:19]
        text = f"{_SIGNS[step.kind]} {step.name}" if isinstance(step, Event) else f"{_who(step)}: {step.text}"
        output.line(f"{time:<9} {shorten(text, output.width() - 10)}")


def _list(found: Sessions) -> None:
    for session in found.sessions:
        when = clock.to_the_minute(session.started_at or "")
        title = session.title or found.first_prompts.get(session.id, "")
        output.line(shorten(f"{session.id[:13]:<13}  {when:<16}  {session.agent:<12} {title}", output.width()))


def _heading(session: Session) -> None:
    output.line(output.style(session.title or session.id, bold=True))
    facts = (session.id, session.agent, session.project, session.started_at)
    output.line("  ".join(fact for fact in facts if fact))


def _who(turn: Turn) -> str:
    name = turn.speaker or {Role.USER: "you", Role.ASSISTANT: "agent"}.get(turn.role, turn.role.value)
    return output.style(name, bold=True)
