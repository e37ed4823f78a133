"""Each program itself runs what set-up wrote, gives the model what the hook printed, and is left as it was."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from lore.adapters.table import Hooks, agent
from lore.model import Role
from support.agent_fixtures import picked
from support.agent_stage import Stage, shaped
from support.reading import asked, records_of, said, session
from support.typed_programs import CODEX

QUIET = {"DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "ANTHROPIC_API_KEY": "dummy"}
MINE = '{\n  "model": "opus",\n  "hooks": {"Stop": []}\n}\n'
EVENTS = ("SessionStart", "UserPromptSubmit", "PostToolUse")
QUESTION = "which database do we use?"


def session_of(
    stage: Stage, name: str, words: list[str], gives: Sequence[str], environment: Mapping[str, str] | None = None
) -> tuple[Hooks, dict[str, Any]]:
    """Run it as set up: what these events gave is in the requests, and each event that came is as the table says.

    Returns the hooks of the table, and what came with each event.
    """
    stage.gives({f"{name} {event}": shaped(name, event, f"GIVEN-{event}") for event in gives})
    stage.user.set_up(name)
    done = stage.run(words, environment)
    assert done.returncode == 0, done.stdout + done.stderr
    sent = json.dumps(stage.requests())
    assert [event for event in gives if f"GIVEN-{event}" in sent] == list(gives)
    hooks, came = agent(name).hooks, dict(stage.hooked())
    assert hooks is not None and set(came) >= set(gives)
    for event, given in came.items():
        assert hooks.event(event) is not None and picked(given, hooks.fields["session"]), given
    return hooks, came


def test_a_session_of_claude_code(stage: Stage, claude: str) -> None:
    stage.user.write(".claude/settings.json", MINE)
    words = [claude, "-p", "hello RUN_TOOL please", "--output-format", "json", "--allowedTools", "Bash"]
    hooks, came = session_of(stage, "claude-code", words, EVENTS, {**QUIET, "ANTHROPIC_BASE_URL": stage.url})
    assert set(came) >= {"Stop", "SessionEnd"}
    assert all(picked(given, hooks.fields["cwd"]) for given in came.values())
    assert picked(came["UserPromptSubmit"], hooks.fields["prompt"]) == "hello RUN_TOOL please"
    assert picked(came["Stop"], hooks.fields["answer"]) == "OK"
    stage.user.remove("claude-code")
    assert (stage.user.folder / ".claude/settings.json").read_text() == MINE
    assert "lore" not in json.loads((stage.user.folder / ".claude.json").read_text()).get("mcpServers", {})


def test_what_the_table_says_of_a_wrong_shape_holds(stage: Stage, claude: str) -> None:
    stage.gives({"claude-code UserPromptSubmit": {"additionalContext": "LOST"}})
    stage.user.set_up("claude-code")
    done = stage.run([claude, "-p", "hello"], {**QUIET, "ANTHROPIC_BASE_URL": stage.url})
    assert done.returncode == 0, done.stdout + done.stderr
    assert stage.requests() and "LOST" not in json.dumps(stage.requests())


OF_CODEX = ("SessionStart", "UserPromptSubmit")
ASK = ["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", QUESTION]


@pytest.fixture
def config(stage: Stage) -> str:
    text = f"# mine\n{CODEX.format(url=stage.url)}"
    stage.user.write(".codex/config.toml", text)
    return text


def test_a_session_of_codex(stage: Stage, codex: str, config: str) -> None:
    hooks, came = session_of(stage, "codex", [codex, *ASK], OF_CODEX)
    assert picked(came["UserPromptSubmit"], hooks.fields["prompt"]) == QUESTION
    assert picked(came["Stop"], hooks.fields["answer"]) == "OK"
    stage.user.remove("codex")
    assert (stage.user.folder / ".codex/config.toml").read_text() == config
    assert not (stage.user.folder / ".codex/hooks.json").exists()


def test_an_unknown_key_drops_the_answer_as_the_table_says(stage: Stage, codex: str, config: str) -> None:
    """So that no other shape is ever printed for it."""
    answer = shaped("codex", "UserPromptSubmit", "LOST")
    assert isinstance(answer, dict)
    stage.gives({"codex UserPromptSubmit": {**answer, "extra": 1}})
    stage.user.set_up("codex")
    done = stage.run([codex, *ASK])
    assert done.returncode == 0, done.stdout + done.stderr
    assert stage.requests() and "LOST" not in json.dumps(stage.requests())


OF_COPILOT = ("sessionStart", "userPromptSubmitted")


def test_a_session_of_copilot(stage: Stage, copilot: str) -> None:
    stage.user.write(".copilot/mcp-config.json", '{"mcpServers": {}}')
    provider = {"COPILOT_PROVIDER_BASE_URL": f"{stage.url}/v1", "COPILOT_MODEL": "fake", "COPILOT_AUTO_UPDATE": "false"}
    words = [copilot, "-p", QUESTION, "--allow-all-tools"]
    hooks, came = session_of(stage, "copilot-cli", words, OF_COPILOT, provider)
    assert set(came) >= {"agentStop", "sessionEnd"}, came
    assert all(picked(given, hooks.fields["cwd"]) for given in came.values())
    assert picked(came["userPromptSubmitted"], hooks.fields["prompt"]) == QUESTION
    stage.user.remove("copilot-cli")
    assert (stage.user.folder / ".copilot/mcp-config.json").read_text() == '{"mcpServers": {}}'
    assert not (stage.user.folder / ".copilot/hooks").exists()


SETTINGS_OF_GEMINI = '{\n  // mine\n  "security": {"auth": {"selectedType": "gemini-api-key"}}\n}\n'
OF_GEMINI = ("SessionStart", "BeforeAgent")


def test_a_session_of_gemini(stage: Stage, gemini: str) -> None:
    """Its prompt already holds what the session start gave: the table says what is taken out."""
    stage.user.write(".gemini/settings.json", SETTINGS_OF_GEMINI)
    environment = {
        "GOOGLE_GEMINI_BASE_URL": stage.url,
        "GEMINI_API_KEY": "dummy",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GEMINI_TELEMETRY_ENABLED": "false",
    }
    words = [gemini, "-p", QUESTION, "-m", "gemini-2.5-flash"]
    hooks, came = session_of(stage, "gemini", words, OF_GEMINI, environment)
    assert "AfterAgent" in came
    prompt = str(picked(came["BeforeAgent"], hooks.fields["prompt"]))
    for opening, end in hooks.strip:
        before, _, rest = prompt.partition(opening)
        prompt = before + (rest.partition(end)[2] if rest else "")
    assert prompt.strip() == QUESTION
    stage.user.remove("gemini")
    assert (stage.user.folder / ".gemini/settings.json").read_text() == SETTINGS_OF_GEMINI


CONFIG_OF_OPENCODE = """\
{
  "$schema": "https://opencode.ai/config.json", // mine
  "model": "fake/fake",
  "small_model": "fake/fake",
  "autoupdate": false,
  "share": "disabled",
  "provider": {
    "fake": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "fake",
      "options": {"baseURL": "ADDRESS/v1", "apiKey": "x"},
      "models": {"fake": {"name": "fake"}}
    }
  }
}
"""


def test_a_session_of_opencode(stage: Stage, opencode: str) -> None:
    """The texts of the session start and of the prompt are in the request; the plugin goes with all else."""
    text = CONFIG_OF_OPENCODE.replace("ADDRESS", stage.url)
    stage.user.write(".config/opencode/opencode.json", text)
    stage.gives({"opencode session-start": "GIVEN-START", "opencode prompt": "GIVEN-PROMPT"})
    stage.user.set_up("opencode")
    done = stage.run([opencode, "run", QUESTION], {"OPENCODE_DISABLE_MODELS_FETCH": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    sent = json.dumps(stage.requests())
    assert "GIVEN-START" in sent and "GIVEN-PROMPT" in sent
    came = dict(stage.hooked())
    assert set(came) >= {"session-start", "prompt", "stop"}
    assert came["prompt"]["prompt"].strip('"') == QUESTION
    assert came["prompt"]["cwd"] == str(stage.user.folder / "project")
    (database,) = stage.user.folder.rglob("opencode.db")
    records = records_of(database)
    assert said(records) == [] and [text.strip('"') for text in asked(records)] == [QUESTION]
    assert session(records).cwd == str(stage.user.folder / "project")
    assert said(records, Role.ASSISTANT)
    stage.user.remove("opencode")
    assert (stage.user.folder / ".config/opencode/opencode.json").read_text() == text
    assert not (stage.user.folder / ".config/opencode/plugins").exists()
