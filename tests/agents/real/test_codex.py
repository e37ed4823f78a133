"""Codex itself runs what set-up wrote, gives the model what the hook printed, and is left as it was."""

import json

import pytest

from lore.adapters.table import agent
from support.agent_fixtures import picked
from support.agent_stage import Stage, shaped

CONFIG = """\
# mine
model = "fake"
model_provider = "fake"

[model_providers.fake]
name = "fake"
base_url = "URL/v1"
wire_api = "responses"
"""
EVENTS = ("SessionStart", "UserPromptSubmit")
ASK = ["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "which database do we use?"]


@pytest.fixture
def config(stage: Stage) -> str:
    text = CONFIG.replace("URL", stage.url)
    stage.user.write(".codex/config.toml", text)
    return text


def test_a_session_of_codex(stage: Stage, codex: str, config: str) -> None:
    """Context of two events is in the request; every event that came has its fields where the table says."""
    stage.gives({f"codex {event}": shaped("codex", event, f"GIVEN-{event}") for event in EVENTS})
    stage.user.set_up("codex")
    done = stage.run([codex, *ASK])
    assert done.returncode == 0, done.stdout + done.stderr
    sent = json.dumps(stage.requests())
    assert all(f"GIVEN-{event}" in sent for event in EVENTS)
    hooks = agent("codex").hooks
    assert hooks is not None
    came = dict(stage.hooked())
    assert set(came) >= {*EVENTS, "Stop"}
    for event, given in came.items():
        assert hooks.event(event) is not None and picked(given, hooks.fields["session"])
    assert picked(came["UserPromptSubmit"], hooks.fields["prompt"]) == "which database do we use?"
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
