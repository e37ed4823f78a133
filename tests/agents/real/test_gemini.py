"""Gemini CLI itself runs what set-up wrote, gives the model what the hook printed, and is left as it was."""

import json

from lore.adapters.table import agent
from support.agent_fixtures import picked
from support.agent_stage import Stage, shaped

MINE = '{\n  // mine\n  "security": {"auth": {"selectedType": "gemini-api-key"}}\n}\n'
EVENTS = ("SessionStart", "BeforeAgent")


def test_a_session_of_gemini(stage: Stage, gemini: str) -> None:
    """Its prompt already holds what the session start gave: the table says what is taken out."""
    stage.user.write(".gemini/settings.json", MINE)
    stage.gives({f"gemini {event}": shaped("gemini", event, f"GIVEN-{event}") for event in EVENTS})
    stage.user.set_up("gemini")
    environment = {
        "GOOGLE_GEMINI_BASE_URL": stage.url,
        "GEMINI_API_KEY": "dummy",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GEMINI_TELEMETRY_ENABLED": "false",
    }
    done = stage.run([gemini, "-p", "which database do we use?", "-m", "gemini-2.5-flash"], environment)
    assert done.returncode == 0, done.stdout + done.stderr
    sent = json.dumps(stage.requests())
    assert [event for event in EVENTS if f"GIVEN-{event}" in sent] == list(EVENTS)
    hooks = agent("gemini").hooks
    assert hooks is not None
    came = dict(stage.hooked())
    assert set(came) >= {*EVENTS, "AfterAgent"}
    for event, given in came.items():
        assert hooks.event(event) is not None and picked(given, hooks.fields["session"])
    prompt = str(picked(came["BeforeAgent"], hooks.fields["prompt"]))
    for opening, end in hooks.strip:
        before, _, rest = prompt.partition(opening)
        prompt = before + (rest.partition(end)[2] if rest else "")
    assert prompt.strip() == "which database do we use?"
    stage.user.remove("gemini")
    assert (stage.user.folder / ".gemini/settings.json").read_text() == MINE
