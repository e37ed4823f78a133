"""`lore capture`, `lore sessions` and `lore timeline` as a person uses them."""

import json
import re
from pathlib import Path

import pytest

from lore.cli.program import run
from support.reading import lines_file

DATA = Path(__file__).parents[1] / "data" / "transcripts"
LINES = [
    {
        "session": "talk-1",
        "id": "m1",
        "at": "2026-02-11T09:00:00Z",
        "role": "user",
        "text": "Fix the importer.",
        "project": "shop",
    },
    {
        "session": "talk-1",
        "id": "m2",
        "at": "2026-02-11T09:01:00Z",
        "role": "assistant",
        "text": "Done.",
        "project": "shop",
    },
    {
        "session": "talk-1",
        "id": "m3",
        "at": "2026-02-11T09:02:00Z",
        "role": "user",
        "text": "Always run `make check` first.",
        "project": "shop",
    },
]


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    return file


def test_a_capture_ends_with_a_summary(transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["capture", "--mine", str(transcript)]) == 0
    shown = capsys.readouterr()
    assert "messages 3 new" in shown.out
    assert "facts    1 new (1 convention)" in shown.out
    assert re.fullmatch(r"undo: `lore undo --run r:\w+`\n", shown.err)


def test_nothing_read_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One warning a file on stderr, exit code 1, also with a good file beside it, which is read."""
    assert run(["capture", str(tmp_path / "none.jsonl")]) == 1
    assert capsys.readouterr().err == f"warning: {tmp_path / 'none.jsonl'}: there is no such file\n"
    good = lines_file(tmp_path, *LINES)
    assert run(["capture", "--json", str(tmp_path / "none.jsonl"), str(good)]) == 1
    assert json.loads(capsys.readouterr().out)["turns"] == 3


def test_a_dry_run_shows_and_keeps_nothing(transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The facts it would store, each with its words."""
    assert run(["capture", "--mine", "--dry-run", str(transcript)]) == 0
    assert "convention   Always run `make check` first." in capsys.readouterr().out
    assert run(["sessions", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sessions"] == []


def test_since_wants_a_time(transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for since, messages in (
        ("2026-02-11T09:02:00Z", 1),
        ("2026-02-11 09:01", 2),
        ("7d", 0),
        ("2m", 3),
        ("last week", 0),
    ):
        assert run(["capture", "--dry-run", "--json", "--since", since, str(transcript)]) == 0
        assert json.loads(capsys.readouterr().out)["turns"] == messages
    assert run(["capture", "--since", "soonish", str(transcript)]) == 2
    assert "`soonish` is not a valid time" in capsys.readouterr().err


def test_a_session_can_be_shown_and_replayed(transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["capture", str(transcript), str(DATA)])
    capsys.readouterr()
    assert run(["sessions", "show", "talk", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [turn["text"] for turn in shown["turns"]] == [line["text"] for line in LINES]
    assert run(["timeline", "fed8ce56"]) == 0
    assert "$ " in capsys.readouterr().out
    assert run(["sessions", "show", "nobody"]) == 3


def test_explain_says_why_a_sentence_was_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each sentence with a lasting mark that was not kept, with its reason, in words and in JSON."""
    asked = "Always squash before you merge, right?"
    transcript = lines_file(tmp_path, {**LINES[0], "text": f"Fix the importer. {asked}"}, *LINES[1:])
    assert run(["capture", "--mine", "--dry-run", "--explain", str(transcript)]) == 0
    shown = capsys.readouterr().out
    assert "refused" in shown
    assert asked in shown
    assert "refused  1 (1 " in shown
    assert run(["capture", "--mine", "--dry-run", "--explain", "--json", str(transcript)]) == 0
    refused = json.loads(capsys.readouterr().out)["refused"]
    assert [(one["source_id"], one["sentence"]) for one in refused] == [("m1", asked)]
    assert all(one["reason"] for one in refused)


def test_embedding_ends_in_time_and_what_is_left_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the summary, in JSON and as a note; a capture without news does a little of it, a search the rest."""
    monkeypatch.setenv("LORE_EMBEDDING_BUDGET", "0")
    monkeypatch.setattr("lore.actions.findable.WITHOUT_NEWS", 1)
    monkeypatch.setattr("lore.index.pending.TOGETHER", 2)
    file = tmp_path / "talk.jsonl"
    file.write_text(
        "".join(json.dumps({**LINES[1], "id": f"m{number}", "text": "Done."}) + "\n" for number in range(6))
    )
    assert run(["capture", str(file)]) == 0
    shown = capsys.readouterr()
    assert "to embed up to 4 passages; searches embed them" in shown.out
    assert "up to 4 passages still to embed" in shown.err
    assert run(["capture", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["unembedded"] == 3
    assert run(["search", "done"]) == 0
    capsys.readouterr()
    assert run(["capture", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["unembedded"] == 0
