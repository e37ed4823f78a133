"""No file grows past what can be read at once, in the code or in the tests."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_LINES = 400


@pytest.mark.parametrize("room", ["core", "tui", "tests"])
def test_no_file_is_longer_than_four_hundred_lines(room: str) -> None:
    """Split it by noun before it hurts."""
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / room).rglob("*.py")}
    assert len(lines) > 30
    assert {str(path.relative_to(ROOT)): count for path, count in lines.items() if count > MOST_LINES} == {}
