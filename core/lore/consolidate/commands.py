"""A command line of an agent as the commands that a person would name: `bun run lint`, `uv run pytest`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lore.language import word_set

MOST_WORDS = 4
"""Words of a command's name."""
_NEXT = re.compile(r"&&|\|\||;|\n")
_STAGE = re.compile(r"(?<!\|)\|(?!\|)")
_ASIDE = re.compile(r"\d?>{1,2} ?&?\S+|< ?\S+|&$")
_SETTING = re.compile(r"[A-Za-z_]\w*=\S*")
_NAME = re.compile(r"[A-Za-z][\w:-]*")
_PROGRAM = re.compile(r"(?:\.{0,2}/)?(?:[\w.-]+/)*[\w.-]+")
_WRAPPERS = word_set("sudo time nohup command exec env nice")
_LOOKS = word_set(
    """
    cd ls cat head tail sed awk grep rg find wc echo printf pwd which type file stat tree less more diff sort uniq cut
    xxd od jq cp mv mkdir touch chmod ln tee tr sleep ps kill pkill wait true false test export source set read date
    history for while if then else fi do done case esac tmux open code curl wget rm rmdir unlink
    """
)
"""They look around, prepare or take away: what a project asks for is none of them."""
_PUTS_BACK = ("git checkout", "git clean", "git reset", "git restore", "git stash")
"""They throw away what was changed: nobody is told that this helps."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a line."""

    name: str
    """Program and subcommands, without options and arguments: `git commit`."""
    text: str
    """As it was typed, without what it writes elsewhere."""

    @property
    def looks(self) -> bool:
        """Whether it only looks around, moves files about, or takes them away."""
        return self.name.split(" ", 1)[0] in _LOOKS or self.name.startswith(_PUTS_BACK)


def commands(line: str) -> Iterator[Command]:
    """The commands of a line in order, without what filters their output, and without texts that they are given."""
    for part in _NEXT.split(_without_texts(line)):
        words = _ASIDE.sub("", _STAGE.split(part, maxsplit=1)[0]).split()
        while words and (words[0] in _WRAPPERS or _SETTING.fullmatch(words[0])):
            words = words[1:]
        if words and _PROGRAM.fullmatch(words[0]):
            yield Command(_name(words), " ".join(words))


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
