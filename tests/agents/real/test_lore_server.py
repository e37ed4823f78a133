"""Each real agent connects to the real `lore mcp` that set-up wrote, and offers its tools to the model."""

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from support.agent_stage import Stage
from support.agents_home import write_program
from support.typed_programs import claude_code, codex, copilot, gemini, opencode

PROGRAMS: Mapping[str, tuple[Callable[[str], Any], tuple[str, ...]]] = {
    "claude": (claude_code, ("-p", "hello", "--output-format", "json")),
    "codex": (codex, ("exec", "--json", "--skip-git-repo-check", "hello")),
    "gemini": (gemini, ("-p", "hello", "--approval-mode", "yolo")),
    "copilot": (copilot, ("-p", "hello", "--allow-all-tools")),
    "opencode": (opencode, ("run", "hello")),
}
ENDED = {"code": -32000, "message": "Connection closed"}
"""What a subscription is answered when its client leaves."""
WIRE = """\
export LORE_HOME="$HOME/data"
tee -a "$HOME/heard.jsonl" | {python} -m lore mcp | tee -a "$HOME/told.jsonl" """


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_server_of_an_agent_connects(name: str, stage: Stage, request: pytest.FixtureRequest) -> None:
    make, words = PROGRAMS[name]
    program = make(request.getfixturevalue(name))
    project = stage.user.folder / "project"
    project.mkdir(exist_ok=True)
    program.prepare(stage.user.folder / program.folder, stage.url, [project])
    stage.user.set_up(program.name)
    write_program(stage.user.programs.lore, WIRE.format(python=sys.executable))
    write_program(stage.user.programs.hook, "cat > /dev/null")
    base = [part for part in program.words if part != "--dangerously-bypass-hook-trust"]
    done = stage.run([*base, *words], program.exports(stage.url))
    assert done.returncode == 0, done.stdout + done.stderr
    heard, told = (
        [json.loads(line) for line in (stage.user.folder / f"{side}.jsonl").read_text().splitlines()]
        for side in ("heard", "told")
    )
    assert [one for one in told if one.get("error", ENDED) != ENDED] == []
    (tools, *_) = [one["result"]["tools"] for one in told if "tools" in one.get("result", {})]
    assert len(tools) == 10
    assert {one["method"] for one in heard if "method" in one} & {"initialize", "server/discover"}
    assert "memory_search" in json.dumps(stage.requests())
