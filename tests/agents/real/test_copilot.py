"""Copilot CLI itself runs what set-up wrote, gives the model what the hook printed, and is left as it was."""

import json

from lore.adapters.table import agent
from support.agent_fixtures import picked
from support.agent_stage import Stage, shaped

EVENTS = ("sessionStart", "userPromptSubmitted")


def test_a_session_of_copilot(stage: Stage, copilot: str) -> None:
    stage.user.write(".copilot/mcp-config.json", '{"mcpServers": {}}')
    stage.gives({f"copilot-cli {event}": shaped("copilot-cli", event, f"GIVEN-{event}") for event in EVENTS})
    stage.user.set_up("copilot-cli")
    provider = {"COPILOT_PROVIDER_BASE_URL": f"{stage.url}/v1", "COPILOT_MODEL": "fake", "COPILOT_AUTO_UPDATE": "false"}
    done = stage.run([copilot, "-p", "which database do we use?", "--allow-all-tools"], provider)
    assert done.returncode == 0, done.stdout + done.stderr
    hooks = agent("copilot-cli").hooks
    assert hooks is not None
    came = dict(stage.hooked())
    assert set(came) >= {*EVENTS, "agentStop", "sessionEnd"}, came
    for given in came.values():
        assert picked(given, hooks.fields["session"]) and picked(given, hooks.fields["cwd"]), given
    assert picked(came["userPromptSubmitted"], hooks.fields["prompt"]) == "which database do we use?"
    sent = json.dumps(stage.requests())
    assert [event for event in EVENTS if f"GIVEN-{event}" in sent] == list(EVENTS)
    stage.user.remove("copilot-cli")
    assert (stage.user.folder / ".copilot/mcp-config.json").read_text() == '{"mcpServers": {}}'
    assert not (stage.user.folder / ".copilot/hooks").exists()
