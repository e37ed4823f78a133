"""Owns stderr and the exit codes: errors, warnings, notes, questions, progress."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import click

from lore.cli import terminal
from lore.errors import LoreError
from lore.progress import Progress, Reporter

if TYPE_CHECKING:
    from lore.actions import Engine

INTERRUPTED = 130
_HINT = "\n\nhint: "
yes_option = click.option(
    "--yes", is_flag=True, help="You have decided; needed without a terminal. Does not accept warnings."
)
needless_yes_option = click.option(
    "--yes", is_flag=True, expose_value=False, help="Not needed here: `lore undo` reverses it."
)
even_if_option = click.option(
    "--even-if", "even_if", multiple=True, metavar="WARNING", help="Accept this warning; only for a single card."
)


def usage_error(message: str, hint: str) -> click.UsageError:
    return click.UsageError(f"{message}{_HINT}{hint}")


def show_error(error: LoreError, *, as_json: bool = False) -> int:
    """Print an error with its hint, on stdout as JSON too where that was asked for; returns its exit code."""
    return _report(error.message, error.hint, error.exit_code, as_json=as_json)


def show_usage(error: click.ClickException, *, as_json: bool = False) -> int:
    """Print a mistake in the arguments; returns the exit code for usage."""
    message, _, hint = error.format_message().rstrip(".").partition(_HINT)
    context = getattr(error, "ctx", None)
    if not hint and context is not None:
        hint = f"`{context.command_path} --help` shows the arguments"
    return _report(message[:1].lower() + message[1:], hint or None, error.exit_code, as_json=as_json)


def show_traceback(error: BaseException) -> int:
    """Print where an error came from, for `--debug`; returns its exit code."""
    import traceback

    _write("".join(traceback.format_exception(error)).rstrip())
    return error.exit_code if isinstance(error, LoreError) else 1


def interrupted() -> int:
    _write("interrupted: what was done is saved")
    return INTERRUPTED


def warn(message: str) -> None:
    """A problem that did not stop the command."""
    _line("warning", message, colour="yellow")


def note(message: str, *, indent: int = 0) -> None:
    """Something the person should know; not data. One line, which a terminal shows broken between words.

    indent: where the lines after the first begin.
    """
    text = terminal.one_line(message)
    terminal.write(_between_words(text, indent) if terminal.is_heard() else text, sys.stderr, colours=False)


def _between_words(text: str, indent: int) -> str:
    import textwrap  # 5 ms, which nobody pays whose lines are short

    from lore.cli import output

    columns = output.width()
    if len(text) <= columns:
        return text
    return textwrap.fill(text, columns, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def undo_hint(writer: "Engine", run: str | None = None, *, after: str = "") -> None:
    """Say how to undo what this command did; only `after` where it changed nothing that an undo takes back.

    run: where it was a whole run. after: what the line begins with.
    """
    told = [after] if after else []
    if writer.units or run:
        from lore.actions import leaves_undo
        from lore.cli import output

        if leaves_undo(output.reading(), writer.units, run):
            told.append(f"undo: `lore undo{f' --run {output.short(run)}' if run else ''}`")
    if told:
        note(" · ".join(told))


def ask(question: str, *, default: str | None = None, suffix: str = ": ", hidden: bool = False) -> str:
    """What a person types; the default, where there is one, on Enter."""
    return str(
        click.prompt(
            terminal.one_line(question),
            default=default,
            show_default=False,
            prompt_suffix=suffix,
            hide_input=hidden,
            err=True,
        )
    )


def read_stdin() -> str:
    """All that is piped into this command. Raises a usage error where stdin is closed."""
    if sys.stdin is None:
        raise usage_error("stdin is closed", "pipe the text in, or give it as an argument")
    return sys.stdin.read()


def confirmed(question: str) -> bool:
    """Whether a person says yes; no without a terminal."""
    return click.confirm(terminal.one_line(question), default=False, err=True)


def edited(text: str) -> str | None:
    """The text as a person leaves it in their editor; None where they did not save."""
    return click.edit(terminal.literal(text), extension=".md")


def begin() -> None:
    """Forget what an earlier command of this process met; called before each."""
    damage = sys.modules.get("lore.store.sqlite.reading")  # loading the store takes 30 ms, which `--help` need not pay
    if damage is not None:
        damage.damage_met()


def tell_damage() -> int:
    """Name the rows that were left out because they are damaged on disk. Returns their number."""
    from lore.actions import damage_met

    names = damage_met()
    for name in names:
        warn(f"`{name}` is damaged on disk and was left out: `lore doctor` shows which backup has it whole")
    return len(names)


@contextmanager
def progress(label: str) -> Iterator[Progress]:
    """A bar on stderr while something runs that may take over a second; nothing where stderr is no terminal."""
    if not terminal.moves_cursor(sys.stderr):
        yield lambda done, whole: None
        return
    with click.progressbar(length=1, label=terminal.literal(label), file=sys.stderr, update_min_steps=1) as bar:

        def show(done: int, whole: int) -> None:
            bar.length = max(whole, 1)
            bar.update(done - bar.pos)

        yield show


class Bars:
    """One bar at a time, named after the stage. Nothing is drawn where stderr is no terminal."""

    def __init__(self) -> None:
        self._closing = ExitStack()
        self._bar: Progress | None = None

    def stage(self, name: str) -> None:
        """End the bar there is, and begin one for this stage; an empty name only ends."""
        self.end()
        if not name:
            return
        self._bar = self._closing.enter_context(progress(name))

    def progress(self, done: int, whole: int) -> None:
        if self._bar:
            self._bar(done, whole)

    def end(self) -> None:
        self._bar = None
        self._closing.close()


@contextmanager
def reporting() -> Iterator[Reporter]:
    """A reporter that shows what it hears on stderr."""
    bars = Bars()
    try:
        yield Reporter(warn=lambda error: warn(error.message), progress=bars.progress, stage=bars.stage)
    finally:
        bars.end()


def tell_unembedded(passages: int) -> None:
    """Say how many passages are still to embed at most; nothing where none is."""
    if passages:
        note(
            f"up to {passages:,} passages still to embed: the app goes on with it while it is open, `lore reindex` now"
        )


def in_terminal() -> bool:
    """Whether an app or an editor can be seen and served."""
    from lore import presence

    return presence.terminal_here() and terminal.is_seen()


def may_open_app() -> bool:
    """Whether a person can see the app and press its keys."""
    from lore import presence

    return in_terminal() and presence.agent_here() is None


def _report(text: str, hint: str | None, code: int, *, as_json: bool) -> int:
    _line("error", text, colour="red")
    if hint:
        _write(f"\nhint: {hint}")
    if as_json:
        from lore.cli import output  # 10 ms, which `lore --help` need not pay

        output.json_error(terminal.message(text), terminal.message(hint) if hint else None, code)
    return code


def _line(label: str, message: str, *, colour: str) -> None:
    head = click.style(label, fg=colour, bold=True) if terminal.wants_colours(sys.stderr) else label
    _write(message, head=f"{head}: ")


def _write(message: str, head: str = "") -> None:
    """Write a message that may name what was typed or read: without secrets, without what acts on a terminal."""
    terminal.write(head + terminal.message(message), sys.stderr, colours=bool(head))
