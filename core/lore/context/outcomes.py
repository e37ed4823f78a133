"""How a session ended, as far as what it ran tells: with a commit, or with tests that pass."""

from collections.abc import Sequence

from lore.consolidate import Ran, looks, steps
from lore.language import word_set
from lore.model import Event

_TESTS = word_set(
    "test tests pytest check checks jest vitest mocha rspec tox nox ctest phpunit unittest nextest verify"
)
"""Words by which the name of a command says that it runs tests: `make check`, `bun run test:unit`."""


def ended_well(events: Sequence[Event]) -> str | None:
    """When a session made its last commit, or ran tests that passed after the last that failed; None of any other.

    events: of one session, in order. A time that is not known counts as the beginning: "".
    """
    ran = steps(events)
    commits = [one.event.at or "" for one in ran if one.commits]
    runs = [one for one in ran if any(map(_tests, one.commands))]
    passed = [runs[-1].event.at or ""] if runs and not runs[-1].failed and _changed_nothing_since(ran, runs[-1]) else []
    return max((*commits, *passed), default=None)


def _tests(command: str) -> bool:
    words = [] if looks(command) else command.casefold().split()
    return any(part in _TESTS for word in words for part in word.split(":"))


def _changed_nothing_since(ran: Sequence[Ran], run: Ran) -> bool:
    """Whether the tests passed on what the session left."""
    return not any(one.changes for one in ran[ran.index(run) + 1 :])
