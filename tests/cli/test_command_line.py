"""What holds for every command, with a terminal and without one."""

import ast
import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import lore.cli
from lore import __version__, actions, errors
from lore.cli.program import COMMANDS, cli, run
from lore.memory.editing import NewFact, add_fact, propose
from lore.store import Store, open_store
from support.agents_shell import agents_shell

HEAVY = {
    "textual", "rich", "lore_tui", "fastembed", "onnxruntime", "numpy", "tantivy",
    "markdown_it",
}  # fmt: skip


def loaded_by(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}


def test_importing_lore_loads_the_standard_library_only() -> None:
    ours_and_theirs = loaded_by("import lore") - set(sys.stdlib_module_names)
    assert {name for name in ours_and_theirs if not name.startswith(("_", "__"))} <= {"lore", "sitecustomize"}


def test_help_loads_nothing_heavy() -> None:
    """`lore --help` answers in under 100 ms because it imports no command."""
    assert not HEAVY & loaded_by("from lore.cli.program import run\nassert run(['--help']) == 0")


@pytest.mark.smoke
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 3


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands_and_options(shell: str) -> None:
    lore_here = Path(sys.executable).with_name("lore")

    def asked(instruction: str, words: str = "", number: str = "") -> str:
        typed = {"COMP_WORDS": words, "COMP_CWORD": words.rpartition(" ")[2] if shell == "fish" else number}
        environment = {**os.environ, "_LORE_COMPLETE": f"{shell}_{instruction}", **typed}
        return subprocess.run([lore_here], capture_output=True, text=True, check=True, env=environment).stdout

    assert "_LORE_COMPLETE" in asked("source")
    readme = Path(__file__).parents[2].joinpath("README.md").read_text()
    assert f"{shell}_source" in readme
    assert "search" in asked("complete", "lore sea", "1")
    assert "--in" in asked("complete", "lore search --i", "2")


def test_help_names_every_command_and_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert not [name for name in COMMANDS if f"  {name} " not in shown]
    assert "130 interrupted" in shown


@pytest.mark.smoke
def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert __version__ in capsys.readouterr().out


def test_a_mistyped_command_gets_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serch", "tabs"]) == 2
    assert capsys.readouterr().err == "error: there is no command `serch`\n\nhint: did you mean `lore search`?\n"


def test_a_mistyped_option_gets_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["path", "--jsn"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("error: no such option")
    assert "hint:" in shown.err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.LoreError("x"), 1),
        (errors.UsageError("x"), 2),
        (errors.NotFound("x"), 3),
        (errors.NeedsPerson("x"), 4),
        (errors.Busy("x"), 5),
        (errors.StoreError("x"), 1),
        (KeyboardInterrupt(), 130),
    ],
)
def test_every_error_has_its_exit_code(error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def failing() -> None:
        raise error

    monkeypatch.setitem(cli.commands, "path", failing)
    monkeypatch.setattr(type(cli), "get_command", lambda self, context, name: failing)
    assert run(["path"]) == code


def test_a_home_that_is_a_file_is_an_error_with_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LORE_HOME", str(tmp_path / "file"))
    assert run(["backup", "list"]) == 1
    shown = capsys.readouterr().err
    assert shown.startswith("error: the data folder")
    assert "hint: set `LORE_HOME`" in shown


def test_the_place_of_the_store_is_printed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["path"]) == 0
    assert capsys.readouterr().out == f"{home}\n"
    assert run(["path", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exists"] is False


def test_a_closed_pipe_is_no_error(home: Path) -> None:
    """`lore … | head` ends quietly."""
    command = f"{sys.executable} -m lore --help | true"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_whatever_lore_writes_at_home_is_the_owners_alone(home: Path) -> None:
    said = home.parent / "said.jsonl"
    said.write_text(json.dumps({"session": "s1", "id": "m1", "role": "user", "text": "We always use uv, never pip"}))
    former = os.umask(0)
    try:
        for words in (
            ["capture", str(said)], ["search", "uv"], ["add", "Staging listens on port 5433"], ["backup"],
            ["consolidate"], ["reindex"], ["doctor"], ["stats"], ["doctor", "--fix"],
        ):  # fmt: skip
            assert run(words) in (0, 1), words
    finally:
        os.umask(former)
    open_to_others = [path for path in home.rglob("*") if path.stat().st_mode & 0o077]
    assert open_to_others == []
    assert len([path for path in home.rglob("*") if path.is_file()]) > 20


def test_python_is_not_taken_down_under_a_model_that_is_being_loaded(home: Path) -> None:
    """Ctrl-C in the first half second of a search: onnxruntime aborts where Python ends under its import."""
    code = (
        "import atexit, threading\n"
        "from lore.cli.program import main\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "atexit.register(print, 'taken down')\n"
        "main(['path'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{home}\n")


FULL = "error: the output could not be written: the disk is full\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
@pytest.mark.parametrize(("where", "answer"), [(">&-", (0, "")), (">/dev/full", (1, FULL))])
def test_output_that_goes_nowhere_is_no_traceback(where: str, answer: tuple[int, str]) -> None:
    script = f"'{sys.executable}' -m lore path {where}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == answer


def test_an_error_shows_what_was_typed_without_what_acts_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["by-date", "\x07r\u202eed"]) == 2
    assert "error: `red` is not a valid time" in capsys.readouterr().err


def _parameters_thrown_away() -> Iterator[str]:
    for file in sorted(Path(lore.cli.__file__).parent.glob("*.py")):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef) or not function.decorator_list:
                continue
            names = {
                part.id for part in ast.walk(function) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)
            }
            arguments = [*function.args.args, *function.args.kwonlyargs]
            yield from (f"{file.name}: {function.name}({arg.arg})" for arg in arguments if arg.arg not in names)


def test_no_command_takes_an_option_and_ignores_it() -> None:
    """What `--help` offers has an effect."""
    assert list(_parameters_thrown_away()) == []


def test_a_text_may_begin_with_a_minus(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """A number or a word behind one minus is what you typed; what looks like a mistyped option is refused."""
    assert run(["add", "-5", "degrees", "is", "the", "limit", "--kind", "note"]) == 0
    assert [str(fact.text) for fact in store.facts.select()] == ["-5 degrees is the limit"]
    assert (run(["search", "limit", "-degrees"]), run(["search", "limit", "not:degrees"])) == (0, 3)
    capsys.readouterr()
    assert run(["config", "set", "search.limit", "-5"]) == 2
    assert "`search.limit` cannot be `-5`" in capsys.readouterr().err
    for typed in (
        ["add", "a text", "--kin", "note"],
        ["add", "a text", "-k", "note"],
        ["search", "x", "--limit", "-5"],
    ):
        assert run(typed) == 2
    assert store.facts.count() == 1


Captured = pytest.CaptureFixture[str]
NEEDING = {"tui": ["tui"], "the queue in an editor": ["review", "--edit"], "a fact in an editor": ["edit", "{fact}"]}


@pytest.fixture
def fact() -> str:
    with open_store() as store:
        saved = add_fact(store, NewFact("Use pnpm", project="web")).fact
        propose(store, saved.id)
        return saved.id


@pytest.fixture(params=["stdin is closed", "stdin is a file", "stdout is a pipe"])
def no_terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three ways to have no terminal; the standard output of a test is none either."""
    if request.param == "stdin is closed":
        monkeypatch.setattr("sys.stdin", None)
        yield
        return
    keyboard, terminal = pty.openpty() if request.param == "stdout is a pipe" else os.pipe()
    shown = open(keyboard if request.param == "stdin is a file" else terminal)  # noqa: PTH123, SIM115 -- a descriptor
    monkeypatch.setattr("sys.stdin", shown)
    yield
    shown.close()
    os.close(terminal if request.param == "stdin is a file" else keyboard)


@pytest.mark.parametrize("what", NEEDING)
def test_without_a_terminal_nothing_is_drawn_and_no_editor_starts(
    what: str, fact: str, no_terminal: None, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "false")
    assert run([one.format(fact=fact) for one in NEEDING[what]]) in (2, 4)
    capture_result = capsys.readouterr()
    assert capture_result.out == ""
    assert capture_result.err.startswith("error: ")
    assert "\nhint: " in capture_result.err


def test_the_app_does_not_draw_into_a_pipe() -> None:
    """`lore tui </dev/null | head` ends."""
    command = [sys.executable, "-m", "lore", "tui"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (4, "")
    assert "the app needs a terminal" in done.stderr


def test_lore_alone_in_an_agents_shell_prints_its_help(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app would wait for keys that nobody presses."""
    agents_shell(monkeypatch)
    assert run([]) == 0
    assert capsys.readouterr().out.startswith("Usage: lore")


@pytest.mark.parametrize("listing", [["facts"], ["search", "pnpm"], ["review"], ["log"]], ids=" ".join)
def test_a_line_is_cut_for_the_width_of_a_terminal_and_not_for_a_pipe(
    listing: list[str], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `lore facts | grep` looks through is the fact, not the part of it that fits 80 columns."""
    text = "Use pnpm for every package of this workspace and never commit the lock file of npm, whoever asks for it."
    with open_store() as store:
        propose(store, add_fact(store, NewFact(text[:98], project="web")).fact.id)
    shown = {}
    for columns in ("", "80"):
        monkeypatch.setenv("COLUMNS", columns)
        assert run(listing) == 0
        shown[columns] = capsys.readouterr().out
    assert text[:98] in shown[""]
    assert text[:98] not in shown["80"]
    assert all(len(line) <= 80 for line in shown["80"].splitlines())


def test_each_row_of_the_log_fits_its_line(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the name of a session, a project or a file is; the whole stands in `--json`."""
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["capture", str(actions.demo_sessions() / "lantern")]) == 0
    capsys.readouterr()
    assert run(["log", "--limit", "200"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) > 10 and max(map(len, rows)) <= 80
    assert any("github.co…" in row for row in rows)
    assert run(["log", "--limit", "200", "--json"]) == 0
    assert '"github.com/lantern/shop"' in capsys.readouterr().out
