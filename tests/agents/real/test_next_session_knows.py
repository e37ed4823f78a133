"""What somebody types to a real agent is in the next session's request, whatever came between.

Each case types into the programs in a terminal, and calls no part of Lore between two sessions but what a user calls.
`make agents` prints the versions of the day.
"""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.agent_stage import Stage
from support.typed_programs import MAKES, Program
from support.typist import BIN, Typist, given

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="a window to type in needs tmux")
ALL = ("claude-code", "codex", "gemini", "copilot-cli", "opencode")
AGENTS = ALL[:2]
HOMES = dict(zip(ALL, (".claude", ".codex", ".gemini", ".copilot", "opencode"), strict=True))
"""What the folder of each is called, as set-up names its files."""
RULE = "From now on always use pnpm to install packages, never npm."
TOLD = "always use pnpm to install packages"
RULES = {
    "project": (
        "Always use pnpm to install packages, never npm.",
        "Never commit generated files to this repository.",
        "From now on always run the linter before every commit.",
        "Always write tests as plain pytest functions.",
        "Never use print for debugging, always use the logger.",
    ),
    "blog": (
        "Always use British spelling for every post.",
        "Never use emojis in the headings of a post.",
        "From now on always write dates in the ISO format.",
        "Always link to the sources of a claim.",
        "Never publish a post without a summary.",
    ),
}
PROJECTS = ("project", "blog")
BLOG = "From now on always use British spelling."


@pytest.fixture
def programs(request: pytest.FixtureRequest) -> list[Program]:
    found = [make(request.getfixturevalue(kind)) for kind, make in MAKES.items()]
    case = getattr(request.node, "callspec", None)
    only = case.params.get("agent") if case else None
    return [one for one in found if only in (None, one.name)]


@pytest.fixture
def typist(stage: Stage, programs: list[Program], tmp_path: Path) -> Iterator[Typist]:
    somebody = Typist.at(stage, programs, tmp_path)
    yield somebody
    somebody.close()


def between_another_project(typist: Typist, agent: str) -> None:
    typist.session(agent, BLOG, project="blog")


def between_both_at_once(typist: Typist, agent: str) -> None:
    first, second = (typist.opens(agent, project) for project in ("project", "blog"))
    first.types("Never squash commits here.")
    second.types(BLOG)
    second.leaves()
    first.leaves()


def killed(typist: Typist, agent: str) -> None:
    window = typist.opens(agent)
    window.types("Write a summary of the project.")
    window.kill()


@pytest.mark.parametrize("first", ALL)
def test_what_was_told_is_in_the_next_start_of_every_agent(first: str, typist: Typist) -> None:
    assert TOLD not in typist.session(first, RULE)
    later = [first, *(name for name in ALL if name != first)]
    assert [name for name in later if TOLD not in typist.session(name, "Add a changelog.")] == []
    here = str(typist.project("project"))
    (fact,) = typist.facts()
    assert (fact["text"], fact["tainted"], fact["project"]) == (RULE, False, here)
    assert typist.said(RULE) == [("user", here)]
    assert typist.said("Add a changelog.") == [("user", here)] * len(ALL)


@pytest.mark.parametrize(
    "between", [between_another_project, between_both_at_once, killed], ids=lambda one: one.__name__
)
@pytest.mark.parametrize("agent", ALL)
def test_what_was_told_is_in_the_next_start_whatever_came_between(
    agent: str, between: Callable[[Typist, str], None], typist: Typist
) -> None:
    assert TOLD not in typist.session(agent, RULE)
    between(typist, agent)
    told = typist.session(agent, "Add a changelog.")
    assert TOLD in told and "British" not in told
    if between is not killed:
        there = typist.session(agent, "Add a changelog.", project="blog")
        assert "British" in there and TOLD not in there


@pytest.mark.parametrize("agent", ALL)
def test_a_window_that_is_killed_loses_nothing(agent: str, typist: Typist) -> None:
    window = typist.opens(agent)
    window.types(RULE)
    window.kill()
    assert TOLD in typist.session(agent, "Add a changelog.")


@pytest.mark.parametrize("agent", ALL)
def test_prompts_typed_one_upon_another_in_two_windows_are_all_yours(agent: str, typist: Typist) -> None:
    """Each while Lore still reads the one before: once in the store, in its project, by you."""
    prompts = [
        (f"Move part {number} of the {name} to the new layout.", name) for number in range(5) for name in PROJECTS
    ]
    windows = {name: typist.opens(agent, name) for name in PROJECTS}
    for text, name in prompts:
        windows[name].types(text)
    for window in windows.values():
        window.leaves()
    typist.session(agent, "Add a changelog.")
    typist.stage.drained(BIN / "lore")
    assert [typist.said(text) for text, _ in prompts] == [[("user", str(typist.project(name)))] for _, name in prompts]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_folder_that_a_variable_moves_is_the_persons(
    agent: str, stage: Stage, programs: list[Program], tmp_path: Path
) -> None:
    """`CLAUDE_CONFIG_DIR` and `CODEX_HOME`; `HOME` is moved in every case here."""
    typist = Typist.at(stage, programs, tmp_path, moved=True)
    try:
        typist.session(agent, RULE)
        assert TOLD in typist.session(agent, "Add a changelog.")
    finally:
        typist.close()


def test_what_the_desktop_app_wrote_is_yours(typist: Typist) -> None:
    """It marks what a person types as an SDK's, beside the origin: a person. The first capture of a user reads it."""
    folder = typist.stage.user.folder / ".claude/projects/-project"
    folder.mkdir(parents=True)
    line = {
        "type": "user", "uuid": "11111111-1111-4111-8111-111111111111", "parentUuid": None, "isSidechain": False,
        "sessionId": "22222222-2222-4222-8222-222222222222", "timestamp": "2026-11-20T10:00:00.000Z",
        "cwd": str(typist.project("project")), "version": "2.1.332", "userType": "external",
        "entrypoint": "claude-desktop", "promptSource": "sdk", "origin": {"kind": "human"},
        "message": {"role": "user", "content": RULE},
    }  # fmt: skip
    (folder / "22222222-2222-4222-8222-222222222222.jsonl").write_text(json.dumps(line) + "\n")
    typist.lore("capture")
    assert TOLD in typist.session("claude-code", "Add a changelog.")


@pytest.mark.parametrize("agent", AGENTS)
def test_a_correction_that_you_approve_is_given(agent: str, typist: Typist) -> None:
    correction = "No, never use unittest here, always write plain pytest functions."
    for task in ("Write a test for the cart.", "Write a test for the price.", "Write a test for the order."):
        typist.session(agent, task, correction)
    typist.lore("consolidate")
    cards = json.loads(typist.lore("review", "--json"))["candidates"]
    (card,) = [one for one in cards if "pytest" in one["text"]]
    typist.lore("review", "approve", card["id"], "--yes")
    assert "plain pytest functions. (you approved it" in typist.session(agent, "Write a test for the shop.")


@pytest.mark.parametrize("agent", AGENTS)
def test_a_compaction_keeps_the_goal_and_what_was_decided(agent: str, typist: Typist) -> None:
    window = typist.opens(agent)
    window.types("Move the parser of invoices from regular expressions to a real grammar.")
    window.types("We decided to keep the old output format until the next release.")
    time.sleep(2)  # what the agent does after its answer ends
    window.types("/compact", answer="ompacted")
    before = len(typist.stage.requests())
    window.types("go on please")
    (frame,) = [one for one in given(typist.stage.requests()[before:]).split("about=") if "real grammar" in one]
    assert "The goal of this session: Move the parser" in frame and "keep the old output format" in frame
    assert "<lore-memory" not in window.screen()


@pytest.mark.parametrize("agent", AGENTS)
def test_a_rule_that_was_given_is_no_use_of_it(agent: str, typist: Typist) -> None:
    typist.session(agent, RULE)
    for _ in range(2):
        told = typist.session(agent, "Install the packages, please.")
        assert TOLD in told and "said in 2 sessions" not in told
    assert "said in 2 sessions" not in typist.session(agent, "Install them again.")


@pytest.mark.parametrize("agent", ALL)
def test_an_agent_works_on_where_lore_was_taken_out(agent: str, typist: Typist) -> None:
    typist.session(agent, RULE)
    removed = typist.lore("setup", "--remove", "--yes")
    assert HOMES[agent] in removed
    assert TOLD not in typist.session(agent, "Add a changelog.")


def test_a_subagent_is_given_the_rules(typist: Typist) -> None:
    """The model of the subagent itself is sent them, and what the agent tells it is nobody's word."""
    typist.session("claude-code", RULE)
    window, before = typist.opens("claude-code"), len(typist.stage.requests())
    asked = {"description": "look", "prompt": "Always look twice at the lists.", "subagent_type": "general-purpose"}
    window.types(f"CALL_TOOL Agent {json.dumps(asked)}")
    window.leaves()
    requests = typist.stage.requests()[before:]
    own = [one for one in requests if "CALL_TOOL" not in json.dumps(one) and "look twice" in json.dumps(one)]
    assert own and all(TOLD in given([one]) for one in own)
    assert [fact["text"] for fact in typist.facts()] == [RULE]


def test_ten_sessions_in_two_projects_with_two_agents(typist: Typist) -> None:
    told: dict[str, list[str]] = {"project": [], "blog": []}
    for number in range(10):
        project = ("project", "blog")[number % 2]
        rule = RULES[project][number // 2]
        there = typist.session(AGENTS[number // 2 % 2], rule, project=project)
        assert [text for text in told[project] if text not in there] == [], f"session {number + 1}"
        told[project].append(rule)
    mine = {fact["text"] for fact in typist.facts() if not fact["tainted"]}
    assert {text for texts in told.values() for text in texts[:-1]} <= mine  # else nothing was asked for above
