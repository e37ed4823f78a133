"""A command line of an agent as the commands that a person would name, `uv run pytest`, and how each ended."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lore.language import word_set
from lore.model import Event, EventKind

MOST_WORDS = 4
"""Words of a command's name."""
_NEXT = re.compile(r"&&|\|\||;|\n")
_STAGE = re.compile(r"(?<!\|)\|(?!\|)")
_ASIDE = re.compile(r"\d?>{1,2} ?&?\S+|< ?\S+|&$")
_SETTING = re.compile(r"[A-Za-z_]\w*=\S*")
_NAME = re.compile(r"[A-Za-z][\w:-]*")
_PROGRAM = re.compile(r"(?:\.{0,2}/)?(?:[\w.-]+/)*[\w.-]+")
_WRAPPERS = word_set("sudo time nohup command exec env nice rtk")
_LOOKS = word_set(
    """
    cd ls cat head tail sed awk grep rg find wc echo printf pwd which type file stat tree less more diff sort uniq cut
    xxd od jq cp mv mkdir touch chmod ln tee tr sleep ps kill pkill wait true false test export source set read date
    history for while if then else fi do done case esac tmux open code curl wget rm rmdir unlink
    """
)
"""They look around, prepare or take away: what a project asks for is none of them."""


@dataclass(frozen=True, slots=True)
class Ran:
    """One command line or change of a session."""

    event: Event
    commands: tuple[str, ...] = ()
    """Program and subcommands, without options and arguments: `git commit`."""
    failed: bool = False

    @property
    def commits(self) -> bool:
        """Whether it made a commit."""
        return not self.failed and "git commit" in self.commands

    @property
    def changes(self) -> bool:
        """Whether it changed a file."""
        return self.event.kind is EventKind.FILE_CHANGE


def steps(events: Sequence[Event]) -> list[Ran]:
    """The commands and changes of one session in order, each with how it ended."""
    failed = {event.source_id.removesuffix(":error") for event in events if event.kind is EventKind.ERROR}
    return [
        Ran(
            event,
            tuple(commands(event.detail or event.name)) if event.kind is EventKind.COMMAND else (),
            event.source_id in failed,
        )
        for event in events
        if event.kind in (EventKind.COMMAND, EventKind.FILE_CHANGE)
    ]


def looks(command: str) -> bool:
    """Whether a command only looks around, moves files about, or takes them away."""
    return command.split(" ", 1)[0] in _LOOKS


def commands(line: str) -> Iterator[str]:
    """The commands of a line in order, without what filters their output, and without texts that they are given."""
    for part in _NEXT.split(_without_texts(line)):
        words = _ASIDE.sub("", _STAGE.split(part, maxsplit=1)[0]).split()
        while words and (words[0] in _WRAPPERS or _SETTING.fullmatch(words[0])):
            words = words[1:]
        if words and _PROGRAM.fullmatch(words[0]):
            yield _name(words)


def _without_texts(line: str) -> str:
    """The line without here-documents and long quotations, in which anything may stand."""
    line = re.sub(r"\"?\$\(cat <<.*", "", line, count=1, flags=re.DOTALL)
    line = re.sub(r"<<-?\s*['\"]?\w+.*", "", line, count=1, flags=re.DOTALL)
    return re.sub(r"\"[^\"]*\"|'[^']*'", "…", line)


def _name(words: list[str]) -> str:
    program = words[0].rpartition("/")[2]
    found, rest = [program], words[1:]
    while rest and len(found) < MOST_WORDS:
        if rest[0] in ("-C", "--prefix", "--cwd", "--directory") and len(rest) > 1:
            rest = rest[2:]
        elif rest[0] == "-m" and program.startswith("python") and len(rest) > 1:
            found, rest = [*found, "-m", rest[1]], []
        elif _NAME.fullmatch(rest[0]):
            found, rest = [*found, rest[0]], rest[1:]
        else:
            break
    return " ".join(found)
