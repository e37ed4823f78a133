"""`lore import` as a script sees it: its exit code and what it says."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.store import open_store

GOOD = '{"fact": "Deploy on Tuesdays"}'
DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("lines", "code"), [([GOOD], 0), ([GOOD, GOOD], 0), ([GOOD, DEEP], 0), ([DEEP], 1), ([DEEP, "{}"], 1), ([], 0)]
)
def test_a_file_of_which_nothing_came_in_is_an_error(
    lines: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "facts.jsonl"
    path.write_text("\n".join(lines))
    for _ in range(2):
        assert run(["import", str(path)]) == code
    said = capsys.readouterr().err
    assert ("every line was refused" in said) is (code == 1)
    assert "recursion" not in said


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("broken", [None, 0, -1], ids=["all read", "the first missing", "the last missing"])
def test_several_files_are_one_undo(
    count: int, broken: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named once, and takes back every file that was read, whatever became of the others."""
    paths = [tmp_path / f"{number}.jsonl" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_text(json.dumps({"fact": f"Deploy the service number {number} on Tuesdays"}))
    if broken is not None:
        paths[broken].unlink()
    code = run(["import", *map(str, paths)])
    shown = capsys.readouterr().err
    assert code == (0 if broken is None else 1)
    came_in = count - (broken is not None)
    assert shown.count("undo: `lore undo") == (1 if came_in else 0)
    with open_store() as store:
        assert len(store.facts.select()) == came_in
        if came_in:
            assert store.runs.latest("import").summary["added"] == came_in  # type: ignore[union-attr]
    if came_in:
        assert run(shown.partition("`lore ")[2].partition("`")[0].split()) == 0
    with open_store() as store:
        assert store.facts.select() == []
