"""`lore checkpoint`: keep what was worked on and what solved it, while the session goes on."""

import json
from collections.abc import Mapping
from typing import Any

import click

from lore.actions import CheckpointKept, checkpoint as keep, checkpoint_from, open_engine
from lore.cli import console, output
from lore.cli.arguments import TextCommand
from lore.cli.taking import takes
from lore.errors import BadInput
from lore.presence import terminal_here
from lore.text import shorten

_OPTIONS = ("session", "agent", "project")
"""What the command line says where the JSON on stdin leaves it out."""


@click.command(cls=TextCommand)
@takes(
    keep, task="[TASK]", files="| A file it is about.", concepts="| A concept it is about.", agent="NAME",
)  # fmt: skip
@output.json_option
def checkpoint(task: str | None, **options: Any) -> None:
    """Save where a task stands: the problem, what solved it, the files and concepts involved.

    Asks for each in a terminal when nothing is given. `-` reads a JSON object with these names from stdin. With a
    solution it becomes a solution, with a problem alone a blocker, else a task; the session's timeline shows it.
    """
    if task == "-":
        given = _from_stdin(options)
    elif task is None and not any(options.values()) and terminal_here():
        given = _asked()
    else:
        given = {"task": task or "", **options}
    with open_engine() as engine:
        done = keep(engine, **given)
    _report(done)
    if not output.as_json():
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


def _report(done: CheckpointKept) -> None:
    if output.printed(done):
        return
    fact = done.fact
    output.line(f"{done.action} {output.short(fact.id)}  {fact.kind.value}  {shorten(fact.text, output.width() - 30)}")
    if done.session:
        output.line(f"in session {done.session.id} of {done.session.agent}")
