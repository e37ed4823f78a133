"""The step that reads the journal: what runs before commits and what recurs over sessions becomes facts of their own.

Read from commands alone. An agent ran them, perhaps because a file told it to: so it is tainted, and reaches no agent
before a person approved it. Each fact is found again by its tag and its concepts, and brought up to date.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lore.config import AGENT_SAID, in_force
from lore.consolidate.context import SHOWN, Context
from lore.consolidate.planned_changes import Archive, PlannedChange, Restate
from lore.consolidate.step import Unit
from lore.intake import clean
from lore.language import word_set
from lore.memory import ROUTINE, Authority, held_by_each
from lore.model import Clean, Event, EventKind, Evidence, Fact, Kind, Origin, Role, Status, Tier
from lore.store import SessionFilter
from lore.text import shorten

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


OBSERVED = Clean("observed")
"""What marks a fact that follows from what was done."""
HELD = 100
"""The newest sessions of a project whose events are looked at: half a second."""
COMMITS, SESSIONS, SHARE = 3, 2, 0.6
"""Commits, sessions with one, and the share of all commits, from which what came before them is a habit."""
RECURS = 5
"""Sessions in which a sequence recurs."""
FEWEST, MOST, OWN = 3, 6, 2
"""Steps of a sequence, and those of them that handle no versions: to add, commit and push is none of one project."""
TOLD = 5
"""Sequences of a project."""
_VERSIONS = word_set("git gh glab jj hg")
_READS = word_set("status diff log show branch fetch ls-files remote rev-parse blame config view list checks auth")
"""What of them only looks."""
_SCRIPTS = (".sh", ".py", ".mjs", ".js", ".ts")

Habit = tuple[tuple[str, ...], tuple[Event, ...]]
"""Commands in order, and for each time the event that shows it."""


def observe(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """What runs before commits, and what recurs: tainted, until a person says that it is so."""
    newest = context.store.sessions.select(SessionFilter(unit.project), limit=HELD)
    if not newest:
        return
    known, once = {}, set[str]()
    for session in sorted(newest, key=lambda one: (one.started_at or "", one.id)):
        events = [event for event in context.store.sessions.events(session.id) if event.source_id not in once]
        once.update(event.source_id for event in events)
        known[session.id] = steps(events)
    agents = {session.id: session.agent for session in newest}
    facts = [fact for fact in context.tagged(OBSERVED) if fact.project == unit.project]
    facts.sort(key=lambda fact: (fact.status is Status.ACTIVE, fact.id))
    earlier = {fact.concepts: fact for fact in facts}
    for fact, seen in _shown(known, unit.project, in_force(context.store)[AGENT_SAID]):
        before = earlier.pop(fact.concepts, None)
        evidence = [
            Evidence(event.name, event.session, event.source_id, Role.TOOL, agents[event.session], event.at)
            for event in seen
        ]
        yield Restate(fact, evidence, shorten(fact.text, SHOWN), before.id if before else None)
    yield from _no_longer_shown(context, [fact for fact in earlier.values() if fact.status is Status.ACTIVE])


def _shown(
    sessions: Mapping[str, Sequence[Ran]], project: str | None, confidence: float
) -> Iterator[tuple[Fact, tuple[Event, ...]]]:
    """The facts that the sessions of a project show, each with the events it rests on."""

    def fact(text: str, concepts: Sequence[str], seen: Sequence[Event], *tags: Clean) -> Fact:
        return Fact(
            "", clean(text), Kind.CONVENTION, tier=Tier.SEMANTIC, project=project, confidence=confidence, tainted=True,
            origin=Origin.SEEN, tags=(OBSERVED, *tags), concepts=tuple(map(clean, concepts)),
            created_at=min((event.at for event in seen if event.at), default=""),
        )  # fmt: skip

    commits = list(windows(sessions))
    checks, seen = before_commits(commits)
    if checks:
        text = f"Before a commit: {_in_turn(checks)} (before {len(seen)} of {len(commits)} commits)."
        yield fact(text, ["git commit"], seen), seen
    for names, seen in recurring(sessions, checks):
        text = f"Recurring steps: {_in_turn(names)} (in {len(seen)} sessions)."
        yield fact(text, names, seen, ROUTINE), seen


def _in_turn(names: Sequence[str]) -> str:
    return ", then ".join(f"`{name}`" for name in names)


def windows(sessions: Mapping[str, Sequence[Ran]]) -> Iterator[list[Ran]]:
    """For each commit that worked, what was done since the one before, where something was changed."""
    for _, ran in sorted(sessions.items()):
        window: list[Ran] = []
        for one in ran:
            window.append(one)
            if one.commits:
                if any(other.changes for other in window):
                    yield window
                window = []


def before_commits(commits: Sequence[Sequence[Ran]]) -> Habit:
    """What runs before most of these `windows`, in its order before the last of them; nothing where nothing does."""
    held = [dict.fromkeys(name for ran in window if not ran.failed for name in ran.commands) for window in commits]
    counted = Counter(name for names in held for name in names if _is_check(name))
    enough = max(COMMITS, SHARE * len(commits))
    chosen = sorted((name for name, count in counted.items() if count >= enough), key=lambda name: -counted[name])
    while chosen:
        having = [place for place, names in enumerate(held) if names.keys() >= set(chosen)]
        if len(having) >= enough and len({commits[place][-1].event.session for place in having}) >= SESSIONS:
            order = tuple(name for name in held[having[-1]] if name in chosen)
            return order, tuple(_last(commits[place], order) for place in having)
        chosen.pop()
    return (), ()


def _last(window: Sequence[Ran], names: Sequence[str]) -> Event:
    return next(ran.event for ran in reversed(window) if set(names) & set(ran.commands))


def _is_check(name: str) -> bool:
    return not looks(name) and "git" not in name.split() and " " in name


def recurring(sessions: Mapping[str, Sequence[Ran]], known: Sequence[str] = ()) -> list[Habit]:
    """The sequences of commands that recur, those of most sessions first, each with its last step in each session.

    known: what runs before commits; a sequence of these alone is told already.
    """
    seen: dict[tuple[str, ...], dict[str, Event]] = defaultdict(dict)
    for session, ran in sorted(sessions.items()):
        for names, last in _sequences(ran):
            own = {name for name in names if name.split()[0] not in _VERSIONS}
            if len(own) >= OWN and not own <= set(known):
                seen[names].setdefault(session, last)
    often = [names for names, where in seen.items() if len(where) >= RECURS]
    told: list[tuple[str, ...]] = []
    for names in sorted(often, key=lambda names: (-len(seen[names]), -len(names), names)):
        if not any(2 * len(set(names) & set(other)) > len(names) for other in told):
            told.append(names)
    return [(names, tuple(seen[names].values())) for names in told[:TOLD]]


def _sequences(ran: Sequence[Ran]) -> Iterator[tuple[tuple[str, ...], Event]]:
    """Each run of so many steps that are all different, with its last one; what is run again right away counts once."""
    done = [(name, one.event) for one in ran if not one.failed for name in one.commands if _is_step(name)]
    steps = [one for place, one in enumerate(done) if place == 0 or one[0] != done[place - 1][0]]
    for start in range(len(steps)):
        for end in range(start + FEWEST, min(start + MOST, len(steps)) + 1):
            names = tuple(name for name, _ in steps[start:end])
            if len(set(names)) == len(names):
                yield names, steps[end - 1][1]


def _is_step(name: str) -> bool:
    words = name.split()
    if words[0] in _VERSIONS and _READS & set(words[1:]):
        return False
    return not looks(name) and (len(words) > 1 or name.endswith(_SCRIPTS))


def _no_longer_shown(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    """What the sessions no longer show is archived, but for what a person decided on or changed."""
    behind = held_by_each(context.store, facts, context.store.facts.evidence([fact.id for fact in facts]))
    for fact in facts:
        if behind[fact.id] is not Authority.GOVERNED:
            yield Archive(fact.id, f"no longer shown: {shorten(fact.text, SHOWN)}", fact.rev)
