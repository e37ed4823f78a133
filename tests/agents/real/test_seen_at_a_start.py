"""What the person sees of Lore where a session starts: one line, and no frame. The real programs in a terminal."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.agent_stage import Stage
from support.typed_programs import claude_code, codex, gemini
from support.typist import Typist

PROGRAMS = {"claude-code": ("claude", claude_code), "codex": ("codex", codex), "gemini": ("gemini", gemini)}

pytestmark = [
    pytest.mark.skipif(shutil.which("tmux") is None, reason="a window to type in needs tmux"),
    pytest.mark.parametrize("name", PROGRAMS),
]


@pytest.fixture
def typist(name: str, stage: Stage, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Typist]:
    fixture, program = PROGRAMS[name]
    somebody = Typist.at(stage, [program(request.getfixturevalue(fixture))], tmp_path)
    yield somebody
    somebody.close()


def test_a_start_says_in_one_line_what_it_gives(typist: Typist, name: str) -> None:
    typist.lore("add", "Always pin versions exactly.", "--layer", "user", "--kind", "convention")
    window = typist.opens(name)
    if name == "codex":  # it runs what a session starts with at the first prompt
        window.types("Say OK.")
    window.terminal.wait_for("Lore: 1 rule")
    assert "<lore-memory" not in window.screen()
