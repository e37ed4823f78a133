"""`lore checkpoint`: keep what was worked on and what solved it, while the session goes on."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from lore.capture import Checkpoint, Recorded, checkpoint as record, from_json
from lore.cli import console, output
from lore.cli.arguments import PROJECT
from lore.cli.short_ids import short
from lore.errors import BadInput
from lore.presence import terminal_here
from lore.projects import project_here
from lore.store import Store, open_store
from lore.text import shorten


@click.command()
@click.argument("words", nargs=-1, metavar="[TASK]")
@click.option("--problem", help="What stood in the way.")
@click.option("--solution", help="What solved it.")
@click.option("--file", "files", multiple=True, metavar="PATH", help="A file it is about.")
@click.option("--concept", "concepts", multiple=True, help="Something it is about.")
@click.option("--session", metavar="ID", help="The session it belongs to; default: the one of this project today.")
@click.option("--agent", metavar="NAME", help="The agent that records it; what an agent says waits for approval.")
@click.option("--project", type=PROJECT, help="The project; default: that of this folder.")
@output.json_option
def checkpoint(
    words: Sequence[str],
    problem: str | None,
    solution: str | None,
    files: Sequence[str],
    concepts: Sequence[str],
    session: str | None,
    agent: str | None,
    project: str | None,
    as_json: bool,
) -> None:
    """Keep what was worked on: the task, the problem, what solved it, the files and concepts it is about.

    Asks for each in a terminal when nothing is given. `-` reads a JSON object with these names from stdin. With a
    solution it becomes a solution, with a problem alone a blocker, else a task; the session's timeline shows it.
    """
    given = Checkpoint(" ".join(words), problem, solution, files, concepts, session, project, agent)
    if tuple(words) == ("-",):
        given = _from_stdin(given)
    elif given == Checkpoint("", files=(), concepts=()) and terminal_here():
        given = _asked()
    with open_store() as store:
        project = given.project or project_here(store.projects.all_known()).key
        done = record(store, replace(given, project=project))
    _report(store, done, as_json)


def _from_stdin(options: Checkpoint) -> Checkpoint:
    """What the JSON on stdin says; for what it leaves out, the options."""
    try:
        read = from_json(json.loads(sys.stdin.read()))
    except (ValueError, RecursionError) as error:
        raise BadInput(
            "what stands on stdin is not JSON", hint='such as {"task": "…", "problem": "…", "solution": "…"}'
        ) from error
    return replace(
        read,
        session=read.session or options.session,
        agent=read.agent or options.agent,
        project=read.project or options.project,
    )


def _asked() -> Checkpoint:
    """What a person answers."""
    console.note("An empty answer leaves a part out.")
    task = console.ask("task")
    problem, solution, files, concepts = (
        console.ask(name, default="") for name in ("problem", "solution", "files, with commas", "concepts, with commas")
    )
    return Checkpoint(task, problem, solution, _listed(files), _listed(concepts))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _report(store: Store, done: Recorded, as_json: bool) -> None:
    fact, session = done.outcome.fact, done.session
    if as_json:
        named = {"id": fact.id, "kind": fact.kind.value, "action": done.outcome.action.value, "text": fact.text}
        fields = {"problem": fact.problem, "solution": fact.solution, "files": fact.files, "concepts": fact.concepts}
        place = {"session": session.id if session else None, "project": fact.project, "tainted": fact.tainted}
        output.json_line({**named, **fields, **place})
        return
    output.line(
        f"{done.outcome.action.value} {short(fact.id)}  {fact.kind.value}  {shorten(fact.text, output.width() - 30)}"
    )
    if session:
        output.line(f"in session {session.id} of {session.agent}")
    console.undo_hint(store)
