"""What deciding on something would save."""

import pytest
from hypothesis import given, strategies as st

from lore.memory.worth import saves


@pytest.mark.parametrize(
    ("sessions", "quotations", "corrections", "days", "saved"),
    [
        (1, 1, 0, 0, 1.0),
        (0, 0, 0, 0, 1.0),
        (1, 3, 0, 0, 2.0),
        (3, 3, 0, 0, 3.0),
        (3, 5, 0, 0, 4.0),
        (2, 2, 2, 0, 4.0),
        (3, 3, 0, 180, 1.5),
        (3, 3, 0, 540, 0.75),
        (1, 1, 0, 20, 0.9),
        (1, 1, 0, -5, 1.0),
    ],
)
def test_what_a_convention_would_have_saved(
    sessions: int, quotations: int, corrections: int, days: float, saved: float
) -> None:
    """One session is one; a repetition within it half; a correction one more; half of it after half a year."""
    assert saves(sessions=sessions, quotations=quotations, corrections=corrections, days=days) == pytest.approx(saved)


@given(
    said=st.tuples(st.integers(1, 50), st.integers(0, 50), st.integers(0, 50), st.floats(0, 5_000)),
    more=st.integers(1, 20),
)
def test_more_is_worth_more_and_older_is_worth_less(said: tuple[int, int, int, float], more: int) -> None:
    sessions, repeats, corrections, days = said

    def worth(sessions: int, repeats: int, corrections: int, days: float) -> float:
        return saves(sessions=sessions, quotations=sessions + repeats, corrections=corrections, days=days)

    now = worth(sessions, repeats, corrections, days)
    assert worth(sessions + more, repeats, corrections, days) > now
    assert worth(sessions, repeats + more, corrections, days) > now
    assert worth(sessions, repeats, corrections + more, days) > now
    assert worth(sessions, repeats, corrections, days + more) < now
