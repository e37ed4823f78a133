"""Slash commands and the status line in the window of the real program, as set-up wrote them."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from support.agent_stage import Stage
from support.typed_programs import claude_code
from support.typist import BIN, Typist

TOLD = "Prices are integers of cents."
ADD = "mcp__lore__memory_add"

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="a window to type in needs tmux")


def test_what_is_remembered_by_a_command_is_the_persons(stage: Stage, claude: str, tmp_path: Path) -> None:
    """The command is known, its text reaches the model, and what the model saves of the words behind it is yours."""
    program = claude_code(claude)
    typist = Typist.at(stage, [replace(program, words=(*program.words, "--allowedTools", ADD))], tmp_path)
    try:
        typist.lore("setup", "--agent", "claude-code", "--extras", "--yes")
        window = typist.opens("claude-code")
        window.types('CALL_TOOL ToolSearch {"query": "select:' + ADD + '"}')
        window.types(f"/lore:remember {TOLD}")
        window.types(f'CALL_TOOL {ADD} {{"text": "{TOLD}", "kind": "convention"}}', answer="lore")
        window.terminal.wait_for("lore: 1 loaded")  # the status line, once the fact is there
    finally:
        typist.close()
    assert any(f"`text`, unchanged: {TOLD}" in str(request) for request in stage.requests())
    stage.drained(BIN / "lore")
    assert [(fact["text"], fact["tainted"]) for fact in typist.facts()] == [(TOLD, False)]
