"""What somebody tells a real agent is in the next session's request: real agent, real hook, real server, real store.

Set-up as a person runs it, two sessions, the store between them, and removal. Only the model is a fake.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from support.agent_stage import Stage

BIN = Path(sys.executable).parent
QUIET = {"DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "ANTHROPIC_API_KEY": "dummy"}
CODEX = """\
# mine
model = "fake"
model_provider = "fake"

[model_providers.fake]
name = "fake"
base_url = "URL/v1"
wire_api = "responses"
"""
TOLD = "From now on always use pnpm to install packages, never npm."


@dataclass
class Person:
    """Somebody with one agent and Lore, in a project of theirs."""

    stage: Stage
    name: str
    words: list[str]
    settings: list[str]
    environment: dict[str, str] = field(default_factory=dict)

    def lore(self, *words: str) -> str:
        done = self.stage.run([str(BIN / "lore"), *words])
        assert done.returncode in (0, 3), (words, done.stdout + done.stderr)
        return done.stdout

    def drained(self) -> None:
        self.stage.drained(BIN / "lore")

    def asks(self, prompt: str) -> str:
        before = len(self.stage.requests())
        done = self.stage.run([*self.words, prompt], self.environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return json.dumps(self.stage.requests()[before:])

    def files(self) -> Mapping[str, str | None]:
        found = {name: self.stage.user.folder / name for name in self.settings}
        return {name: path.read_text() if path.exists() else None for name, path in found.items()}


@pytest.fixture(params=["claude-code", "codex"])
def person(request: pytest.FixtureRequest, stage: Stage) -> Person:
    name: str = request.param
    subprocess.run(["git", "init", "-q", stage.user.folder / "project"], check=True)
    if name == "claude-code":
        stage.user.write(".claude/settings.json", '{\n  "model": "opus"\n}\n')
        words = [request.getfixturevalue("claude"), "-p", "--output-format", "json"]
        return Person(stage, name, words, [".claude/settings.json"], {**QUIET, "ANTHROPIC_BASE_URL": stage.url})
    stage.user.write(".codex/config.toml", CODEX.replace("URL", stage.url))
    words = [request.getfixturevalue("codex"), "exec", "--json", "--skip-git-repo-check"]
    words += ["--dangerously-bypass-hook-trust"]
    return Person(stage, name, words, [".codex/config.toml", ".codex/hooks.json"])


def test_what_a_program_told_is_nobodys_word_and_what_you_saved_is_given(person: Person) -> None:
    """Agents run without a window here, so nobody typed. What you saved comes in its frame, with a receipt.

    And everything can go again.
    """
    mine = person.files()
    person.lore("setup", "--agent", person.name, "--yes")
    assert person.files() != mine
    person.asks(TOLD)
    person.drained()
    assert json.loads(person.lore("facts", "--json"))["facts"] == []
    (heard,) = json.loads(person.lore("sessions", "--json"))["sessions"]
    shown = json.loads(person.lore("sessions", "show", heard["id"], "--json"))
    assert [turn["role"] for turn in shown["turns"] if TOLD in turn["text"]] == ["somebody"]
    assert "always use pnpm" not in person.asks("hello")
    person.lore("add", TOLD, "--kind", "preference")
    given = person.asks("hello again")
    assert "always use pnpm" in given.split("lore-memory", 1)[1][:2000]
    person.drained()
    sessions = json.loads(person.lore("sessions", "--json"))["sessions"]
    assert len(sessions) == 3
    assert sum("pnpm" in person.lore("context", "--session", one["id"]) for one in sessions) == 1
    person.lore("setup", "--remove", "--agent", person.name, "--yes")
    assert person.files() == mine


def test_hooks_that_are_switched_off_give_and_keep_nothing(person: Person) -> None:
    person.lore("setup", "--agent", person.name, "--yes")
    person.lore("add", "Deploys go out on Tuesdays, never on Fridays.", "--kind", "preference")
    person.environment["LORE_OFF"] = "1"
    assert "Tuesdays" not in person.asks("hello")
    del person.environment["LORE_OFF"]
    assert "Tuesdays" in person.asks("hello")
    person.drained()
    assert len(json.loads(person.lore("sessions", "--json"))["sessions"]) == 1
