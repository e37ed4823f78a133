"""Owns stdout: data for people as lines, data for programs as JSON with `"schema": 1`."""

import dataclasses
import functools
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from lore.errors import BadInput
from lore.model import Layer

Command = TypeVar("Command", bound=Callable[..., Any])
SCHEMA = 1


def listing_options(command: Command) -> Command:
    """The options that every listing takes: `--json`, `--limit`, `--project`, `--layer`."""
    for option in (
        click.option("--layer", type=click.Choice([layer.value for layer in Layer]), help="Only this layer."),
        click.option("--project", metavar="KEY", help="Only this project."),
        click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many."),
        json_option,
    ):
        command = option(command)
    return command


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def line(text: str = "") -> None:
    """Print one line of data."""
    click.echo(text, color=None if _colours() else False)


def style(text: str, **styles: Any) -> str:
    """The text with a colour or weight, where stdout is a terminal that wants them."""
    return click.style(text, **styles) if _colours() else text


def json_line(values: Mapping[str, object]) -> None:
    """Print one JSON object with the schema number, on one line."""
    click.echo(_json({"schema": SCHEMA, **values}))


def fields_of(thing: Any) -> dict[str, object]:
    """The fields of a dataclass, as JSON shows them."""
    return {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}


def write_lines(target: Path, objects: Iterable[Mapping[str, object]]) -> int:
    """Write objects as JSON lines to a file of the user's own mode; returns their number. Raises BadInput."""
    try:
        with target.open("w", encoding="utf-8") as file:
            return sum(1 for values in objects if file.write(_json(values) + "\n"))
    except OSError as error:
        raise BadInput(f"`{target}` cannot be written: {error.strerror}", hint="name another file") from error


def _json(values: Mapping[str, object]) -> str:
    # Half a character, which JSON that was read can name, can be written by nothing.
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")


def width() -> int:
    """Columns to fill: the terminal's, or 80."""
    import shutil

    return min(120, shutil.get_terminal_size((80, 24)).columns)


@functools.cache
def _colours() -> bool:
    return sys.stdout is not None and sys.stdout.isatty() and "NO_COLOR" not in os.environ  # `>&-` closes it
