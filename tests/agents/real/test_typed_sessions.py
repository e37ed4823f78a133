"""Somebody types to Claude Code in a terminal: what they correct in three sessions is approved in a form.

The real program, hooks, server and store; only the model is a fake. Nothing here needs `lore review`: who types
at a terminal is the person.
"""

import json
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from support.agent_stage import Stage
from support.terminal import Terminal
from support.typed_programs import claude_code
from support.typist import BIN, Typist

CORRECTION = "No, never force unwrap, always use guard let instead."
REVIEW = "mcp__lore__memory_review"

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="a window to type in needs tmux")


@pytest.fixture
def typist(stage: Stage, claude: str, tmp_path: Path) -> Iterator[Typist]:
    program = claude_code(claude)
    somebody = Typist.at(stage, [replace(program, words=(*program.words, "--allowedTools", REVIEW))], tmp_path)
    yield somebody
    somebody.close()


def accepts(terminal: Terminal) -> None:
    for _ in range(20):
        terminal.tmux("send-keys", "Enter")
        time.sleep(1)
        if "requests your input" not in terminal.tmux("capture-pane", "-p"):
            return
    raise AssertionError("the form stays")


def test_a_correction_becomes_a_candidate_and_a_form_approves_it(typist: Typist) -> None:
    for _ in range(3):
        typist.session("claude-code", CORRECTION)
    typist.stage.drained(BIN / "lore")
    typist.lore("consolidate")
    (card,) = json.loads(typist.lore("review", "--json"))["candidates"]
    assert "guard let" in card["text"] and card["sessions"] == 3 and card["warnings"] == []
    window = typist.opens("claude-code")
    window.types('CALL_TOOL ToolSearch {"query": "select:' + REVIEW + '"}')
    window.types(f"CALL_TOOL {REVIEW} {{}}", answer="requests your input")
    for key, shows in (
        ("Right", "◯ approve"),
        ("Space", "✔ Decision: ▸ approve"),
        ("Down", "Reason: Type something"),
        ("Down", "❯ Accept"),
    ):
        window.terminal.tmux("send-keys", key)
        window.terminal.wait_for(shows)
    accepts(window.terminal)
    assert json.loads(typist.lore("review", "--json"))["candidates"] == []
    assert [fact["text"] for fact in typist.facts() if fact["approved_at"]] == [card["text"]]
