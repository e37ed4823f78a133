"""`lore model`: which embedding model searches use, and changing it."""

import shlex
import subprocess
import sys
from dataclasses import dataclass

import click

from lore import presence
from lore.cli import console, output
from lore.cli.deciding import yes_option
from lore.embedding import (
    ENDPOINTS,
    FASTEMBED,
    KnownModel,
    ModelChoice,
    allow,
    known_models,
    model_in_use,
    named_model,
    refusal,
    refused_model,
)
from lore.index import ModelStatus, prepared, status, switch, unfinished
from lore.platform import HERE
from lore.store import open_store

OFF = "off"


@click.group(invoke_without_command=True)
@output.json_option
@click.pass_context
def model(context: click.Context, as_json: bool) -> None:
    """Choose the embedding model that search finds meanings with."""
    if context.invoked_subcommand is None:
        _list(as_json)


@model.command("list")
@output.json_option
def list_models(as_json: bool) -> None:
    """List the models that can be used."""
    _list(as_json)


@model.command()
@click.argument("name")
@click.option("--url", metavar="URL", help="Where an endpoint is; `ollama:` has a usual place.")
@click.option("--key-variable", metavar="NAME", help="The environment variable with the endpoint's key; never stored.")
@click.option("--remote", is_flag=True, help="Allow an endpoint on another machine: it is sent every text.")
@click.option("--insecure", is_flag=True, help="Allow a key to be sent there unencrypted, over `http://`.")
@click.option("--background", is_flag=True, help="Embed in a process of its own; `lore model status` shows how far.")
@yes_option
def use(
    name: str, url: str | None, key_variable: str | None, remote: bool, insecure: bool, background: bool, yes: bool
) -> None:
    """Embed everything with NAME, then search with it.

    NAME is a model of `lore model list`, `ollama:MODEL`, or `openai:MODEL` with its `--url`. Until all is embedded
    searches use the model they used before. Interrupted, the same command goes on.
    """
    presence.refuse_agent("choose the model")
    choice = named_model(name, url=url, key_variable=key_variable)
    for consequence in allow(choice, remote=remote, insecure=insecure, yes=yes):
        console.warn(consequence)
    with open_store() as store:
        choice = prepared(store, choice)
        if background:
            _detach(choice, [*["--remote", "--yes"] * remote, *["--insecure"] * insecure])
            return
        with console.progress("embedding") as progress:
            report = switch(store, choice, progress=progress)
    console.note(f"searching with {choice.label}; {report.passages:,} passages were embedded")


@model.command("status")
@output.json_option
def show_status(as_json: bool) -> None:
    """Show the model in use, what it has embedded, and a switch that is under way."""
    with open_store() as store:
        current, coming, refused = status(store), unfinished(store), refused_model(store)
    if refused:
        console.warn(refusal(refused))
    if as_json:
        output.json_line({"in_use": _as_json(current), "switching_to": _coming_as_json(coming) if coming else None})
        return
    output.line(_line(current))
    if coming:
        output.line(f"switching to {_line(coming)}")
        _say_how_to_go_on(current, coming)


@model.command()
@click.argument("name", required=False)
@output.json_option
def rerank(name: str | None, as_json: bool) -> None:
    """Let a cross-encoder read the best hits once more; `off`, the default, does without.

    Without NAME, lists those that can be used. Each search takes half a second longer with the smallest.
    """
    from lore.embedding import known_rerankers, prepared_reranker, reranker_in_use, use_reranker

    with open_store() as store:
        if name is None:
            current = reranker_in_use(store)
            _show_models([Shown.of(one, current.name if current else "") for one in known_rerankers()], as_json)
            return
        presence.refuse_agent("choose the reranker")
        use_reranker(store, None if name.casefold() == OFF else prepared_reranker(store, name).name)
    console.note("searching without a reranker" if name.casefold() == OFF else f"the best hits are reranked by {name}")


def _list(as_json: bool) -> None:
    with open_store() as store:
        current = model_in_use(store)
    bundled = KnownModel(ModelChoice().name, ModelChoice().dimension, 0, "apache-2.0")
    rows = [Shown.of(one, current.name) for one in [bundled, *known_models()]]
    if not any(row.in_use for row in rows):
        rows.insert(0, Shown(current.label, current.dimension, 0, "", in_use=True))
    _show_models(rows, as_json)
    console.note("and any model of an endpoint: `ollama:MODEL`, `openai:MODEL --url URL`")


@dataclass(frozen=True, slots=True)
class Shown:
    """One line of a list of models."""

    name: str
    dimension: int
    megabytes: int
    licence: str
    in_use: bool

    @classmethod
    def of(cls, known: KnownModel, used: str) -> "Shown":
        return cls(known.name, known.dimension, known.megabytes, known.licence, known.name == used)


def _show_models(rows: list[Shown], as_json: bool) -> None:
    if as_json:
        output.json_line({"models": [output.fields_of(row) for row in rows]})
        return
    for row in rows:
        size = f"{row.megabytes:,} MB" if row.megabytes else "here"
        numbers = f"{row.dimension:>5,} numbers" if row.dimension else ""
        output.line(f"{'*' if row.in_use else ' '} {row.name:<55} {numbers} {size:>9}  {row.licence}")


def _detach(choice: ModelChoice, consent: list[str]) -> None:
    """Start the same command in a process that outlives this one."""
    command = [sys.executable, "-m", "lore", *_arguments(choice), *consent]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **HERE.detached(),
    )
    console.note(f"embedding in process {process.pid}; `lore model status` shows how far it is")


def _say_how_to_go_on(current: ModelStatus, coming: ModelStatus) -> None:
    if coming.running:
        console.note("a process is at it")
        return
    console.warn(f"it stopped: {coming.failure}" if coming.failure else "it was interrupted")
    drop = shlex.join(["lore", *_arguments(current.choice)])
    console.note(f"`{shlex.join(['lore', *_arguments(coming.choice)])}` goes on with it · `{drop}` drops it")


def _arguments(choice: ModelChoice) -> list[str]:
    """What brings a switch to this model to its end."""
    name = choice.model if choice.kind not in ENDPOINTS else f"{choice.kind}:{choice.model}"
    url = ["--url", choice.url] if choice.url and choice.url != ENDPOINTS[choice.kind] else []
    key = ["--key-variable", choice.key_variable] if choice.key_variable else []
    return ["model", "use", name, *url, *key]


def _line(found: ModelStatus) -> str:
    where = f" at {found.choice.url}" if found.choice.url else ""
    downloaded = ", downloaded" if found.choice.kind == FASTEMBED else ""
    return (
        f"{found.choice.label}{where}{downloaded}: {found.choice.dimension:,} numbers,"
        f" {found.embedded:,} of {found.passages:,} passages embedded"
    )


def _as_json(found: ModelStatus) -> dict[str, object]:
    return {
        "name": found.choice.label,
        "kind": found.choice.kind,
        "url": found.choice.url or None,
        "dimension": found.choice.dimension,
        "embedded": found.embedded,
        "passages": found.passages,
    }


def _coming_as_json(found: ModelStatus) -> dict[str, object]:
    return {**_as_json(found), "running": found.running, "failure": found.failure or None}
