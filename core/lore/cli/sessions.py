"""`lore sessions` and `lore timeline`: what was captured, to look at."""

from collections.abc import Sequence

import click

from lore.cli import output
from lore.model import Event, EventKind, Role, Session, Turn
from lore.store import SessionFilter, Store, open_store
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
def list_sessions(as_json: bool, limit: int, project: str | None) -> None:
    """List sessions, newest first."""
    _list(as_json, limit, project)


@sessions.command()
@click.argument("session_id", metavar="ID")
@output.json_option
def show(session_id: str, as_json: bool) -> None:
    """Show the messages of a session. The beginning of an id is enough."""
    with open_store() as store:
        session = _named(store, session_id)
        turns, events = store.sessions.turns(session.id), store.sessions.events(session.id)
    if as_json:
        output.json_line(
            {
                "session": output.fields_of(session),
                "turns": [
                    {"source_id": turn.source_id, "role": turn.role.value, "at": turn.at, "text": turn.text}
                    for turn in turns
                ],
                "events": [_event(event) for event in events],
            }
        )
        return
    _heading(session)
    for turn in turns:
        output.line(f"\n{_who(turn)}  {turn.at or ''}".rstrip())
        output.line(turn.text)


@sessions.command("narrative")
@click.argument("session_id", metavar="ID")
@output.json_option
def show_narrative(session_id: str, as_json: bool) -> None:
    """Tell a session in a few lines: intent, decisions, outcomes, lessons."""
    from lore.capture import narrative  # compiles the rules of extraction: 30 ms that listing need not pay

    with open_store() as store:
        told = narrative(store, _named(store, session_id).id)
    headings = {name: getattr(told, name) for name in ("decisions", "outcomes", "lessons", "open")}
    if as_json:
        output.json_line({"session": told.session.id, "intent": told.intent, **headings})
        return
    _heading(told.session)
    for name, entries in {"intent": (told.intent,) if told.intent else (), **headings}.items():
        if entries:
            output.line(f"\n{output.style(name, bold=True)}")
        for entry in entries:
            output.line(f"- {entry}")


@click.command()
@click.argument("session_id", metavar="ID")
@output.json_option
def timeline(session_id: str, as_json: bool) -> None:
    """Replay a session: what was said, run, changed and what failed, in order."""
    with open_store() as store:
        session = _named(store, session_id)
        steps = _in_order(store.sessions.turns(session.id), store.sessions.events(session.id))
    if as_json:
        output.json_line({"session": session.id, "steps": [_step(step) for step in steps]})
        return
    _heading(session)
    for step in steps:
        time = (step.at or "")[11:19]
        text = f"{_SIGNS[step.kind]} {step.name}" if isinstance(step, Event) else f"{_who(step)}: {step.text}"
        output.line(f"{time:<9} {shorten(text, output.width() - 10)}")


def _list(as_json: bool, limit: int, project: str | None) -> None:
    with open_store() as store:
        found = store.sessions.select(SessionFilter(project=project), limit=limit)
        first_prompts = store.sessions.first_prompts([session.id for session in found if not session.title])
    if as_json:
        output.json_line({"sessions": [output.fields_of(session) for session in found]})
        return
    for session in found:
        when = (session.started_at or "")[:16].replace("T", " ")
        title = session.title or first_prompts.get(session.id) or ""
        output.line(shorten(f"{session.id[:13]:<13}  {when:<16}  {session.agent:<12} {title}", output.width()))


def _named(store: Store, name: str) -> Session:
    """The session with this id, or the only one whose id begins so. Raises NotFound."""
    if store.sessions.find(name) is None and len(name) >= 4:
        like = store.sessions.with_prefix(name)
        if len(like) == 1:
            return like[0]
    return store.sessions.get(name)


def _in_order(turns: list[Turn], events: list[Event]) -> list[Turn | Event]:
    """Both in the order of time; what has no time follows what stands before it."""
    steps: list[tuple[str, int, Turn | Event]] = []
    lists: tuple[Sequence[Turn | Event], ...] = (turns, events)
    for rank, things in enumerate(lists):
        last = ""
        for thing in things:
            last = thing.at or last
            steps.append((last, rank, thing))
    return [thing for _, _, thing in sorted(steps, key=lambda one: one[:2])]


def _step(step: Turn | Event) -> dict[str, object]:
    if isinstance(step, Event):
        return _event(step)
    return {"kind": step.role.value, "source_id": step.source_id, "at": step.at, "text": step.text}


def _event(event: Event) -> dict[str, object]:
    return {
        "kind": event.kind.value,
        "source_id": event.source_id,
        "at": event.at,
        "name": event.name,
        "detail": event.detail,
    }


def _heading(session: Session) -> None:
    output.line(output.style(session.title or session.id, bold=True))
    facts = (session.id, session.agent, session.project, session.started_at)
    output.line("  ".join(fact for fact in facts if fact))


def _who(turn: Turn) -> str:
    name = turn.speaker or {Role.USER: "you", Role.ASSISTANT: "agent"}.get(turn.role, turn.role.value)
    return output.style(name, bold=True)
