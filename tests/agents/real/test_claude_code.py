"""Claude Code itself runs what set-up wrote, gives the model what the hook printed, and is left as it was."""

import json

from lore.adapters.table import agent
from support.agent_fixtures import picked
from support.agent_stage import Stage, shaped

QUIET = {"DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "ANTHROPIC_API_KEY": "dummy"}
MINE = '{\n  "model": "opus",\n  "hooks": {"Stop": []}\n}\n'
EVENTS = ("SessionStart", "UserPromptSubmit", "PostToolUse")


def test_a_session_of_claude_code(stage: Stage, claude: str) -> None:
    """Context of three events is in the requests; every event that came has its fields where the table says."""
    stage.user.write(".claude/settings.json", MINE)
    stage.gives({f"claude-code {event}": shaped("claude-code", event, f"GIVEN-{event}") for event in EVENTS})
    stage.user.set_up("claude-code")
    words = [claude, "-p", "hello RUN_TOOL please", "--output-format", "json", "--allowedTools", "Bash"]
    done = stage.run(words, {**QUIET, "ANTHROPIC_BASE_URL": stage.url})
    assert done.returncode == 0, done.stdout + done.stderr
    sent = json.dumps(stage.requests())
    assert all(f"GIVEN-{event}" in sent for event in EVENTS)
    hooks = agent("claude-code").hooks
    assert hooks is not None
    came = dict(stage.hooked())
    assert set(came) >= {*EVENTS, "Stop", "SessionEnd"}
    for event, given in came.items():
        assert hooks.event(event) is not None
        assert picked(given, hooks.fields["session"]) and picked(given, hooks.fields["cwd"])
    assert picked(came["UserPromptSubmit"], hooks.fields["prompt"]) == "hello RUN_TOOL please"
    assert picked(came["Stop"], hooks.fields["answer"]) == "OK"
    stage.user.remove("claude-code")
    assert (stage.user.folder / ".claude/settings.json").read_text() == MINE
    assert "lore" not in json.loads((stage.user.folder / ".claude.json").read_text()).get("mcpServers", {})


def test_what_the_table_says_of_a_wrong_shape_holds(stage: Stage, claude: str) -> None:
    """An answer outside its place reaches nobody, as the entry warns."""
    stage.gives({"claude-code UserPromptSubmit": {"additionalContext": "LOST"}})
    stage.user.set_up("claude-code")
    done = stage.run([claude, "-p", "hello"], {**QUIET, "ANTHROPIC_BASE_URL": stage.url})
    assert done.returncode == 0, done.stdout + done.stderr
    assert stage.requests() and "LOST" not in json.dumps(stage.requests())
