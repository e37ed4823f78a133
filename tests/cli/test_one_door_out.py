"""Whatever leaves Lore passes one door: literal text on stdout, stderr, in JSON and files; errors in one line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lore.cli import output, terminal
from lore.cli.program import run
from lore.intake import clean
from lore.model import Fact, Kind
from lore.store import open_store
from support.hostile import ACTING, SECRET, acting
from support.terminal import in_terminal


def test_a_line_is_literal_but_for_our_own_styles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A text that holds escapes, or what a style looks like inside Lore, prints neither; our own bold stays."""
    monkeypatch.setattr(terminal, "wants_colours", lambda stream: True)
    output.line(f"{output.style('bold', bold=True)} {ACTING} \ufdd0{'0' * 16}31\ufdd1red")
    printed = capsys.readouterr().out
    assert printed.startswith("\x1b[1mbold\x1b[0m ")
    assert acting(printed.removeprefix("\x1b[1mbold\x1b[0m ")) == []


def test_a_line_stays_one_line(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name of a folder or a file may hold a line break, and would look like a line of Lore."""
    folder = tmp_path / "a\nundo: `rm -rf ~`"
    folder.mkdir()
    assert run(["project", "show", str(folder)]) == 0
    capture_result = capsys.readouterr()
    assert "a\\nundo" in capture_result.err
    assert "\nundo" not in capture_result.out + capture_result.err


def test_a_capture_that_stored_nothing_says_no_undo(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "session.jsonl"
    file.write_text("nonsense\n")
    run(["capture", "--mine", "--format", "lore", str(file)])
    capture_result = capsys.readouterr()
    assert "undo" not in capture_result.out + capture_result.err
    file.write_text(json.dumps({"session": "s", "id": "a", "role": "user", "text": "Use pnpm, never npm."}) + "\n")
    run(["capture", "--mine", "--format", "lore", str(file)])
    assert "undo: `lore undo --run r:" in capsys.readouterr().err


def test_json_spells_out_what_acts_or_hides_and_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"joiners می‌خواهم {ACTING} \ufdd0 and \U0001f44d"
    output.json_line({"text": text})
    output.write_lines(tmp_path / "out.jsonl", [{"text": text}])
    printed = capsys.readouterr().out
    written = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert (acting(printed), acting(written)) == ([], [])
    assert json.loads(printed)["text"] == json.loads(written)["text"] == text
    assert "\U0001f44d" in printed


def test_an_exported_file_is_its_owners_alone(home: Path, tmp_path: Path) -> None:
    target = tmp_path / "facts.jsonl"
    target.write_text("old")
    target.chmod(0o644)
    assert run(["add", "Staging listens on port 5433"]) == 0
    assert run(["export", "--output", str(target)]) == 0
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "words",
    [
        ["show", f"f:{SECRET}"],
        [f"{ACTING}{SECRET}"],
        ["facts", f"--{ACTING}{SECRET}"],
        ["add", "--kind", f"{ACTING}{SECRET}", "x"],
        ["import", f"/none/{ACTING[1:]}{SECRET}"],
        ["model", "use", f"{ACTING}{SECRET}"],
        ["review", "approve", f"c:{SECRET}{ACTING}"],
    ],
)
def test_no_message_repeats_a_secret_or_acts(home: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What was typed for an id, a name or an option is named in the error, as a marker where it is a secret."""
    assert run(words) != 0
    capture_result = capsys.readouterr()
    assert acting(capture_result.err) == []
    assert SECRET not in capture_result.err
    assert "error: " in capture_result.err


def test_an_error_is_an_object_where_json_was_asked_for(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands, usage and what nobody expected: message, hint, exit code; nothing where data was printed already."""
    for words, code in ((["show", "f:nothere", "--json"], 3), (["facts", "--json", "--limit", "x"], 2)):
        assert run(words) == code
        error = json.loads(capsys.readouterr().out)["error"]
        assert error["exit_code"] == code
        assert error["message"]
        assert error["hint"]
    assert run(["facts", "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == {"schema": 1, "facts": [], "unconfirmed": 0}


UNEXPECTED = [
    (UnicodeEncodeError("latin-1", "✓", 0, 1, "not there"), "UnicodeEncodeError"),
    (OverflowError("date value out of range"), "OverflowError: date value out of range"),
    (PermissionError(13, "Permission denied", "/data/lore.db"), "`/data/lore.db` cannot be used: permission denied"),
    (MemoryError(), "not enough memory"),
    (RecursionError("deep"), "nested too deeply"),
    (KeyError(f"{ACTING} {SECRET}"), "KeyError"),
    (OSError(5, "Input/output error"), "input/output error"),
    (AssertionError(), "AssertionError: no reason was given"),
]


@pytest.mark.parametrize(("error", "said"), UNEXPECTED, ids=[type(error).__name__ for error, _ in UNEXPECTED])
def test_any_error_is_one_line_and_a_hint(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a command raises: exit 1, no traceback; with `--debug` a traceback, as literal as everything else."""

    def fails() -> None:
        raise error

    monkeypatch.setattr("lore.paths.home", fails)
    assert run(["path"]) == 1
    shown = capsys.readouterr().err
    assert shown.startswith("error: ")
    assert said in shown
    assert "\n\nhint: " in shown
    assert len(shown.splitlines()) == 3
    assert run(["--debug", "path"]) == 1
    shown = capsys.readouterr().err
    assert "Traceback" in shown
    assert acting(shown) == []
    assert SECRET not in shown


def _lore(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lore", *words]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every folder")
def test_a_data_folder_that_may_not_be_read_is_an_error_in_words(home: Path) -> None:
    assert run(["add", "Staging listens on port 5433"]) == 0
    home.chmod(0)
    try:
        done = _lore("facts")
    finally:
        home.chmod(0o700)
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


def test_a_locale_without_our_marks_still_gets_lines_and_json(home: Path) -> None:
    with open_store() as store, store.write("person") as transaction:
        store.facts.add(transaction, Fact("", clean("日本語 é 👍"), Kind.NOTE))
    done = _lore("doctor", PYTHONIOENCODING="latin-1")
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)
    facts = json.loads(_lore("facts", "--json", PYTHONIOENCODING="latin-1").stdout)["facts"]
    assert facts[0]["text"] == "日本語 é 👍"


def test_a_reader_that_leaves_ends_a_command_well(home: Path) -> None:
    """`lore facts | head -1` ends with 0, quietly, whatever is left to print."""
    with open_store() as store, store.write("person") as transaction:
        for number in range(3000):
            store.facts.add(transaction, Fact("", clean(f"Fact number {number} of many, in a long line"), Kind.NOTE))
    for listing in ("export", "facts --limit 3000"):
        command = f"'{sys.executable}' -m lore {listing} | head -1 >/dev/null"
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_a_terminal_is_coloured_only_for_those_who_want_it(
    home: Path, environment: dict[str, str], coloured: bool
) -> None:
    """`NO_COLOR` and `TERM=dumb` hold for stdout and stderr; an empty `NO_COLOR` does not count."""
    open_store(home).close()  # the doctor has something to check
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    for words in (["doctor"], ["nope"]):
        printed = in_terminal([sys.executable, "-m", "lore", *words], env={**inherited, **environment})
        assert (re.search(r"\x1b\[[0-9;]*m", printed) is not None) is coloured, words
        assert "\x1b" not in printed or environment["TERM"] != "dumb"
