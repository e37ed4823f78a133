"""How many examples Hypothesis draws: a fixed few in `make test`, twenty times as many, drawn anew, by `make torture`.

A test without examples may have a long form as well: `sized` says how much it does, the mark `long_form` takes it
into `make torture`. What has no short form that is worth its time is marked `nightly`, with the reason why its promise
is held every day all the same; what takes over five seconds every day is marked `slow`, with the reason for that.
`tests/house/test_bounded.py` lists them.
"""

from collections.abc import Iterable
from itertools import combinations, product
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

Amount = TypeVar("Amount")
USUAL = 50
_FIXTURES = [HealthCheck.function_scoped_fixture]


def register() -> None:
    """Make the profiles known and take `everyday`; `--hypothesis-profile=nightly` takes the other one.

    Every day the same examples are drawn, so that a change is never refused by chance. What the night finds becomes
    an `@example`.
    """
    settings.register_profile(
        "everyday", max_examples=USUAL, derandomize=True, deadline=None, database=None, suppress_health_check=_FIXTURES
    )
    settings.register_profile(
        "nightly", max_examples=20 * USUAL, deadline=None, print_blob=True, suppress_health_check=_FIXTURES
    )
    settings.load_profile("everyday")


def examples(usual: int) -> settings:
    """For a test whose examples are dear: so many of them every day, as many times more at night as elsewhere."""
    return settings(max_examples=usual * settings().max_examples // USUAL)


def sized(usual: Amount, nightly: Amount) -> Amount:
    return nightly if is_night() else usual


def is_night() -> bool:
    return settings().max_examples > USUAL


def crossed(*axes: Iterable[Any]) -> list[Any]:
    """The cases of a matrix: every one in `make torture`; every day so few that each two values of any two axes meet.

    With two axes, each value of both is there once at least: their meeting is the matrix itself.
    """
    values = [list(axis) for axis in axes]
    every = list(product(*values))
    if is_night():
        return every
    return _each_once(values) if len(values) < 3 else _each_two(every)


def _each_once(values: list[list[Any]]) -> list[Any]:
    return [tuple(axis[place % len(axis)] for axis in values) for place in range(max(map(len, values)))]


def _each_two(every: list[tuple[Any, ...]]) -> list[Any]:
    named = [(case, {*combinations(enumerate(map(id, case)), 2)}) for case in every]
    left = set[Any]().union(*(pairs for _, pairs in named))
    chosen = []
    while left:
        case, pairs = max(named, key=lambda one: len(one[1] & left))
        chosen.append(case)
        left -= pairs
    return chosen
