"""What a session was about, in a few lines."""

import json
from pathlib import Path

import pytest

from lore.capture import Options, capture, narrative
from lore.cli.program import run
from lore.errors import NotFound
from lore.store import Store

COMMON = {"sessionId": "s1", "cwd": "/w/shop", "isSidechain": False, "timestamp": "2026-02-11T09:00:00Z"}


def write(file: Path) -> None:
    """A session in which something was asked, decided, done, committed and left failing."""
    edit = {"type": "tool_use", "id": "t1", "name": "Edit", "input": {"file_path": "/w/shop/importer.py"}}
    commit = {
        "type": "tool_use",
        "id": "t2",
        "name": "Bash",
        "input": {"command": 'git commit -am "Importer skips blanks"'},
    }
    failed = {"type": "tool_result", "tool_use_id": "t2", "is_error": True, "content": "hook failed"}
    closing = "The importer now skips blank lines and all of its tests pass."
    lines = [
        {"type": "user", "message": {"role": "user", "content": "Fix the importer, it stops at blank lines."}},
        {"type": "assistant", "message": {"role": "assistant", "content": [edit, commit]}},
        {"type": "user", "message": {"role": "user", "content": "From now on we never import without a dry run."}},
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": closing}]}},
        {"type": "user", "message": {"role": "user", "content": [failed]}, "toolUseResult": "Error"},
    ]
    file.write_text("".join(json.dumps({**COMMON, "uuid": f"u{n}", **line}) + "\n" for n, line in enumerate(lines)))


def test_a_session_is_told_in_a_few_lines(store: Store, tmp_path: Path) -> None:
    """What was asked, what was decided, how it ended, what is open; the same each time."""
    write(tmp_path / "s1.jsonl")
    capture(store, [tmp_path / "s1.jsonl"], Options(mine=True))
    told = narrative(store, "s1")
    assert told.intent == "Fix the importer, it stops at blank lines."
    assert told.decisions == ("From now on we never import without a dry run.",)
    assert told.outcomes == (
        "The importer now skips blank lines and all of its tests pass.",
        "committed: Importer skips blanks",
        "changed: /w/shop/importer.py",
    )
    assert told.open == ("ended with an error of Bash: hook failed",)
    assert narrative(store, "s1") == told


def test_a_session_that_is_not_there_is_not_found(store: Store) -> None:
    """Rather than told as empty."""
    with pytest.raises(NotFound):
        narrative(store, "nobody")


def test_the_command_tells_it(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In headings, and in JSON with the same names."""
    write(tmp_path / "s1.jsonl")
    capture(store, [tmp_path / "s1.jsonl"], Options(mine=True))
    assert run(["sessions", "narrative", "s1"]) == 0
    assert "- From now on we never import without a dry run." in capsys.readouterr().out
    assert run(["sessions", "narrative", "s1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["intent"] == "Fix the importer, it stops at blank lines."
