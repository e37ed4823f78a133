"""Routines: the same commands, one after the other, in several sessions. They are what skills are made of.

Read from commands alone, as in `observed`: an agent ran them, so a routine is tainted until a person confirms it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lore.consolidate.commands import Command
from lore.consolidate.observed import Ran
from lore.language import word_set
from lore.model import Event

SESSIONS = 3
"""Sessions from which a sequence is a routine."""
FEWEST, MOST = 3, 6
"""Steps of a routine."""
OWN = 2
"""Steps that are no handling of versions: adding, committing and pushing is no routine of one project."""
AS_OFTEN = 0.8
"""A part of a longer routine is told apart from this share of sessions on that have the part alone."""
TOLD = 5
"""Routines of a project."""
_VERSIONS = word_set("git gh glab jj hg")
_READS = word_set("status diff log show branch fetch ls-files remote rev-parse blame config view list checks auth")
"""What of them only looks."""
_SCRIPTS = (".sh", ".py", ".mjs", ".js", ".ts")


@dataclass(frozen=True, slots=True)
class Routine:
    """Commands that follow one another."""

    names: tuple[str, ...]
    sessions: int
    seen: tuple[Event, ...]
    """Its last step, once in each session."""


def routines(sessions: Mapping[str, Sequence[Ran]], known: Collection[str] = ()) -> list[Routine]:
    """The routines of a project, those of most sessions first.

    known: what runs before commits; a routine of these alone is told already.
    """
    seen: dict[tuple[str, ...], dict[str, Event]] = defaultdict(dict)
    for session, ran in sorted(sessions.items()):
        for names, last in _sequences(list(_steps(ran))):
            seen[names].setdefault(session, last)
    often = {names: where for names, where in seen.items() if len(where) >= SESSIONS and _says_more(names, known)}
    whole = [names for names in often if not any(_is_part(names, other, often) for other in often)]
    told: list[tuple[str, ...]] = []
    for names in sorted(whole, key=lambda names: (-len(often[names]), -len(names), names)):
        if not any(2 * len(set(names) & set(other)) > len(names) for other in told):
            told.append(names)
    return [Routine(names, len(often[names]), tuple(often[names].values())) for names in told[:TOLD]]


def _steps(ran: Sequence[Ran]) -> Iterator[tuple[str, Event]]:
    """What was done, without what only looks or failed; what is run again right away counts once."""
    before = ""
    for one in ran:
        for command in () if one.error else one.commands:
            name = _named(command)
            if name and name != before:
                yield name, one.event
                before = name


def _named(command: Command) -> str:
    """The name of a step; "" for what is none."""
    words = command.name.split()
    program = next((place for place, word in enumerate(words) if word in _VERSIONS), None)
    if program is not None:  # whatever it is run by
        words = words[program:]
        return "" if len(words) < 2 or _READS & set(words[1:]) else " ".join(words)
    named = len(words) > 1 or words[0].endswith(_SCRIPTS)
    return command.name if named and not command.looks else ""


def _sequences(steps: Sequence[tuple[str, Event]]) -> Iterator[tuple[tuple[str, ...], Event]]:
    """Each run of so many steps that are all different, with its last one."""
    for start in range(len(steps)):
        for end in range(start + FEWEST, min(start + MOST, len(steps)) + 1):
            names = tuple(name for name, _ in steps[start:end])
            if len(set(names)) == len(names):
                yield names, steps[end - 1][1]


def _says_more(names: Sequence[str], known: Collection[str]) -> bool:
    own = [name for name in names if name.split()[0] not in _VERSIONS]
    return len(own) >= OWN and not set(own) <= set(known)


def _is_part(names: tuple[str, ...], other: tuple[str, ...], often: Mapping[tuple[str, ...], Collection[str]]) -> bool:
    """Whether a sequence hardly stands without a longer one."""
    size = len(names)
    inside = any(other[start : start + size] == names for start in range(len(other) - size + 1))
    return len(other) > size and inside and len(often[other]) >= AS_OFTEN * len(often[names])
