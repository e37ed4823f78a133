"""What set-up puts into one settings file, and how it is told from what others put there."""

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from lore.platform import light

HOOK_PROGRAM, LORE_PROGRAM = "lore-hook", "lore"
HOOK_MODULE = "lore.agents.hook"
STATUS_LINE = "status-line"
BY_SETUP = "written by `lore setup`"
"""Stands in a file that is wholly ours and runs nothing."""
QUIET_END = " 2>/dev/null || :"
"""What ends the line of a hook for a shell: where Lore is gone it says nothing, and ends well."""
QUIETLY = ("/bin/sh", "-c", f'"$@"{QUIET_END}', HOOK_PROGRAM)
"""The same for an agent that starts a program itself: what follows are its words, as they are."""
_COMMAND_KEYS = ("command", "bash", "powershell", "windows", "linux", "osx")
_HOOK_COMMAND = re.compile(
    r"""(?:& ?)?["']?(?:-m lore\.agents\.hook|(?:[^"'\n]*[/\\])?lore-hook(?:\.exe)?)["']?(?:\s|$)"""
)
_PYTHON_APART = re.compile(r"""\A(?:& ?)?(?:"[^"\n]*"|'[^'\n]*'|[^\s"'])+ -E -P (?=\S)""")
_LORE_COMMAND = re.compile(r"""(?:[^\n]*[/\\])?lore(?:\.exe)?$""")


class PartKind(StrEnum):
    """How a part is put into a file."""

    ITEM = "item"
    """At the end of the list at `at`."""
    MEMBER = "member"
    """As the value at `at`."""
    DEFAULT = "default"
    """As the value at `at`, where nothing stands there."""
    OFFER = "offer"
    """The same, and taken out again: what somebody else put there stays."""
    TEXT = "text"
    """As the whole file."""
    BLOCK = "block"
    """As a managed block of a text for people."""


@dataclass(frozen=True)
class Part:
    """One thing that is put into a file."""

    kind: PartKind
    at: tuple[str, ...]
    value: object
    made: int = 0
    """How many of the containers on the way were made for it, the innermost first."""

    def as_json(self) -> dict[str, object]:
        return {**asdict(self), "kind": self.kind.value, "at": list(self.at)}

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> "Part":
        return cls(PartKind(value["kind"]), tuple(value["at"]), value["value"], int(value["made"]))


def commands_of(value: object) -> Iterator[Mapping[str, object]]:
    """Every mapping in an entry that names a command, however deep it stands."""
    if isinstance(value, dict):
        if any(isinstance(value.get(key), str) for key in _COMMAND_KEYS):
            yield value
        for inner in value.values():
            yield from commands_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from commands_of(inner)


def runs_our_hook(handler: Mapping[str, object]) -> bool:
    """Whether the command of an entry is `lore-hook`, wherever that lies."""
    if isinstance(handler.get("args"), list):
        return _HOOK_COMMAND.match(program_words(command_words(handler))[0]) is not None
    return any(
        isinstance(command := handler.get(key), str)
        and _HOOK_COMMAND.match(_without_python(command.lstrip())) is not None
        for key in _COMMAND_KEYS
    )


def _without_python(command: str) -> str:
    """The command without the Python that runs it apart from what lies in the folder."""
    apart = _PYTHON_APART.match(command)
    return command[apart.end() :] if apart else command


def command_words(entry: Mapping[str, object]) -> list[str]:
    """The command of an entry as words: a list, a program with its arguments, or a line of a shell. Without what keeps
    it quiet."""
    given, arguments = entry.get("command", entry.get("bash")), entry.get("args")
    if isinstance(given, list):
        return [str(word) for word in given]
    if isinstance(arguments, list):
        words = [str(given), *(str(word) for word in arguments)]
        return words[len(QUIETLY) :] if tuple(words[: len(QUIETLY)]) == QUIETLY else words
    return line_words(str(given))


def line_words(line: str) -> list[str]:
    """The words of a line of a shell, without what keeps it quiet."""
    return shlex.split(line.removesuffix(QUIET_END), posix=os.sep == "/")


def program_words(words: Sequence[str]) -> list[str]:
    """The words of a command from its program on, without the Python that runs it apart and the data folder it is told.

    The module of the hook counts as `lore-hook`.
    """
    found = [*words]
    if len(words) > 3 and tuple(words[1:3]) == light.ISOLATED:
        found = [HOOK_PROGRAM, *words[5:]] if [*words[3:5]] == ["-m", HOOK_MODULE] else [*words[3:]]
    return [found[0], *found[3:]] if found[1:2] == [light.IN] else found


def folder_in(words: Sequence[str]) -> str | None:
    """The data folder that a command names; None where it names none, as those of earlier releases do."""
    place = [*words].index(light.IN) + 1 if light.IN in words else len(words)
    return words[place] if place < len(words) else None


def is_our_hook(entry: object) -> bool:
    """Whether all commands of an entry are ours."""
    commands = list(commands_of(entry))
    return bool(commands) and all(runs_our_hook(command) for command in commands)


def is_our_status_line(entry: object) -> bool:
    """Whether an entry of a status line runs `lore status-line`."""
    line = entry.get("command") if isinstance(entry, Mapping) else None
    if not isinstance(line, str) or not line.removesuffix(QUIET_END).endswith(f" {STATUS_LINE}"):
        return False
    try:
        words = program_words(line_words(line))
    except ValueError:  # a quotation that does not end: nobody's of ours
        return False
    return words[1:] == [STATUS_LINE] and bool(_LORE_COMMAND.match(words[0]))


def is_our_server(entry: object) -> bool:
    """Whether an entry of a server runs `lore mcp`."""
    if not isinstance(entry, Mapping):
        return False
    command, arguments = entry.get("command"), entry.get("args", [])
    words = [*command] if isinstance(command, list) else [command, *(arguments if isinstance(arguments, list) else [])]
    words = program_words([str(word) for word in words])
    return len(words) == 2 and words[1] == "mcp" and bool(_LORE_COMMAND.match(str(words[0])))
