"""A prompt is given a brief where a goal begins and where the topic leaves it, and never because it answers."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.adapters import all_agents
from lore.handover import Talk, faults, goals, talks
from lore.memory import NewFact, editing
from lore.model import Kind
from lore.presence import deciding
from lore.store import Store
from support.data import data
from support.hooking import Ran, nobody_drains, run_hook, spooled

Case = tuple[str, str]

_DATA = data("goals")
TALKS, LEFT_OUT = ([[(text, change) for text, change in talk] for talk in _DATA[of]] for of in ("talks", "left_out"))
"""The left out were labelled before anybody looked what becomes of them, and nothing was changed for them since."""


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: str(talk[0][0])[:24])
def test_a_brief_comes_where_a_person_would_say_that_the_goal_changed(talk: Sequence[Case]) -> None:
    state = Talk("claude-code", "s", {})
    assert [(prompt, state.hear(prompt)[0]) for prompt, _ in talk] == list(talk)


def test_what_the_agent_answered_and_changed_belongs_to_the_goal() -> None:
    state = Talk("claude-code", "s", {})
    state.hear("Why does the nightly build fail?")
    prompt = "Pin the setuptools wheel to version seventy and rebuild the vendored archive"
    assert goals.change_of_goal(prompt, state.goal, state.terms, compacted=False) == goals.TOPIC
    state.heard.append("The vendored archive was built with a setuptools wheel that no longer exists.")
    assert state.hear(prompt)[0] == goals.GOES_ON


def test_a_compaction_is_followed_by_one_brief_whatever_is_said() -> None:
    state = Talk("claude-code", "s", {})
    state.hear("Move the session store from Redis to Postgres")
    state.keep_for_later()
    assert [state.hear(prompt)[0] for prompt in ("go on", "go on")] == [goals.COMPACTED, goals.GOES_ON]


def test_a_prompt_of_any_length_is_decided_in_milliseconds() -> None:
    """Pasted logs are looked at up to 4,000 characters."""
    state = Talk("claude-code", "s", {})
    assert state.hear("lorem ipsum dolor " * 100_000)[0] == goals.FIRST
    assert len(state.terms) < 10


def test_of_talks_that_nothing_was_fitted_to_nearly_all_are_decided_as_labelled() -> None:
    """39 prompts of six talks; with those above, 75 are labelled."""
    assert sum(map(len, TALKS)) + sum(map(len, LEFT_OUT)) >= 75
    found = []
    for talk in LEFT_OUT:
        state = Talk("claude-code", "s", {})
        found += [(prompt, why, state.hear(prompt)[0]) for prompt, why in talk]
    wrong = [one for one in found if one[1] != one[2]]
    assert len(found) == 39
    assert len(wrong) <= 3, wrong


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
