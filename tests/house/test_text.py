"""Pure functions on text."""

from hypothesis import given, strategies as st

from lore.text import end_of_part

MARKS = ("\n\n", "\n", ". ", " ")


@given(st.text(alphabet="ab .\n", max_size=80), st.integers(0, 80), st.integers(2, 40))
def test_a_part_ends_after_the_best_mark_of_its_second_half(text: str, start: int, room: int) -> None:
    """Never longer than its room, never in its first half; no better mark stands in between."""
    end = end_of_part(text, start, room, MARKS)
    assert start + room // 2 < end <= start + room
    half = text[start + room // 2 : start + room]
    best = next((mark for mark in MARKS if mark in half), None)
    if best is None:
        assert end == start + room
    else:
        assert text[:end].endswith(best)
