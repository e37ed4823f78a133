"""Set-up runs the very commands that the settings name, and says what is wrong with them."""

import json
from pathlib import Path

import pytest

from lore.adapters.install import trial
from lore.adapters.install.trial import Trial, live_trial, sample, trials
from lore.adapters.table import agent, all_agents
from lore.errors import NotFound
from support.agent_fixtures import picked
from support.agents_home import AgentsHome, write_program

SERVER = """read line; printf '{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"lore"}}}\\n'"""


@pytest.fixture
def user(tmp_path: Path) -> AgentsHome:
    made = AgentsHome(tmp_path / "user", tmp_path / "programs")
    write_program(made.programs.lore, SERVER)
    return made


def tried(user: AgentsHome, name: str, patience_s: float = trial.PATIENCE_S) -> dict[str, Trial]:
    user.set_up(name)
    return {each.what: each for each in trials(agent(name), user.plan(name).files, user.programs, patience_s)}


@pytest.mark.parametrize("name", [each.name for each in all_agents()])
def test_each_command_is_run_once_with_an_input_of_its_event(name: str, user: AgentsHome) -> None:
    log = user.folder / "log"
    write_program(
        user.programs.hook, f'printf "%s %s %s " "$1" "$2" "$LORE_HOME" >> {log}; cat >> {log}; echo >> {log}'
    )
    found = tried(user, name)
    hooks = agent(name).hooks
    events = [event for event in hooks.events if event.set_up] if hooks else []
    other = "copilot-cli" if name == "vscode" else name
    if name == "vscode":
        events = [event for event in agent(other).hooks.events if event.set_up]  # type: ignore[union-attr]
    assert set(found) == {"mcp", *(event.name for event in events)}
    assert found["mcp"].fault is None
    lines = log.read_text().splitlines() if events else []
    assert sorted(line.split(" ", 2)[1] for line in lines) == sorted(event.name for event in events)
    for line in lines:
        named, _, store, given = line.split(" ", 3)
        assert named == other and not Path(store).exists()
        fields = agent(other).hooks.fields  # type: ignore[union-attr]
        assert picked(json.loads(given), fields["session"]) == trial.SESSION


SAYS = {
    "nothing": ("cat > /dev/null", None),
    "what is right": (
        """cat > /dev/null; echo '{"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "x"}}'""",
        None,
    ),
    "an unknown key": ("""cat > /dev/null; echo '{"additional_context": "x"}'""", "does not understand"),
    "half of it": ("""cat > /dev/null; echo '{"hook'""", "does not understand"),
    "a complaint": ("cat > /dev/null; echo no good >&2", "it complains: no good"),
    "an exit code": ("cat > /dev/null; exit 2", "it ends with 2"),
}


@pytest.mark.parametrize("what", SAYS)
def test_what_a_hook_says_wrongly_is_told(what: str, user: AgentsHome) -> None:
    script, fault = SAYS[what]
    write_program(user.programs.hook, script)
    found = tried(user, "codex")["SessionStart"].fault
    assert found is None if fault is None else found is not None and fault in found


def test_a_command_that_is_gone_or_hangs_is_told(user: AgentsHome) -> None:
    write_program(user.programs.hook, "exec sleep 30")
    write_program(user.programs.lore, "cat > /dev/null")
    found = tried(user, "devin", 0.3)
    assert all("takes longer" in (each.fault or "") for name, each in found.items() if name != "mcp")
    assert "does not answer as a server" in (found["mcp"].fault or "")
    user.programs.hook.unlink()
    assert "cannot be run" in (tried(user, "devin")["Stop"].fault or "")


def test_every_field_of_a_sample_stands_where_the_agent_puts_it() -> None:
    """So that what is tried is what will come."""
    told = {"session": trial.SESSION, "cwd": "/home/u/web", "prompt": "which database do we use?", "answer": "SQLite."}
    for each in all_agents():
        for event in each.hooks.events if each.hooks else ():
            assert each.hooks is not None
            given = sample(each, event, "/home/u/web")
            found = {name: picked(given, each.hooks.fields[name]) for name in told if name in each.hooks.fields}
            assert found == {name: told[name] for name in found} and "session" in found


def test_an_agent_itself_is_run_once_and_has_to_run_the_hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    heard = tmp_path / "data" / "hooks" / "heard"
    write_program(folder / "claude", f'mkdir -p "{heard}"; : > "{heard}/trace"')
    assert live_trial(agent("claude-code"), tmp_path / "data").fault is None
    write_program(folder / "claude", "echo OK")
    assert "none of our hooks" in (live_trial(agent("claude-code"), tmp_path / "data").fault or "")
    with pytest.raises(NotFound, match="cannot run without a window"):
        live_trial(agent("zed"), tmp_path / "data")
