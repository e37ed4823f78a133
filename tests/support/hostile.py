"""Texts that act on a terminal, hide or hold a secret, and every command line there is to try them on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from lore.cli.program import COMMANDS, cli
from lore.intake.hidden import is_suspect

ACTING = "\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eX\x7f\u200b\U000e0041\r"
SECRET = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY2z4A"
HOSTILE = f"odd {ACTING} {SECRET} end"


def acting(text: str) -> list[str]:
    return sorted({f"U+{ord(character):04X}" for character in text if character != "\n" and is_suspect(character)})


def bytes_of(folder: Path) -> bytes:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return b"\n".join(str(path).encode() + b"\n" + path.read_bytes() for path in files)


@dataclass(frozen=True, slots=True)
class Line:
    """A command with its parameters, as click describes them."""

    words: tuple[str, ...]
    command: click.Command

    @property
    def has_json(self) -> bool:
        return any(param.name == "as_json" for param in self.command.params)

    def texts(self) -> list[click.Parameter]:
        free = ("StringParamType", "Path", "KindName", "Moment")
        return [param for param in self.command.params if type(param.type).__name__ in free]

    def spelt(self, known: dict[str, str], hostile: click.Parameter | None = None, text: str = "") -> list[str]:
        """The command line with what it needs from `known`, by name, and `text` in one parameter."""
        options, arguments = [], []
        for param in self.command.params:
            value = text if param is hostile else known.get(param.name or "", "plain words")
            if isinstance(param, click.Argument):
                if param is hostile or param.required or param.name in known:
                    arguments.append(value)
            elif param is hostile:
                options += [max(param.opts, key=len), value]
        return [*self.words, *options, *(["--"] if arguments else []), *arguments]


def needed(line: Line, names: Mapping[str, str]) -> dict[str, str]:
    """What a command needs, by the names of its parameters. names: a fact, a candidate, a transcript, documents."""
    common = {
        **dict.fromkeys(("fact", "facts", "ids", "name", "one", "other", "thing"), names["fact"]),
        **dict.fromkeys(("candidate", "candidates", "names"), names["candidate"]),
        **dict.fromkeys(("prompt", "task", "text", "topic", "query", "words"), "staging port"),
        "date": "2026-03",
        "files": names["said"],
        "into": names["candidate"],
        "paths": names["said"],
        "path": names["documents"],
        "session": "talk",
    }
    special = {
        "docs": {"name": "guide"},
        "migrate-from": {"name": "memory-files"},
        "model": {"name": "bundled"},
        "project": {"key": "acme/web", "folder": names["documents"]},
        "purge": {"ids": names["fact"]},
        "restore-backup": {"name": "none.db"},
    }
    return {**common, **special.get(line.words[0], {})}


def every_line() -> Iterator[Line]:
    """Every command and sub-command of the table, without the app and the servers, which stay and have tests of their
    own."""
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        if name not in ("tui", "demo", "mcp", "serve"):
            yield from _lines(command, (name,))


def _lines(command: click.Command, words: tuple[str, ...]) -> Iterator[Line]:
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            below = command.get_command(click.Context(command), name)
            assert below is not None
            yield from _lines(below, (*words, name))
    else:
        yield Line(words, command)
