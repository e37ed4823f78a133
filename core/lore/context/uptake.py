"""What a session did with what it was given: only that counts as a use of a fact, and more where it ended well.

You used a fact where a command that the agent ran, or a file that it changed, names what the fact itself names: its
file, its identifier or command, or the one of two things that it tells apart. What the agent only says is no use, nor
is sharing words. Where anything that was done names what the fact forbids, the rule was broken: that is no use at all.
"""

import re
from collections.abc import Sequence

from lore.consolidate import Ran, looks, steps
from lore.language import root, word_set
from lore.memory import named_in
from lore.model import Event, EventKind, Fact
from lore.store import GIVEN, TAKEN_UP, Store


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
