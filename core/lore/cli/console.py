"""Owns stderr and the exit codes: errors, warnings, notes, progress."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from lore.errors import LoreError

INTERRUPTED = 130
Progress = Callable[[int, int], None]
"""Called with what is done and the whole; the whole may grow."""


def usage_error(message: str, hint: str) -> click.UsageError:
    return click.UsageError(f"{message}\n\nhint: {hint}")


def show_error(error: LoreError) -> int:
    """Print an error with its hint; returns its exit code."""
    _line("error", error.message, colour="red")
    if error.hint:
        click.echo(f"\nhint: {error.hint}", err=True)
    return error.exit_code


def show_usage(error: click.ClickException) -> int:
    """Print a mistake in the arguments; returns the exit code for usage."""
    message = error.format_message().rstrip(".")
    _line("error", message[:1].lower() + message[1:], colour="red")
    context = getattr(error, "ctx", None)
    if context is not None and "hint:" not in message:
        click.echo(f"\nhint: `{context.command_path} --help` shows the arguments", err=True)
    return error.exit_code


def interrupted() -> int:
    click.echo("interrupted: what was done is saved", err=True)
    return INTERRUPTED


def warn(message: str) -> None:
    """A problem that did not stop the command."""
    _line("warning", message, colour="yellow")


def note(message: str) -> None:
    """Something the person should know; not data."""
    click.echo(message, err=True)


def tell_damage() -> int:
    """Name the rows that were left out because they are damaged on disk. Returns their number."""
    from lore.store import damage

    names = damage.take()
    for name in names:
        warn(f"`{name}` is damaged on disk and was left out: `lore doctor` shows which backup has it whole")
    return len(names)


@contextmanager
def progress(label: str) -> Iterator[Progress]:
    """A bar on stderr while something runs that may take over a second; nothing where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, whole: None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr, update_min_steps=1) as bar:

        def show(done: int, whole: int) -> None:
            bar.length = max(whole, 1)
            bar.update(done - bar.pos)

        yield show


def _line(label: str, message: str, *, colour: str) -> None:
    from lore.intake import sanitise  # 5 ms, and most commands end well

    # A message names what was typed or read, which may hold what acts on a terminal.
    click.echo(f"{click.style(label, fg=colour, bold=True)}: {sanitise(message)}", err=True)
