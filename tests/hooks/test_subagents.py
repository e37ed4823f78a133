"""A subagent is given what stands as its session is: it begins with nothing, and does much of the work."""

import json
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.adapters import all_agents
from lore.handover import faults, talks
from lore.memory import NewFact, editing
from lore.model import Kind
from lore.presence import deciding
from lore.store import Store
from support.hooking import Ran, nobody_drains, run_hook, spooled

RULE, OTHER = "Use pnpm, never npm or yarn.", "Write dates in UTC."
TOLD = [
    each.name for each in all_agents() if each.hooks and any(one.means == "subagent-start" for one in each.hooks.events)
]


@pytest.fixture
def engine(store: Store, tmp_path: Path) -> Engine:
    engine = Engine(store, person=deciding("test", yes=True), folder=tmp_path)
    for text, kind in ((RULE, Kind.PREFERENCE), (OTHER, Kind.CONVENTION)):
        editing.add_fact(store, NewFact(text, kind, project=engine.project), actor=deciding("test", yes=True))
    return engine


def tell(agent: str, event: str, folder: Path, **more: str) -> Ran:
    said = {"session_id": "s1", "sessionId": "s1", "cwd": str(folder), "hook_event_name": event, **more}
    return run_hook(agent, event, said, cwd=folder)


def test_agents_are_known_that_tell_of_their_subagents() -> None:
    assert {"claude-code", "codex"} <= set(TOLD)


@pytest.mark.parametrize("agent", TOLD)
def test_each_subagent_is_given_what_stands_and_it_counts_once(
    agent: str, engine: Engine, home: Path, tmp_path: Path
) -> None:
    with nobody_drains(home):
        started = tell(agent, "SessionStart", tmp_path, source="startup")
        texts = [
            tell(agent, "SubagentStart", tmp_path, agent_type="general-purpose", agent_id=name).text
            for name in ("a1", "a2")
        ]
    for text in texts:
        assert RULE in text and OTHER in text and "loaded" not in text and "review" not in text
    assert "loaded" in started.text
    answer = json.loads(tell(agent, "SubagentStart", tmp_path, agent_id="a3").out)
    assert answer["hookSpecificOutput"]["hookEventName"] == "SubagentStart"
    ids = {one for line in spooled(home) if line["means"] == "given" for one in line["ids"]}
    actions.drain_hooks(engine)
    assert sorted(engine.store.accesses.given("s1")) == sorted(ids) and len(ids) == 2
    assert faults.noted(str(home)) == []


def test_what_a_subagent_was_given_is_not_what_its_session_has(engine: Engine, home: Path, tmp_path: Path) -> None:
    with nobody_drains(home):
        tell("claude-code", "SubagentStart", tmp_path, agent_id="a1")
        assert talks.talk(str(home), "claude-code", "s1").given == []


def test_one_that_two_hooks_report_is_given_once(engine: Engine, home: Path, tmp_path: Path) -> None:
    with nobody_drains(home):
        texts = [tell("claude-code", "SubagentStart", tmp_path, agent_id="a1").out for _ in range(2)]
    assert [bool(text) for text in texts] == [True, False]


def test_where_nothing_stands_nothing_is_said(home: Path, tmp_path: Path) -> None:
    with nobody_drains(home):
        done = tell("claude-code", "SubagentStart", tmp_path, agent_id="a1")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert faults.noted(str(home)) == []


def test_a_store_that_cannot_be_read_is_told(engine: Engine, home: Path, tmp_path: Path) -> None:
    engine.close()
    for path in home.glob("lore.db*"):
        path.write_bytes(b"no database" * 1_000)
    with nobody_drains(home):
        assert tell("claude-code", "SubagentStart", tmp_path, agent_id="a1").out == ""
    assert [fault["event"] for fault in faults.noted(str(home))] == ["SubagentStart"]
