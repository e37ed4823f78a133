"""Somebody types to Claude Code in a terminal: what they correct in three sessions is approved in a form.

The real program, hooks, server and store; only the model is a fake. Nothing here needs `lore unconfirmed`: who types
at a terminal is the person.
"""

import itertools
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.agent_stage import Stage
from support.terminal import Terminal

BIN = Path(sys.executable).parent
CORRECTION = "No, never force unwrap, always use guard let instead."
REVIEW = "mcp__lore__memory_review"

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="a window to type in needs tmux")


class Typist:
    """Somebody at a terminal, in a project of theirs."""

    def __init__(self, stage: Stage, claude: str, sockets: Iterator[Path]) -> None:
        self.stage, self.claude, self._sockets = stage, claude, sockets
        self.terminal = Terminal(next(sockets))
        self.project = stage.user.folder / "project"
        subprocess.run(["git", "init", "-q", self.project], check=True)
        known = {
            "hasCompletedOnboarding": True,
            "theme": "dark",
            "customApiKeyResponses": {"approved": ["dummy"], "rejected": []},
            "projects": {str(self.project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
        }
        stage.user.write(".claude.json", json.dumps(known))
        self.lore("setup", "--agent", "claude-code", "--yes")

    def lore(self, *words: str) -> str:
        done = self.stage.run([str(BIN / "lore"), *words])
        assert done.returncode in (0, 4), (words, done.stdout + done.stderr)
        return done.stdout

    def starts(self) -> None:
        """A new session in a new window, until its prompt is there."""
        self.terminal.close()
        self.terminal = Terminal(next(self._sockets))
        environment = {
            "HOME": str(self.stage.user.folder), "PATH": os.environ["PATH"], "TERM": "xterm-256color",
            "ANTHROPIC_BASE_URL": self.stage.url, "ANTHROPIC_API_KEY": "dummy",
            "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }  # fmt: skip
        said = [f"{name}={value}" for name, value in environment.items()]
        command = [
            "env", "-i", *said, self.claude, "--permission-mode", "default", "--allowedTools", REVIEW,
        ]  # fmt: skip
        size, folder = ["-x", "120", "-y", "40"], ["-c", str(self.project)]
        self.terminal.tmux("new-session", "-d", *size, *folder, shlex.join(command))
        self.terminal.wait_for("❯")

    def types(self, text: str, answer: str = "● OK") -> None:
        """A prompt, until one answer more is on the screen."""
        answers = self.terminal.tmux("capture-pane", "-p").count(answer)
        self.terminal.tmux("send-keys", "-l", text)
        self.terminal.wait_for(text[:60])
        self.terminal.tmux("send-keys", "Enter")
        self.terminal.wait_for(answer, times=answers + 1)

    def accepts(self) -> None:
        """Press Enter until the form is gone: it takes no key while it is drawn."""
        for _ in range(20):
            self.terminal.tmux("send-keys", "Enter")
            time.sleep(1)
            if "requests your input" not in self.terminal.tmux("capture-pane", "-p"):
                return
        raise AssertionError("the form stays")


@pytest.fixture
def typist(stage: Stage, claude: str, tmp_path: Path) -> Iterator[Typist]:
    somebody = Typist(stage, claude, (tmp_path / f"tmux {number}" for number in itertools.count()))
    yield somebody
    somebody.terminal.close()


def test_a_correction_becomes_a_candidate_and_a_form_approves_it(typist: Typist) -> None:
    for _ in range(3):
        typist.starts()
        typist.types(CORRECTION)
    typist.terminal.close()
    typist.stage.drained(BIN / "lore")
    typist.lore("consolidate")
    (card,) = json.loads(typist.lore("review", "--json"))["candidates"]
    assert "guard let" in card["text"] and card["sessions"] == 3 and card["warnings"] == []
    typist.starts()
    typist.types('CALL_TOOL ToolSearch {"query": "select:' + REVIEW + '"}')
    typist.types(f"CALL_TOOL {REVIEW} {{}}", answer="requests your input")
    for key, shows in (
        ("Right", "◯ approve"),
        ("Space", "✔ Decision: ▸ approve"),
        ("Down", "Reason: Type something"),
        ("Down", "❯ Accept"),
    ):
        typist.terminal.tmux("send-keys", key)
        typist.terminal.wait_for(shows)
    typist.accepts()
    assert json.loads(typist.lore("review", "--json"))["candidates"] == []
    facts = json.loads(typist.lore("facts", "--json"))["facts"]
    assert [fact["text"] for fact in facts if fact["approved_at"]] == [card["text"]]
