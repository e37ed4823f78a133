"""The table of agents, and the page that is made of it."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from lore.adapters import table
from lore.adapters.install import trial
from lore.adapters.install.trial import Trial, live_trial, trials
from lore.adapters.table import Agent, Meaning, agent, agent_names, all_agents
from lore.errors import NotFound
from support.agent_fixtures import FOLDER, Case, cases, picked
from support.agents_home import AgentsHome, write_program

AGENTS = {each.name: each for each in all_agents()}
WITH_EVENTS = [each for each in AGENTS.values() if each.hooks]


def test_sixteen_agents_are_known_each_with_its_sources_and_its_traps() -> None:
    assert len(AGENTS) == 16 and tuple(AGENTS) == agent_names()
    for each in AGENTS.values():
        assert each.traps and each.sources and each.removal.endswith((".", "`."))
        assert each.found.folders and each.found.programs
        assert {file.scope for file in each.settings if file.holds in ("mcp", "hooks", "plugin")} >= {"user"}


def test_every_agent_with_events_has_its_fixture_and_no_fixture_is_of_nobody() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {each.name for each in WITH_EVENTS}
    seen = {case.agent for case in cases()}
    assert seen == {each.name for each in WITH_EVENTS}


@pytest.mark.parametrize("case", cases(), ids=str)
def test_the_fields_of_an_input_are_where_the_entry_says(case: Case) -> None:
    hooks = AGENTS[case.agent].hooks
    assert hooks is not None
    event = hooks.event(case.event)
    assert event is not None and event.means in get_args(Meaning)
    found = {name: picked(case.input, paths) for name, paths in hooks.fields.items()}
    assert {name: value for name, value in found.items() if value is not None} == case.fields
    assert case.fields["session"]
    assert "cwd" in case.fields or "cwd" in hooks.environment


@pytest.mark.parametrize("each", WITH_EVENTS, ids=lambda each: each.name)
def test_a_prompt_is_what_the_person_typed(each: Any) -> None:
    prompts = [case for case in cases() if case.agent == each.name and each.hooks.event(case.event).means == "prompt"]
    assert prompts
    for case in prompts:
        prompt = case.fields["prompt"]
        for opening, end in each.hooks.strip:
            while opening in prompt:
                before, rest = prompt.split(opening, 1)
                prompt = before + rest.split(end, 1)[1]
        assert prompt.strip() and "MEMCTX" not in prompt


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ('"title"', '"colour"'),
        ('"means": "stop"', '"means": "halt"'),
        ('"timeout": 5', '"timeout": "5"'),
        ('"format": "json"', '"format": "yaml"'),
        ('"cwd": ["cwd"]', '"mood": ["cwd"]'),
    ],
)
def test_an_odd_entry_is_refused(was: str, is_now: str) -> None:
    text = (table.ENTRIES / "codex.json").read_text()
    with pytest.raises((ValueError, KeyError, TypeError)):
        table.read_entry(json.loads(text.replace(was, is_now, 1)))
    with pytest.raises(NotFound, match="no agent is called `hal`"):
        agent("hal")


PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
HEAD = "| agent | checked | hooks | gets context at | server |"
"""What stands above it is written by hand."""


def page() -> str:
    lines = [HEAD, "|---|---|---|---|---|"]
    agents = all_agents()
    lines += [
        f"| [{each.title}](#{each.name}) | {_checked(each)} | {_runs(each)} | {_gets(each)} | yes |" for each in agents
    ]
    return (
        PAGE.read_text(encoding="utf-8").partition(HEAD)[0]
        + "\n".join(lines)
        + "\n"
        + "".join("\n".join(_section(each)) for each in agents)
    )


def _checked(each: Agent) -> str:
    how = "run" if each.checked.how == "run" else "by its documentation"
    return f"{each.checked.version}, {how}"


def _runs(each: Agent) -> str:
    if each.hooks is None:
        return "none"
    return "commands" if each.hooks.runs == "command" else "a plugin"


def _gets(each: Agent) -> str:
    events = [event for event in each.hooks.events if event.gives and event.set_up] if each.hooks else []
    return ", ".join(dict.fromkeys(event.means.replace("-", " ") for event in events)) or "AGENTS.md, the server"


def _section(each: Agent) -> Iterator[str]:
    yield f'\n<a id="{each.name}"></a>\n\n## {each.title}\n'
    yield "| file | for | holds |\n|---|---|---|"
    for file in each.settings:
        if file.through:
            yield f"| those of {file.through} | {file.scope} | {file.holds} |"
        else:
            paths = dict.fromkeys((file.path or {}).values())
            yield f"| {' or '.join(f'`{path}`' for path in paths)} | {file.scope} | {file.holds} |"
    if each.workspace is not None:
        named = {"memories": each.workspace.memories, "who it is to be": each.workspace.character}
        yield from (
            f"| {', '.join(f'`{name}`' for name in names)} in `{each.workspace.folders[1]}` | user | {holds} |"
            for holds, names in named.items()
        )
    if each.hooks is not None:
        yield "\n| event | is to Lore | gives context | seconds |\n|---|---|---|---|"
        for event in each.hooks.events:
            left = "" if event.set_up else ", left alone by set-up"
            yield f"| `{event.name}` | {event.means}{left} | {'yes' if event.gives else ''} | {event.timeout} |"
    yield ""
    yield from (f"- {trap}" for trap in each.traps)
    yield f"\nBy hand: {each.removal[0].lower()}{each.removal[1:]}\n"
    yield "Sources: " + "; ".join(f"{source.what} ({source.date})" for source in each.sources) + "\n"


def test_the_page_of_agents_is_current() -> None:
    if os.environ.get("LORE_WRITE_DOCS"):
        PAGE.write_text(page(), encoding="utf-8")
    assert page() == PAGE.read_text(encoding="utf-8"), f"`LORE_WRITE_DOCS=1 pytest {__file__}` writes it"


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
