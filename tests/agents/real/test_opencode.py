"""opencode itself loads the plugin that set-up wrote, and gives the model what the hook printed."""

import json

from lore.model import Role
from support.agent_stage import Stage
from support.reading import asked, records_of, said, session

CONFIG = """\
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
    text = CONFIG.replace("ADDRESS", stage.url)
    stage.user.write(".config/opencode/opencode.json", text)
    stage.gives({"opencode session-start": "GIVEN-START", "opencode prompt": "GIVEN-PROMPT"})
    stage.user.set_up("opencode")
    done = stage.run([opencode, "run", "which database do we use?"], {"OPENCODE_DISABLE_MODELS_FETCH": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    sent = json.dumps(stage.requests())
    assert "GIVEN-START" in sent and "GIVEN-PROMPT" in sent
    came = dict(stage.hooked())
    assert set(came) >= {"session-start", "prompt", "stop"}
    assert came["prompt"]["prompt"].strip('"') == "which database do we use?"
    assert came["prompt"]["cwd"] == str(stage.user.folder / "project")
    (database,) = stage.user.folder.rglob("opencode.db")
    records = records_of(database)
    assert said(records) == [] and [text.strip('"') for text in asked(records)] == ["which database do we use?"]
    assert session(records).cwd == str(stage.user.folder / "project")
    assert said(records, Role.ASSISTANT)
    stage.user.remove("opencode")
    assert (stage.user.folder / ".config/opencode/opencode.json").read_text() == text
    assert not (stage.user.folder / ".config/opencode/plugins").exists()
