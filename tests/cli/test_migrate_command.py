"""`lore migrate-from` as a person uses it."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from support.other_stores import ENGRAM, database


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
