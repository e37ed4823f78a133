"""`lore import` as a script sees it: its exit code and what it says."""

from pathlib import Path

import pytest

from lore.cli.program import run

GOOD = '{"fact": "Deploy on Tuesdays"}'
DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("lines", "code"), [([GOOD], 0), ([GOOD, GOOD], 0), ([GOOD, DEEP], 0), ([DEEP], 1), ([DEEP, "{}"], 1), ([], 0)]
)
def test_a_file_of_which_nothing_came_in_is_an_error(
    lines: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And a second import of the same lines, which are known by then, is none."""
    path = tmp_path / "facts.jsonl"
    path.write_text("\n".join(lines))
    for _ in range(2):
        assert run(["import", str(path)]) == code
    said = capsys.readouterr().err
    assert ("every line was refused" in said) is (code == 1)
    assert "recursion" not in said
