"""`lore setup` as it is typed: shown first, asked, refused to agents, undone."""

import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.cli.program import run
from lore.platform.light import ISOLATED
from support.agents_home import put_on_path, tree, write_program
from support.terminal import in_terminal

SESSION = "b3a1f2c4-5d6e-4f70-8a9b-0c1d2e3f4a5b"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("lore-hook", "lore"):
        write_program(programs / name)
    put_on_path(programs, monkeypatch)
    monkeypatch.chdir(tmp_path)
    for folder in (".claude", ".codex"):
        (tmp_path / folder).mkdir()
    (tmp_path / ".codex/config.toml").write_text('model = "x"\n')
    return tmp_path


def settings(user: Path) -> dict[str, bytes | None]:
    return {name: content for name, content in tree(user).items() if name.startswith((".claude", ".codex"))}


def test_a_dry_run_shows_each_line_and_writes_none(user: Path, capsys: Captured) -> None:
    before = settings(user)
    assert run(["setup", "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert "would write ~/.claude/settings.json (claude-code)" in told
    assert "would write to ~/.codex/config.toml (codex)" in told
    assert "+[mcp_servers.lore]" in told
    assert run(["setup", "--dry-run", "--agent", "zed", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["agents"] == ["zed"] and plan["files"][0]["step"] == "create"
    assert settings(user) == before


@pytest.mark.slow("each of its three set-ups tries every hook and server as a program of its own")
def test_set_up_twice_status_and_removal(user: Path, capsys: Captured) -> None:
    """The second time nothing is written; what is wrong with the programs is told, and the exit code says it."""
    before = settings(user)
    assert run(["setup", "--yes", "--json"]) in (0, 1)
    done = json.loads(capsys.readouterr().out)
    assert {Path(path).name for path in done["written"]} == {
        "settings.json",
        ".claude.json",
        "hooks.json",
        "config.toml",
    }
    assert {(trial["agent"], trial["what"]) for trial in done["trials"]} >= {("codex", "mcp"), ("claude-code", "Stop")}
    after = settings(user)
    run(["setup", "--yes", "--json"])
    assert json.loads(capsys.readouterr().out)["written"] == []
    assert settings(user) == after
    assert run(["setup", "status"]) == 0
    told = capsys.readouterr()
    assert "Claude Code: set up" in told.out and "not on this machine" in told.err
    assert run(["setup", "status", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["agent"]: line["state"] for line in lines}["codex"] == "set up" and len(lines) == 16
    assert run(["undo", "--yes"]) == 0
    assert settings(user) == before
    run(["setup", "--yes"])
    assert run(["setup", "--remove", "--yes"]) == 0
    assert settings(user) == before


def test_an_agent_may_look_and_not_connect_itself(
    user: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.delenv("LORE_NOW")
    monkeypatch.delenv("LORE_INSTALLATION")
    monkeypatch.setenv("CODEX_SANDBOX", "1")
    before = settings(user)
    for words in (["setup", "--yes"], ["setup", "--remove", "--yes"], ["setup"]):
        assert run(words) == 4
        assert "only a person may set up agents" in capsys.readouterr().err
    assert run(["setup", "--dry-run"]) == 0
    assert run(["setup", "status"]) == 0
    assert settings(user) == before


def test_without_a_terminal_it_waits_for_a_yes_and_names_what_it_does_not_know(
    user: Path, capsys: Captured, tmp_path: Path
) -> None:
    assert run(["setup"]) == 4
    assert run(["setup", "--yes", "--agent", "hal"]) == 3
    assert "no agent is called `hal`" in capsys.readouterr().err
    assert run(["setup", "--yes", "--project"]) == 2
    assert "lies in no repository" in capsys.readouterr().err


def test_a_project_is_set_up_in_its_own_folder(user: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    root = user / "web"
    (root / ".git").mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (root / "src").mkdir()
    monkeypatch.chdir(root / "src")
    before = settings(user)
    run(["setup", "--yes", "--project", "--agent", "zed"])
    assert settings(user) == before
    arguments = json.loads((root / ".zed/settings.json").read_text())["context_servers"]["lore"]["args"]
    assert (*arguments[:2], arguments[-1]) == (*ISOLATED, "mcp")
    assert "lore:begin setup" in (root / "AGENTS.md").read_text()
    assert run(["setup", "--remove", "--yes", "--project"]) == 0
    assert {path.name for path in root.iterdir()} == {".git", "src"}


def test_a_broken_file_is_told_and_the_exit_code_says_so(user: Path, capsys: Captured) -> None:
    (user / ".claude/settings.json").write_text('{"hooks": ')
    assert run(["setup", "--yes"]) == 1
    assert "is no JSON" in capsys.readouterr().err
    assert (user / ".codex/hooks.json").exists()
    assert (user / ".claude/settings.json").read_text() == '{"hooks": '
    run(["setup", "status"])
    told = capsys.readouterr().out
    assert "Claude Code: cannot be set up" in told and "Codex: set up" in told


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """`lore setup` in a terminal, with what is typed there; no command is tried, and no Ollama looked for."""
    monkeypatch.setattr("lore.presence.terminal_here", lambda: True)
    monkeypatch.setattr("lore.actions.try_setup", lambda engine, **named: iter(()))
    monkeypatch.setattr("lore.actions.readers._models_of_ollama", lambda: ())

    def typed(keys: str, *words: str) -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{key}\n" for key in keys.split(" "))))
        return run(["setup", *words])

    return typed


def test_each_agent_is_asked_about(user: Path, types: Callable[[str], int], capsys: Captured) -> None:
    assert types("d y  n n later    ") == 0
    told = capsys.readouterr()
    assert re.search(r"^  Claude Code +learns from what you say", told.out, re.MULTILINE)
    assert '+  "hooks": {' in told.out and "mcp_servers" not in told.out
    assert "Restart your agents" in told.err and "Codex asks once" not in told.err
    assert (user / ".claude/settings.json").exists() and not (user / ".codex/hooks.json").exists()
    assert "Left out: Codex, slash commands such as /lore:remember and a status line in Claude Code" in told.err
    assert types("a later    ") == 0
    told = capsys.readouterr()
    assert "Codex asks once whether it may run the hooks" in told.err
    assert "Add these as well" not in told.out + told.err and "Left out" not in told.err
    assert (user / ".codex/hooks.json").exists()
    assert (user / ".claude/commands/lore/remember.md").exists()


@pytest.mark.parametrize("keys", ["q", "y q", "y y q", "n n", "  "])
def test_who_stops_or_says_no_has_nothing_written(
    keys: str, user: Path, types: Callable[[str], int], capsys: Captured
) -> None:
    before = settings(user)
    types(f"{keys}      ")
    assert settings(user) == before
    assert "nothing was written" in capsys.readouterr().err


def test_a_difference_longer_than_the_terminal_is_shown_in_a_pager(user: Path) -> None:
    environment = {**os.environ, "TERM": "xterm", "PAGER": "sed s/^/paged:/"}
    command = [sys.executable, "-m", "lore", "setup"]
    shown = in_terminal(command, "d\nq\n", env=environment)
    assert "paged:~/.claude/settings.json (claude-code)" in shown
    assert "paged:" not in in_terminal(command, "q\n", env=environment)


def test_removal_says_what_it_took_out_of_which_file(user: Path, types: Callable[..., int], capsys: Captured) -> None:
    before = settings(user)
    types("a later    ")
    whole = settings(user)
    capsys.readouterr()
    assert types("n", "--remove") == 0 and settings(user) == whole
    assert types("y", "--remove") == 0
    told = capsys.readouterr()
    assert "took out of ~/.codex/config.toml (the server)" in told.out
    assert "removed ~/.claude/settings.json (11 hooks, the status line)" in told.out
    assert "removed ~/.claude/commands/lore/ (8 slash commands)" in told.out
    assert "each file is byte for byte as it was before Lore" in told.err
    assert settings(user) == before


def test_past_sessions_are_offered_in_the_same_breath(
    user: Path, types: Callable[[str], int], capsys: Captured
) -> None:
    place = TRANSCRIPT_HOMES["claude-code"].folder / f"shop/{SESSION}.jsonl"
    assert place.is_relative_to(user)
    place.parent.mkdir(parents=True)
    said = {"type": "user", "userType": "external", "cwd": str(user), "sessionId": SESSION, "uuid": "u1"}
    message = {"role": "user", "content": "From now on use tabs."}
    place.write_text(json.dumps({**said, "timestamp": "2026-03-01T10:00:00Z", "message": message}) + "\n")
    assert types("y n n later later") == 0
    told = capsys.readouterr().err
    assert "1 past session on this machine (1 of Claude Code)" in told and "Later: `lore capture`" in told
    assert "What is your role?" not in told
    assert types("n n y later") == 0
    assert "read 1 session: 1 thing that you said" in capsys.readouterr().err
