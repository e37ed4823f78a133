"""What the sessions of a project show of how it is worked on: what runs before a commit, what helped after a failure.

Read from commands, errors and changes alone. An agent did it, perhaps because a file told it to: so all of it is
tainted, and reaches no agent before a person approved it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from lore.consolidate.commands import Command, commands
from lore.model import Event, EventKind
from lore.text import one_line, shorten

COMMITS, SESSIONS = 3, 2
"""Commits, and sessions with one, from which something is a habit."""
SHARE = 0.6
"""Of the commits that it came before."""
FAR = 12
"""Events behind a failure within which its repair is looked for."""
COMMIT = "git commit"
OWN = 0.3
"""Of the runs of a command, those between a failure and the success: what runs all the time repairs nothing."""
SHORTEST = 12
"""Characters that the runs of a repair share, where its name alone says nothing: `rm -rf tmp/clones/…`."""
_NO_FAILURE = ("tool_use_error", "doesn't want to proceed", "doesn't want to take this action")
"""What agents note as an error of a command that was never run."""


@dataclass(frozen=True, slots=True)
class Ran:
    """One event of a session, as the habits need it."""

    event: Event
    commands: tuple[Command, ...] = ()
    error: str = ""
    """What it failed with; "" where it worked."""
    path: str = ""
    """The file that was changed, from the folder of the session."""

    def runs(self, name: str) -> bool:
        return any(command.name == name for command in self.commands)

    @property
    def commits(self) -> bool:
        """Whether it made a commit."""
        return not self.error and any(command.name.endswith(COMMIT) for command in self.commands)


@dataclass(frozen=True, slots=True)
class Checks:
    """What runs before a commit."""

    names: tuple[str, ...]
    """In the order in which they run."""
    commits: int
    """Before which all of them ran."""
    of: int
    seen: tuple[Event, ...]
    """The last of them before each of these commits."""


@dataclass(frozen=True, slots=True)
class Repair:
    """What helped when a command failed."""

    failing: str
    by: str
    """The command, or the file that was changed."""
    is_file: bool
    error: str
    """What it failed with, the last time."""
    sessions: int
    seen: tuple[Event, ...]
    """What repaired it, in each session."""


def steps(events: Sequence[Event], folder: str | None = None) -> list[Ran]:
    """The commands and changes of one session in order, each with how it ended.

    folder: where the session was held; what lies in it is named from there.
    """
    inside = f"{folder.rstrip('/')}/" if folder else ""
    failed = {
        event.source_id.removesuffix(":error"): event.detail
        for event in events
        if event.kind is EventKind.ERROR and not any(said in event.detail for said in _NO_FAILURE)
    }
    return [
        Ran(
            event,
            tuple(commands(_from(inside, event.detail or event.name))) if event.kind is EventKind.COMMAND else (),
            _first_line(failed[event.source_id]) if event.source_id in failed else "",
            _from(inside, event.name) if event.kind is EventKind.FILE_CHANGE else "",
        )
        for event in events
        if event.kind in (EventKind.COMMAND, EventKind.FILE_CHANGE)
    ]


def _from(inside: str, text: str) -> str:
    return text.replace(inside, "") if inside else str(text)


def checks(sessions: Mapping[str, Sequence[Ran]]) -> Checks | None:
    """What runs before most commits of a project; None where nothing does."""
    windows = [(name, window) for name, ran in sorted(sessions.items()) for window in _before_commits(ran)]
    held = [
        {command.name for ran in window if not ran.error for command in ran.commands if _is_check(command)}
        for _, window in windows
    ]
    counted = Counter(name for names in held for name in names)
    chosen = {name for name, count in counted.items() if count >= max(COMMITS, SHARE * len(windows))}
    while chosen:
        having = [place for place, names in enumerate(held) if chosen <= names]
        if len(having) >= max(COMMITS, SHARE * len(windows)):
            break
        chosen.remove(min(chosen, key=lambda name: (counted[name], name)))
    if not chosen or len({windows[place][0] for place in having}) < SESSIONS:
        return None
    ordered = _in_order(chosen, [windows[place][1] for place in having])
    seen = tuple(_last(windows[place][1], chosen) for place in having)
    return Checks(ordered, len(having), len(windows), seen)


def _is_check(command: Command) -> bool:
    return not command.looks and "git" not in command.name.split() and " " in command.name


def _before_commits(ran: Sequence[Ran]) -> Iterator[list[Ran]]:
    """For each commit that worked, what was done since the one before, where something was changed."""
    window: list[Ran] = []
    for one in ran:
        if one.commits:
            if any(other.event.kind is EventKind.FILE_CHANGE for other in window):
                yield [*window, one]
            window = []
        else:
            window.append(one)


def _in_order(names: Iterable[str], windows: Sequence[Sequence[Ran]]) -> tuple[str, ...]:
    """By the mean place of their first run among each other."""
    places: dict[str, list[int]] = defaultdict(list)
    for window in windows:
        first = dict.fromkeys(command.name for ran in window for command in ran.commands if command.name in set(names))
        for place, name in enumerate(first):
            places[name].append(place)
    return tuple(sorted(places, key=lambda name: (sum(places[name]) / len(places[name]), name)))


def _last(window: Sequence[Ran], names: Iterable[str]) -> Event:
    return next(ran.event for ran in reversed(window) if any(ran.runs(name) for name in names))


def repairs(sessions: Mapping[str, Sequence[Ran]]) -> list[Repair]:
    """What repaired the same command in several sessions, the most frequent first."""
    found: dict[tuple[str, str, bool], dict[str, tuple[Ran, str]]] = defaultdict(dict)
    repairing: dict[tuple[str, str, bool], set[str]] = defaultdict(set)
    for name, ran in sorted(sessions.items()):
        for place, one in enumerate(ran):
            for failing in {command.name for command in one.commands if one.error and not command.looks}:
                for key, repair in _repaired(failing, ran[place + 1 : place + 1 + FAR]):
                    found[failing, *key].setdefault(name, (repair, one.error))
                    repairing[failing, *key].add(repair.event.source_id)
    often = Counter(command.name for ran in sessions.values() for one in ran for command in one.commands)
    several = []
    for (failing, by, is_file), seen in found.items():
        own = is_file or _is_variant(by, failing) or len(repairing[failing, by, is_file]) >= OWN * often[by]
        runs = [one for one, _ in seen.values()]
        words = by if is_file or " " in by else _shared(by, runs)
        if len(seen) >= SESSIONS and own and words:
            error = [error for _, error in seen.values()][-1]
            several.append(Repair(failing, words, is_file, error, len(seen), tuple(one.event for one in runs)))
    return sorted(several, key=lambda one: (-one.sessions, one.failing, one.by))


def _repaired(failing: str, after: Sequence[Ran]) -> Iterator[tuple[tuple[str, bool], Ran]]:
    """What was done between a failure and the next success of the same command, or what was run in its place."""
    end = next((place for place, ran in enumerate(after) if ran.runs(failing) and not ran.error), None)
    if end is None:
        instead = [command.name for ran in after[:1] for command in ran.commands if not ran.error]
        yield from (((name, False), after[0]) for name in instead if _is_variant(name, failing))
        return
    for one in after[:end]:
        if one.event.kind is EventKind.FILE_CHANGE:
            yield (one.path, True), one
        for command in one.commands:
            if command.name != failing and not command.looks and "git" not in command.name.split() and not one.error:
                yield (command.name, False), one


def _is_variant(name: str, failing: str) -> bool:
    """Whether a command is the failing one without the program before it: `bun test` for `npx bun test`."""
    return failing.endswith(f" {name}") and " " in name


def _shared(name: str, ran: Sequence[Ran]) -> str:
    """What the runs of a command have in common, where that says something; else ""."""
    texts = [command.text for one in ran for command in one.commands if command.name == name]
    columns = takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False))
    prefix = "".join(letters[0] for letters in columns)
    whole = prefix if all(text == prefix for text in texts) else prefix[: prefix.rfind("/") + 1] + "…"
    return whole if len(whole) >= SHORTEST else ""


def _first_line(error: str) -> str:
    """The line of an error that says what was wrong."""
    lines = [line for line in map(one_line, error.splitlines()) if line and not line.startswith(("Exit code", "$ "))]
    for sign in ("error:", "error", "fail", "not "):
        if telling := next((line for line in lines if sign in line.lower()), None):
            return shorten(telling.rstrip("━─= "), 160)
    return shorten(lines[0].rstrip("━─= "), 160) if lines else "an error"
