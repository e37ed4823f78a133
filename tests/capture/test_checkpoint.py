"""`lore checkpoint`: what was worked on and what solved it, kept while the session goes on."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.cli.program import run
from lore.model import Kind
from lore.store import FactFilter, Store
from support.agents_shell import agents_shell

TOLD = [
    "checkpoint", "Fix the flaky login test", "--problem", "the clock was not frozen", "--solution",
    "call page.clock.install() first", "--file", "tests/login.spec.ts", "--concept", "playwright", "--project", "shop",
]  # fmt: skip


@pytest.fixture(autouse=True)
def person_at_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLAUDECODE", "CURSOR_AGENT", "GEMINI_CLI"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def session(store: Store, tmp_path: Path) -> str:
    file = tmp_path / "talk.jsonl"
    line = {"session": "talk-1", "id": 1, "at": "2026-03-12T08:30:00Z", "role": "user", "project": "shop"}
    file.write_text(json.dumps({**line, "text": "The login test fails now and then."}) + "\n")
    capture(store, [file], Options(mine=True))
    return "talk-1"


def answer(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_a_checkpoint_is_a_fact_with_its_parts(store: Store, session: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*TOLD, "--json"]) == 0
    told = answer(capsys)
    assert (told["kind"], told["session"], told["action"]) == ("solution", session, "added")
    fact = store.facts.get(str(told["id"]))
    assert (fact.problem, fact.solution) == ("the clock was not frozen", "call page.clock.install() first")
    assert (fact.files, fact.concepts, fact.tainted) == (("tests/login.spec.ts",), ("playwright",), False)
    assert fact.confidence == 0.65
    assert run(["search", "--json", "clock frozen login"]) == 0
    assert json.loads(capsys.readouterr().out)["hits"][0]["id"] == fact.id
    assert run(["timeline", session]) == 0
    assert "checkpoint: Fix the flaky login test" in capsys.readouterr().out
    assert run(["undo"]) == 0
    assert store.facts.count(FactFilter(kinds=(Kind.SOLUTION,))) == 0
    assert store.sessions.events(session) == []


def test_the_same_checkpoint_again_changes_nothing(
    store: Store, session: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (run(TOLD), run(TOLD)) == (0, 0)
    assert "known" in capsys.readouterr().out
    events = store.audit.count()
    assert run([*TOLD, "--session", session]) == 0
    assert store.audit.count() == events


def test_the_kind_follows_from_what_is_told(store: Store) -> None:
    assert run(["checkpoint", "Renew the certificate", "--problem", "the sandbox is down", "--project", "shop"]) == 0
    assert run(["checkpoint", "Move the importer", "--project", "shop"]) == 0
    assert {fact.kind for fact in store.facts.select()} == {Kind.BLOCKER, Kind.TASK}


def test_json_on_stdin(store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """For agents: what it says is tainted until a person approves it, and its secrets are masked."""
    key = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    told = {"task": "Release", "problem": f"the token {key} expired", "files": ["a.py"], "agent": "codex"}
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(told)))
    assert run(["checkpoint", "-", "--json", "--project", "shop"]) == 0
    shown = answer(capsys)
    assert (shown["tainted"], shown["files"], shown["kind"]) == (True, ["a.py"], "blocker")
    assert key not in json.dumps(shown)
    assert store.audit.select(limit=1)[0].actor == "agent:codex"


@pytest.mark.parametrize(
    ("stdin", "complaint"),
    [
        ("{", "not valid JSON"),
        ("[1]", "one JSON object"),
        ('{"task": 1}', "`task`"),
        ('{"task": "x", "files": "a.py"}', "`files`"),
        ('{"task": "x", "mood": "good"}', "no field `mood`"),
        ("{}", "needs a task"),
        ('{"task": "x", "session": "nobody"}', "no session `nobody`"),
    ],
)
def test_what_is_no_checkpoint_is_refused(
    store: Store, stdin: str, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
    assert run(["checkpoint", "-"]) in (1, 2, 3)
    assert complaint in capsys.readouterr().err
    assert store.audit.count() == 0


def test_a_command_in_the_shell_of_an_agent_is_the_agents(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    agents_shell(monkeypatch)
    assert run(["checkpoint", "Move the importer", "--project", "shop"]) == 0
    fact = store.facts.select()[0]
    assert fact.tainted
    assert store.facts.evidence([fact.id])[fact.id][0].agent == "claude-code"


def test_in_a_terminal_it_asks(store: Store) -> None:
    ours, theirs = os.openpty()
    os.write(ours, b"Fix the build\n\nrun make twice\nMakefile, a.mk\n\n")
    done = subprocess.run([sys.executable, "-m", "lore", "checkpoint"], stdin=theirs, capture_output=True, timeout=60)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 0, done.stderr
    fact = store.facts.select()[0]
    assert (fact.text, fact.problem, fact.files) == (
        "Fix the build. Solution: run make twice.", None, ("Makefile", "a.mk"),
    )  # fmt: skip
