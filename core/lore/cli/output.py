"""Owns stdout: data for people as lines, data for programs as JSON with `"schema": 1`."""

import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lore.cli import terminal
from lore.errors import BadInput
from lore.platform import HERE, writes_unicode
from lore.presence import agent_here

if TYPE_CHECKING:
    from lore.actions import Engine
    from lore.model import Fact

Command = TypeVar("Command", bound=Callable[..., Any])
Outcome = TypeVar("Outcome")
SCHEMA = 1
LONGEST_LINE = 120
"""Columns that a line fills at most, however wide the terminal is."""
PIPED = 400
"""Characters of a line that goes into a pipe or a file: nearly every fact stands there whole."""
WHOLE = 2_000
"""Columns of a line that an agent reads: more than any statement has."""
SHOWN = 20
"""Facts that are named one by one."""
_ENGINE = "lore.engine"
"""Where a running command keeps the engine that knows the ids."""
_OWN_FILE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def listing_options(command: Command) -> Command:
    """The options of every listing: `--json`, `--limit`, `--project`."""
    for option in (
        click.option("--project", metavar="KEY", help="Only this project."),
        click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most this many."),
        json_option,
    ):
        command = option(command)
    return command


def _note_json(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    ctx.obj = wanted


json_option = click.option(
    "--json", "as_json", is_flag=True, expose_value=False, callback=_note_json, help="Print JSON."
)


def as_json() -> bool:
    """Whether this command was told to print JSON."""
    return bool(click.get_current_context().obj)


def printed(outcome: object) -> bool:
    """Print what an action returned as JSON, where that was asked for; returns whether it was."""
    if as_json():
        from lore import wire

        json_line(wire.of(outcome))
    return as_json()


def told(outcome: Outcome, show: Callable[[Outcome], None]) -> None:
    """Print what an action returned: as JSON where that was asked for, else as `show` does."""
    if not printed(outcome):
        show(outcome)


def group_of(default: click.Command, name: str, sentence: str, cls: type[click.Group] = click.Group) -> click.Group:
    """A group of commands that does its `default` where it is called alone, with the options of that."""
    group = cls(name, help=sentence, params=[*default.params], invoke_without_command=True)

    @click.pass_context
    def alone(context: click.Context, /, **options: Any) -> None:
        if context.invoked_subcommand is None and default.callback is not None:
            default.callback(**options)

    group.callback = alone
    group.add_command(default)
    return group


def line(text: str = "") -> None:
    """Print one line of data, literally: nothing in it acts on a terminal but what `style` made, or ends the line."""
    terminal.write(terminal.one_line(text), sys.stdout, colours=_colours())


def lines(text: str) -> None:
    """Print a text of any number of lines, such as a message or a page of help; else as `line`."""
    terminal.write(terminal.literal(text), sys.stdout, colours=_colours())


def paged(texts: Sequence[str]) -> None:
    """Print lines; where the terminal has fewer rows, in the pager of whoever reads them."""
    if not terminal.is_seen() or len(texts) < os.get_terminal_size(sys.stdout.fileno()).lines:
        for text in texts:
            line(text)
        return
    click.echo_via_pager("".join(f"{terminal.one_line(text)}\n" for text in texts), color=_colours())


def table(titles: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()) -> None:
    """Print rows in columns under a line of titles; nothing where there is no row.

    right: the titles of columns of numbers, which end together. The last column is as long as it is.
    """
    if not rows:
        return
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    for place, cells in enumerate((titles, *rows)):
        fitted = [
            cell.rjust(width) if title in right else cell.ljust(width)
            for title, cell, width in zip(titles, cells, widths, strict=True)
        ]
        told = "  ".join(fitted).rstrip()
        line(told if place else style(told, bold=True))


def style(text: str, **styles: Any) -> str:
    """The text with a colour or weight, where stdout is a terminal that wants them. Only `line` can print it."""
    return terminal.styled(text, **styles) if _colours() else text


def of_diff(text: str) -> str:
    """A line of a difference, in its colour."""
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(text[:1])
    return style(text, fg=colour) if colour else text


def json_line(values: Mapping[str, object]) -> None:
    """Print one JSON object with the schema number, on one line."""
    text = _json({"schema": SCHEMA, **values})
    terminal.write(text if writes_unicode(sys.stdout) else _ascii(text), sys.stdout, colours=False)


def json_error(message: str, hint: str | None, exit_code: int) -> None:
    """Print what went wrong as an object, where nothing was printed: who reads JSON then finds the reason in it."""
    if not terminal.has_printed():
        json_line({"error": {"message": message, "hint": hint, "exit_code": exit_code}})


def write_lines(target: Path, objects: Iterable[Mapping[str, object]]) -> int:
    """Write objects as JSON lines to a file that is the owner's alone; returns their number. Raises BadInput."""
    try:
        with os.fdopen(os.open(target, _OWN_FILE, 0o600), "w", encoding="utf-8") as file:
            if target.is_file():  # not `/dev/stdout`; one that was there before may be open to others
                HERE.set_mode(file.fileno(), 0o600)
            return sum(1 for values in objects if file.write(_json(values) + "\n"))
    except OSError as error:
        raise BadInput(f"`{target}` cannot be written: {error.strerror}", hint="name another file") from error


def _json(values: Mapping[str, object]) -> str:
    """JSON in which every character shows: what would act or hide is written as `\\uXXXX`, so that nothing is lost."""
    text = json.dumps(values, ensure_ascii=False)
    from lore.intake import shows_all, suspects

    hidden = "" if shows_all(text) else suspects(text)
    return text.translate({ord(character): json.dumps(character)[1:-1] for character in hidden}) if hidden else text


def _ascii(text: str) -> str:
    return "".join(character if character.isascii() else json.dumps(character)[1:-1] for character in text)


def width(most: int = PIPED) -> int:
    """Columns to fill: what `COLUMNS` says, else the terminal's, or `PIPED`, but no more than `most`.

    In an agent's shell `WHOLE`: cut short, a model's wording would stand without the sentence beside it.
    """
    if agent_here() is not None:
        return WHOLE
    return min(most, _columns())


def _columns() -> int:
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return min(LONGEST_LINE, int(said))
    try:  # as `shutil.get_terminal_size` does, whose room takes 10 ms to load
        found = os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns
    except (ValueError, OSError):  # it is closed, detached, or no terminal
        found = 0
    return min(LONGEST_LINE, found) if found else PIPED


def _colours() -> bool:
    return terminal.wants_colours(sys.stdout)


def short(name: str) -> str:
    """An id as a terminal shows it: its shortest beginning that fits nothing else, of six characters at least.

    The store is opened once a command, when the first id is shown, and closed behind it.
    """
    from lore.actions import short_id

    return short_id(reading(), name)


def reading() -> "Engine":
    """The engine of this command that only reads."""
    from lore.actions import open_engine

    context = click.get_current_context().find_root()
    if _ENGINE not in context.meta:
        context.meta[_ENGINE] = context.with_resource(open_engine())
    engine: Engine = context.meta[_ENGINE]
    return engine


def retired(facts: "Sequence[Fact]", relation: str = "replaces") -> None:
    """Print each fact that is out of force now, and how it comes back."""
    from lore.text import shorten

    for fact in facts[:SHOWN]:
        line(f"{relation} {short(fact.id)}  {shorten(fact.text, width() - 20)}")
        line(f"{'':<8} `lore restore {short(fact.id)}` brings it back")
    if len(facts) > SHOWN:
        line(f"{relation} {len(facts) - SHOWN} more; `lore facts --status superseded` lists them")
