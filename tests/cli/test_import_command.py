"""`lore import` and `lore migrate-from` as a person or a script uses them."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.store import open_store
from support.other_stores import ENGRAM, database

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


def test_a_store_is_previewed_taken_over_and_queued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The preview lists, the run counts and says how to take it back, the queue has what was proposed."""
    path = str(database(tmp_path / "engram.db", ENGRAM))
    assert run(["migrate-from", "engram", path, "--dry-run"]) == 0
    preview = capsys.readouterr().out
    assert "new        preference  Answers: Keep answers short." in preview
    assert preview.endswith("dry run: nothing written\n")
    assert run(["migrate-from", "engram", path, "--propose", "--json"]) == 0
    done = json.loads(capsys.readouterr().out)
    assert (done["schema"], done["added"], done["proposed"]) == (1, 3, 3)
    assert done["skipped"] == {"deleted there": 1, "a summary of a session": 1}
    assert run(["review", "--json"]) == 0
    waiting = json.loads(capsys.readouterr().out)["candidates"]
    assert {one["because"] for one in waiting} == {"imported from engram"}
    assert all(one["tainted"] for one in waiting)
    assert run(["migrate-from", "engram", path]) == 0
    assert "known      3 already imported" in capsys.readouterr().out


def test_a_wrong_path_is_an_error_with_a_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 3 for what is not there, 1 for what is something else, 2 for an unknown tool."""
    other = database(tmp_path / "other.db", "CREATE TABLE t (a);")
    assert run(["migrate-from", "engram", str(tmp_path / "missing.db")]) == 3
    assert run(["migrate-from", "engram", str(other)]) == 1
    assert run(["migrate-from", "unknown", str(other)]) == 2
    told = capsys.readouterr().err
    assert "error: " in told
    assert told.count("hint: ") == 3
