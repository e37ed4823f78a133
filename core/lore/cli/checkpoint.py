"""`lore checkpoint`: keep what was worked on and what solved it, while the session goes on."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click

from lore import wire
from lore.actions import CheckpointKept, checkpoint as keep, checkpoint_from, open_engine
from lore.cli import console, output
from lore.cli.arguments import TextCommand
from lore.cli.short_ids import short
from lore.errors import BadInput
from lore.presence import terminal_here
from lore.text import shorten

_OPTIONS = ("session", "agent", "project")
"""What the command line says where the JSON on stdin leaves it out."""


@click.command(cls=TextCommand)
@click.argument("words", nargs=-1, metavar="[TASK]")
@click.option("--problem", help="What stood in the way.")
@click.option("--solution", help="What solved it.")
@click.option("--file", "files", multiple=True, metavar="PATH", help="A file it is about.")
@click.option("--concept", "concepts", multiple=True, help="A concept it is about.")
@click.option("--session", metavar="ID", help="The session it belongs to; default: the one of this project today.")
@click.option("--agent", metavar="NAME", help="The agent that records it; what an agent says waits for approval.")
@click.option("--project", metavar="KEY", help="The project; default: that of this folder.")
@output.json_option
def checkpoint(words: Sequence[str], as_json: bool, **options: Any) -> None:
    """Save where a task stands: the problem, what solved it, the files and concepts involved.

    Asks for each in a terminal when nothing is given. `-` reads a JSON object with these names from stdin. With a
    solution it becomes a solution, with a problem alone a blocker, else a task; the session's timeline shows it.
    """
    if tuple(words) == ("-",):
        given = _from_stdin(options)
    elif not words and not any(options.values()) and terminal_here():
        given = _asked()
    else:
        given = {"task": " ".join(words), **options}
    with open_engine() as engine:
        done = keep(engine, **given)
    _report(done, as_json)
    if not as_json:
        console.undo_hint(engine)


def _from_stdin(options: Mapping[str, Any]) -> dict[str, Any]:
    """What the JSON on stdin says; for what it leaves out, the options."""
    try:
        read = checkpoint_from(json.loads(console.read_stdin()))
    except (ValueError, RecursionError) as error:
        raise BadInput(
            "stdin is not valid JSON", hint='such as {"task": "…", "problem": "…", "solution": "…"}'
        ) from error
    return {**read, **{name: read[name] or options[name] for name in _OPTIONS}}


def _asked() -> dict[str, Any]:
    """What a person answers."""
    console.note("An empty answer leaves a part out.")
    task = console.ask("task")
    problem, solution, files, concepts = (
        console.ask(name, default="") for name in ("problem", "solution", "files, with commas", "concepts, with commas")
    )
    return {
        "task": task,
        "problem": problem,
        "solution": solution,
        "files": _listed(files),
        "concepts": _listed(concepts),
    }


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _report(done: CheckpointKept, as_json: bool) -> None:
    if as_json:
        output.json_line(wire.of(done))
        return
    fact = done.fact
    output.line(f"{done.action} {short(fact.id)}  {fact.kind.value}  {shorten(fact.text, output.width() - 30)}")
    if done.session:
        output.line(f"in session {done.session.id} of {done.session.agent}")
