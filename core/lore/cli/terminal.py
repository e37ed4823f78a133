"""What goes to a terminal or a pipe: literal text, our own styles, nothing that a stored text could act with."""

import os
import re
import sys
from contextlib import suppress
from functools import cache
from typing import IO, Any, NoReturn

import click

from lore.platform import is_terminal, may_draw

_STYLE = re.compile("\ufdd0([0-9a-f]{16})([0-9;]*)\ufdd1")
"""A style inside a text, until it is written: stored text cannot hold one, for it does not know the number."""


def wants_colours(stream: IO[str] | None) -> bool:
    """Whether styles may be written: to a terminal that can show them, of a person who did not ask for none."""
    return may_draw(stream) and not os.environ.get("NO_COLOR")


def moves_cursor(stream: IO[str] | None) -> bool:
    """Whether a bar may be drawn anew in its line."""
    return may_draw(stream)


def styled(text: str, **styles: Any) -> str:
    """The text between marks that `literal` turns into the codes of colours and weights."""
    before, after = click.style("\0", **styles).split("\0")
    return f"{_mark(before)}{text}{_mark(after)}"


def literal(text: str) -> str:
    """The text as it may be written: whatever acts on a terminal or hides is taken out, marks of `styled` are codes."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    from lore.intake import sanitise  # 10 ms, which `--help` need not pay

    pieces = _STYLE.split(text)
    if len(pieces) == 1:
        return sanitise(text)
    written = [sanitise(pieces[0])]
    for number, codes, rest in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        if number == _number():
            written.append(f"\x1b[{codes}m")
        written.append(sanitise(rest))
    return "".join(written)


def one_line(text: str) -> str:
    """The text as it may be written in one line: literal, and a line break in it, as a name may hold, as `\\n`."""
    return literal(text).replace("\n", "\\n")


def message(text: str) -> str:
    """A message as it may be written: literal, and each secret in what was typed or read as `[secret:kind]`."""
    from lore.intake import without_secrets  # compiles its rules: 40 ms, and most commands end well

    return without_secrets(literal(text))


def write(text: str, stream: IO[str] | None, *, colours: bool) -> None:
    """Write one line. Raises ReaderGone where nobody reads it any more."""
    _wrote_to.add(id(stream))
    try:
        click.echo(text, file=stream, color=colours)
    except BrokenPipeError as error:
        raise ReaderGone from error


def begin() -> None:
    """A new command line: nothing of it was printed yet."""
    _wrote_to.clear()


def has_printed() -> bool:
    """Whether anything of this command line went to stdout."""
    return id(sys.stdout) in _wrote_to


_wrote_to: set[int] = set()


def make_writable() -> None:
    """Let every character be written, whatever the encoding of the locale: what it lacks is spelt out as `\\u2713`."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def leave_at_once(code: int) -> NoReturn:
    """Exit without taking Python down: a model that is still being loaded in its thread would crash under that."""
    flush()
    os._exit(code)


def flush() -> None:
    """Write what is still waiting to be written."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError):  # nobody reads it, or the disk is full: what could be said was said
                stream.flush()


def forget_output() -> None:
    """Drop what was not written: Python would complain once more when it flushes at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class ReaderGone(Exception):
    """Who read our output has gone, as `head` does when it has its lines. No failure."""


def _mark(codes: str) -> str:
    return f"\ufdd0{_number()}{codes.removeprefix(chr(27) + '[').removesuffix('m')}\ufdd1"


@cache
def _number() -> str:
    return os.urandom(8).hex()


def is_heard() -> bool:
    """Whether stderr, where questions stand, is a terminal."""
    return is_terminal(sys.stderr)


def can_draw() -> bool:
    """Whether stdout is a terminal that can place text: not one that calls itself dumb."""
    return may_draw(sys.stdout)


def is_seen() -> bool:
    """Whether stdout is a terminal."""
    return is_terminal(sys.stdout)
