"""`lore model`: which embedding model searches use, and changing it."""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import click

from lore import actions, presence
from lore.actions import ModelProgress, Models, ModelState, open_engine
from lore.cli import console, output
from lore.cli.taking import takes
from lore.platform import HERE, children, light


@click.command("list")
@output.json_option
def list_models() -> None:
    """List the models that can be used."""
    with open_engine() as engine:
        models = actions.list_models(engine)
    output.told(models, _show_models)
    console.note("and any model of an endpoint: `ollama:MODEL`, `openai:MODEL --url URL`")


model = output.group_of(list_models, "model", "Choose the embedding model that search uses.")


@model.command()
@takes(actions.use_model)
@click.option("--background", is_flag=True, help="Embed in the background; `lore model status` shows how far it is.")
@console.yes_option
def use(name: str, background: bool, yes: bool, **endpoint: Any) -> None:
    """Embed everything with NAME, then search with it.

    NAME is a model of `lore model list`, `ollama:MODEL`, or `openai:MODEL` with its `--url`. Until everything is
    embedded, searches use the previous model. After an interruption, run the same command again to continue.
    """
    presence.refuse_agent("choose the model")
    here = yes or presence.terminal_here()  # a person is needed for another machine only
    person = presence.deciding("send texts to another machine", yes=yes) if here else None
    with console.reporting() as reporter, open_engine(person=person, reporter=reporter) as engine:
        if background:
            prepared = actions.prepare_model(engine, name, **endpoint)
            allowed = [*["--remote", "--yes"] * endpoint["remote"], *["--insecure"] * endpoint["insecure"]]
            _detach([*prepared.command, *allowed])
            return
        done = actions.use_model(engine, name, **endpoint)
    console.note(f"searching with {done.name}; {done.embedded:,} passages were embedded")


@model.command("status")
@output.json_option
def show_status() -> None:
    """Show the model in use, what it has embedded, and any switch in progress."""
    with open_engine() as engine:
        state = actions.model_status(engine)
    if state.refused:
        console.warn(state.refused)
    if output.printed(state):
        return
    output.line(_line(state.in_use))
    if state.coming:
        output.line(f"switching to {_line(state.coming)}")
        _say_how_to_go_on(state, state.coming)


def _show_models(models: Models) -> None:
    rows = [
        (
            "*" if row.in_use else " ",
            row.name,
            f"{row.dimension:,}",
            f"{row.megabytes:,}" if row.megabytes else "here",
            row.licence,
        )
        for row in models.models
    ]
    output.table((" ", "model", "numbers", "MB", "licence"), rows, right=("numbers", "MB"))


def _detach(arguments: Sequence[str]) -> None:
    """Start the same command in a process that outlives this one."""
    process = subprocess.Popen(
        [sys.executable, *light.ISOLATED, "-m", "lore", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=children.environment(),
        **HERE.detached(),
    )
    console.note(f"embedding in process {process.pid}; `lore model status` shows how far it is")


def _say_how_to_go_on(state: ModelState, coming: ModelProgress) -> None:
    if coming.running:
        console.note("a process is working on it")
        return
    console.warn(f"it stopped: {coming.failure}" if coming.failure else "it was interrupted")
    drop = shlex.join(["lore", *state.in_use.command])
    console.note(f"`{shlex.join(['lore', *coming.command])}` goes on with it · `{drop}` drops it")


def _line(found: ModelProgress) -> str:
    where = f" at {found.url}" if found.url else ""
    downloaded = ", downloaded" if found.kind == "fastembed" else ""
    return (
        f"{found.name}{where}{downloaded}: {found.dimension:,} numbers,"
        f" {found.embedded:,} of {found.passages:,} passages embedded"
    )
