"""What a session did with what it was given: only that counts as a use of a fact, and more where it ended well.

You used a fact where a command that the agent ran, or a file that it changed, names what the fact itself names: its
file, its identifier or command, or the one of two things that it tells apart. What the agent only says is no use, nor
is sharing words. Where anything that was done names what the fact forbids, the rule was broken: that is no use at all.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lore.consolidate import Ran, looks, steps
from lore.language import root, word_set
from lore.memory import named_in, word_similarity
from lore.model import Event, EventKind, Evidence, Fact, Kind, Role, Status
from lore.store import GIVEN, TAKEN_UP, FactFilter, Store


def note_uptake(store: Store, session: str) -> list[str]:
    """Note which facts that a session was given it made use of, in what it did after.

    Where a commit was made after one was given, or the tests pass at the end, its use counts once more. Returns the ids
    of those that were not noted before.
    """
    given = {name: at for name, _, at in store.accesses.noted(GIVEN, session=session)}
    if not given:
        return []
    known = {name for name, _, _ in store.accesses.noted(TAKEN_UP, session=session)}
    events = store.sessions.events(session)
    facts = store.facts.many([name for name in given if name not in known])
    used = [
        fact.id for fact in facts if _is_used(fact, [event for event in events if (event.at or "9") >= given[fact.id]])
    ]
    store.accesses.take_up(used, session)
    well = _ended_well(events)
    store.accesses.pay_off([name for name in (*known, *used) if well and well >= given.get(name, "9")], session)
    return used


def _is_used(fact: Fact, events: Sequence[Event]) -> bool:
    """Whether what was done names what the fact names, and nothing that it forbids."""
    done = [_named(f"{event.name} {event.detail}") for event in events if event.kind in _DOES]
    named = named_in(fact.text)
    if any(named.forbids & names for names in done):
        return False
    changed = {event.name.rsplit("/", 1)[-1] for event in events if event.kind is EventKind.FILE_CHANGE}
    if any(file.rsplit("/", 1)[-1] in changed for file in fact.files):
        return True
    return any(named.asserts & names for names in done)


def _named(text: str) -> set[str]:
    """The words of a command, whole and in parts, as a statement holds them; not the sentences that it quotes."""
    words = {word.casefold().strip(_EDGES) for word in _QUOTED.sub(" ", text).split()}
    return {root(part) for word in words for part in (word, *_PARTS.split(word)) if part}


_DOES = (EventKind.COMMAND, EventKind.FILE_CHANGE)
_EDGES = "\"'`()[]{},;:"
_QUOTED = re.compile(r"'[^'\n]* [^'\n]*'|\"[^\"\n]* [^\"\n]*\"")
_PARTS = re.compile(r"[/=:,;|&]+")
_TESTS = word_set(
    "test tests pytest check checks jest vitest mocha rspec tox nox ctest phpunit unittest nextest verify"
)
"""Words by which the name of a command says that it runs tests: `make check`, `bun run test:unit`."""


def _ended_well(events: Sequence[Event]) -> str | None:
    """When a session made its last commit, or ran tests that passed after the last that failed; None of any other.

    events: of one session, in order. A time that is not known counts as the beginning: "".
    """
    ran = steps(events)
    commits = [one.event.at or "" for one in ran if one.commits]
    runs = [one for one in ran if any(map(_runs_tests, one.commands))]
    passed = [runs[-1].event.at or ""] if runs and not runs[-1].failed and _changed_nothing_since(ran, runs[-1]) else []
    return max((*commits, *passed), default=None)


def _runs_tests(command: str) -> bool:
    words = [] if looks(command) else command.casefold().split()
    return any(part in _TESTS for word in words for part in word.split(":"))


def _changed_nothing_since(ran: Sequence[Ran], run: Ran) -> bool:
    """Whether the tests passed on what the session left."""
    return not any(one.changes for one in ran[ran.index(run) + 1 :])


# Whether a convention helps: corrections on its subject before agents were given it, and after


SAME_SUBJECT = 0.5
"""Likeness of words from which a correction is about the subject of a convention."""


@dataclass(frozen=True, slots=True)
class Heed:
    """What became of one convention since agents were given it."""

    fact: Fact
    given: int
    """Sessions that were given it."""
    taken_up: int
    """Of these, sessions that made use of it."""
    first_given: str | None
    before: int
    """Sessions in which you corrected an agent on its subject before it was given first."""
    after: int
    """The same after that, of the sessions that were given it."""

    @property
    def is_heeded(self) -> bool | None:
        """Whether agents heed it; None where it was given to nobody so far."""
        return None if self.first_given is None else self.after == 0

    @property
    def advice(self) -> str:
        """What to do about one that is not heeded; empty for any other."""
        if self.is_heeded is not False:
            return ""
        return f"corrected in {self.after} of {self.given} sessions that were given it: reword it, or withdraw it"


def heeds(store: Store, project: str | None = None) -> list[Heed]:
    """Every convention with what became of it, those that are not heeded first."""
    facts = [
        fact
        for fact in store.facts.select(FactFilter(approved=True, statuses=(Status.ACTIVE,)))
        if project is None or fact.project in (None, project)
    ]
    everything = (Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED)
    corrections = store.facts.select(FactFilter(kinds=(Kind.CORRECTION,), statuses=everything))
    said = store.facts.evidence([*(fact.id for fact in facts), *(fact.id for fact in corrections)])
    found = [_heed(store, fact, corrections, said) for fact in facts]
    return sorted(found, key=lambda one: (-one.after, -one.given, one.fact.id))


def _heed(store: Store, fact: Fact, corrections: Sequence[Fact], said: "dict[str, list[Evidence]]") -> Heed:
    given = store.accesses.noted(GIVEN, [fact.id])
    used = {session for _, session, _ in store.accesses.noted(TAKEN_UP, [fact.id])}
    since = {session: at for _, session, at in reversed(given)}
    first = min(since.values(), default=None)
    times = list(_corrected(fact, corrections, said))
    before = {session for session, at in times if first is None or at < first}
    after = {session for session, at in times if session in since and at >= since[session]}
    return Heed(fact, len(since), len(used), first, len(before), len(after))


def _corrected(fact: Fact, corrections: Sequence[Fact], said: "dict[str, list[Evidence]]") -> Iterator[tuple[str, str]]:
    """The session and the time of each time that a person said it, or corrected an agent on its subject."""
    about = [one for one in corrections if one.id != fact.id and word_similarity(one.text, fact.text) >= SAME_SUBJECT]
    for one in (fact, *about):
        for quote in said[one.id]:
            if quote.role is Role.USER and quote.session and quote.at:
                yield quote.session, quote.at
