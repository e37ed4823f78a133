"""What a session was about, in a few lines."""

import json
from datetime import UTC, datetime
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
    write(tmp_path / "s1.jsonl")
    capture(store, [tmp_path / "s1.jsonl"], Options(mine=True))
    told = narrative(store, "s1")
    assert told.intent == "Fix the importer, it stops at blank lines."
    assert (told.decisions, told.lessons) == ((), ())
    assert told.outcomes == (
        "The importer now skips blank lines and all of its tests pass.",
        "changed 1 file: /w/shop/importer.py",
    )
    assert told.open == ("1 command failed, the last of Bash: hook failed",)
    assert narrative(store, "s1") == told


def said(folder: Path, *texts: str, name: str = "s2") -> Path:
    lines = [
        {
            **COMMON,
            "sessionId": name,
            "cwd": str(folder),
            "uuid": f"u{number}",
            "timestamp": f"2026-02-11T09:0{number}:00Z",
            "type": ("user", "assistant")[number % 2],
            "message": {"role": ("user", "assistant")[number % 2], "content": text},
        }
        for number, text in enumerate(texts)
    ]
    file = folder / f"{name}.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        (["Hi!", "Read docs/plan.md first."], "Hi!"),
        (["Hello there. Please fix the login page."], "Hello there. Please fix the login page."),
        (["> quoted\n\nFix it."], "Fix it."),
        (["ok"], "ok"),
        (["word " * 100], "word " * 38 + "word…"),
    ],
)  # fmt: skip
def test_the_intent_is_what_was_typed_first(store: Store, tmp_path: Path, typed: list[str], first: str) -> None:
    texts = [text for one in typed for text in (one, "Done with that part of the work.")]
    capture(store, [said(tmp_path, *texts)], Options(mine=True))
    assert narrative(store, "s2").intent == first


def test_what_was_answered_is_no_outcome(store: Store, tmp_path: Path) -> None:
    capture(
        store,
        [said(tmp_path, "Fix the login page.", "The login page works now.", "no, please fix it again")],
        Options(mine=True),
    )
    told = narrative(store, "s2")
    assert told.outcomes == ()
    assert told.open == ("said last, without an answer: no, please fix it again",)


def test_outcomes_are_the_commits_that_the_repository_noted_meanwhile(store: Store, tmp_path: Path) -> None:
    log = tmp_path / ".git" / "logs" / "HEAD"
    log.parent.mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    began = int(datetime(2026, 2, 11, 9, tzinfo=UTC).timestamp())
    noted = [
        (-60, "commit (initial): Before it"),
        (10, "commit: Importer skips blanks"),
        (20, "commit (amend): Importer skips blank lines"),
        (30, "reset: moving to HEAD~1"),
        (40, "commit: Token ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY2z4A"),
        (9000, "commit: After it"),
    ]
    entry = "{0} {0} A B <a@b.example> {1} +0000\t{2}\n"
    log.write_text("".join(entry.format("0" * 40, began + at, what) for at, what in noted))
    capture(store, [said(tmp_path, "Fix the importer.", "The importer now skips blank lines.")], Options(mine=True))
    outcomes = narrative(store, "s2").outcomes
    assert outcomes[1] == "committed: Importer skips blank lines"
    assert len(outcomes) == 3 and "ghp_" not in outcomes[2]


def test_a_session_that_is_not_there_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        narrative(store, "nobody")


def test_the_command_tells_it(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "s1.jsonl")
    capture(store, [tmp_path / "s1.jsonl"], Options(mine=True))
    assert run(["sessions", "narrative", "s1"]) == 0
    assert "- changed 1 file: /w/shop/importer.py" in capsys.readouterr().out
    assert run(["sessions", "narrative", "s1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["intent"] == "Fix the importer, it stops at blank lines."
