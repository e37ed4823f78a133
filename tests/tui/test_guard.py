"""Held keys and second presses, without a screen."""

import pytest

from lore_tui.guard import DoublePress, RepeatGuard


class Script:
    """A clock that says one time after the other."""

    def __init__(self, *times: float) -> None:
        self._times = list(times)

    def __call__(self) -> float:
        return self._times.pop(0)


def decisions(*times: float) -> int:
    """How many of the key events at these times would decide."""
    guard, count = RepeatGuard(Script(*times)), 0
    for _ in times:
        guard.key_pressed()
        count += guard.passes()
    return count


@pytest.mark.parametrize("first_repeat", [0.25, 0.5, 0.66])
def test_a_key_held_for_two_seconds_decides_twice(first_repeat: float) -> None:
    """Once when pressed, once with the first repeat; what is ignored restarts the wait."""
    repeats = [first_repeat + number / 30 for number in range(int((2 - first_repeat) * 30))]
    assert decisions(0.0, *repeats) == 2


def test_six_presses_a_quarter_second_apart_decide_six_times() -> None:
    """People are not slowed down."""
    assert decisions(*[number * 0.24 for number in range(6)]) == 6


def test_any_key_right_before_stops_a_decision() -> None:
    """What came under the cursor 100 ms ago was not read."""
    assert decisions(0.0, 0.1) == 1


@pytest.mark.parametrize(("keys", "passing"), [
    ([("escape", 0.0), ("u", 0.149)], [True, True]),
    ([("escape", 0.0), ("u", 0.1), ("u", 0.2)], [True, True, False]),
    ([("escape", 0.0), ("u", 0.002)], [True, False]),
    ([("j", 0.0), ("escape", 0.1), ("a", 0.2)], [True, False, False]),
    ([("j", 0.0), ("a", 0.149)], [True, False]),
])  # fmt: skip
def test_one_key_may_follow_what_closes_something(keys: list[tuple[str, float]], passing: list[bool]) -> None:
    """Escape, then `u`, is no held key; a paste is closer together, and a second key waits as ever."""
    guard, passed = RepeatGuard(), []
    for name, at in keys:
        guard.key_pressed(at, name)
        passed.append(guard.passes())
    assert passed == passing


def test_a_click_before_any_key_passes() -> None:
    """The mouse does not repeat."""
    assert RepeatGuard().passes()


def test_the_second_press_must_be_for_the_same_and_nothing_between() -> None:
    """Another card, or a move, and it is a first press again."""
    twice = DoublePress()
    assert [twice.confirms(what) for what in ("a", "b", "b", "b")] == [False, False, True, False]
    twice.forget()
    assert not twice.confirms("b")
