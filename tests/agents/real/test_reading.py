"""A model reads your sessions by itself: what the real programs send when they are asked, and what comes of it."""

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lore.distill.programs import PROGRAMS, run_program
from lore.paths import database
from support.agent_stage import Stage
from support.terminal import Terminal
from support.typed_programs import MAKES, claude_code, codex_settings
from support.typist import BIN, Typist

WISH = "For packages, please use pnpm here and npm nowhere, as the lockfile is the one of pnpm."
SAID = "please use pnpm here and npm nowhere"
"""No mark that lasts stands in it: without a reader no start gives it."""
WISHES = {
    "English": (WISH, SAID),
    "German": (
        "Das Lockfile ist von pnpm, hier gehört pnpm hin und nirgends npm.",
        "hier gehört pnpm hin und nirgends npm",
    ),
    "Japanese": ("パッケージはnpmではなくpnpmでお願いします。", "npmではなくpnpmでお願いします"),
}
QUESTION = "<lore-distill>\nWhat was said?\n</lore-distill>\n"
CHARACTERS_A_TOKEN = 4
MCP = {"list_mcp_resource_templates", "list_mcp_resources", "read_mcp_resource"}
LEFT = frozenset({"view_image", "apply_patch", "clock__curr_time", "wait"} | MCP)
"""What Codex 0.171.0 still names: a look at an image, and what only the code may call that nothing runs."""


@pytest.fixture
def found(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], str]:
    """Puts a program on the path under the name that Lore asks for; returns where it is."""
    folder = tmp_path / "on-path"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def put(kind: str) -> str:
        path: str = request.getfixturevalue(kind)
        (folder / kind).symlink_to(path)
        return path

    return put


@pytest.fixture
def alone(stage: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Somebody with instructions, hooks and servers of their own, each of which would leave a trace."""
    home = tmp_path / "somebody"
    monkeypatch.setenv("HOME", str(home))
    for name, value in claude_code("").exports(stage.url).items():
        monkeypatch.setenv(name, value)
    trace = {"type": "command", "command": f"touch {home}/hook-ran"}
    write(home / ".claude/settings.json", json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [trace]}]}}))
    write(home / ".claude/CLAUDE.md", "Say MOO in every answer.")
    server = {"command": "sh", "args": ["-c", f"touch {home}/server-ran; cat"]}
    write(home / ".claude.json", json.dumps({"mcpServers": {"own": server}, "hasCompletedOnboarding": True}))
    codex_settings(home / ".codex", stage.url, [])
    with (home / ".codex/config.toml").open("a") as file:
        file.write(f'\n[mcp_servers.own]\ncommand = "sh"\nargs = ["-c", "touch {home}/server-ran; cat"]\n')
    write(home / ".codex/hooks.json", json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [trace]}]}}))
    return home


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def tools(request: dict[str, Any]) -> set[str]:
    named = {str(tool.get("name") or tool.get("type")) for tool in request.get("tools") or []}
    for item in request.get("input") or []:
        for space in item.get("tools", []) if item.get("type") == "additional_tools" else []:
            for tool in space.get("tools", [space]):
                nested = str(tool.get("description", "")).split("### `")[1:]
                named |= {one.split("`", 1)[0] for one in nested} or {str(tool["name"])}
    return named


@pytest.mark.parametrize(("kind", "model"), [("claude", "haiku"), ("codex", "fake"), ("codex", "gpt-6-luna")])
def test_a_program_only_answers(
    kind: str, model: str, found: Callable[[str], str], alone: Path, stage: Stage, tmp_path: Path
) -> None:
    """No command, no server, no hook, no instruction of its user, no session that it keeps; the cost is as told."""
    program = found(kind)
    (tmp_path / "empty").mkdir()
    answer = run_program(PROGRAMS[kind], program, model, QUESTION, tmp_path / "empty", 60.0, os.environ)
    assert json.loads(answer) == {"notes": []}
    (sent,) = [one["request"] for one in stage.requests() if "lore-distill" in json.dumps(one)]
    assert (sent["model"] or "").endswith(model) or "haiku" in sent["model"]
    assert tools(sent) <= (LEFT if kind == "codex" else frozenset())
    assert "MOO" not in json.dumps(sent)
    assert not list(alone.glob("*-ran"))
    kept = [*alone.glob(".claude/projects/**/*.jsonl"), *alone.glob(".codex/sessions/**/*.jsonl")]
    assert kept == [] and list((tmp_path / "empty").iterdir()) == []
    if model == PROGRAMS[kind].small:
        adds = (len(json.dumps(sent)) - len(QUESTION)) / CHARACTERS_A_TOKEN
        assert 0.7 * adds <= PROGRAMS[kind].adds <= 1.3 * adds


def test_what_codex_has_left_changes_nothing(
    found: Callable[[str], str], alone: Path, stage: Stage, tmp_path: Path
) -> None:
    """A model that was talked into it patches a file, by code: there is nothing that would run it."""
    program, question = found("codex"), f"{QUESTION}PATCH_HERE"
    (tmp_path / "empty").mkdir()
    run_program(PROGRAMS["codex"], program, "gpt-6-luna", question, tmp_path / "empty", 60.0, os.environ)
    outcomes = [
        json.dumps(item) for one in stage.requests() for item in one["request"].get("input", [])
        if item.get("type") == "custom_tool_call_output"
    ]  # fmt: skip
    assert outcomes and all("code-mode host is disabled" in one for one in outcomes), outcomes
    assert not list(tmp_path.rglob("planted.txt")) and not list(alone.rglob("planted.txt"))


@pytest.fixture
def typing(
    request: pytest.FixtureRequest, found: Callable[[str], str], stage: Stage, tmp_path: Path
) -> Iterator[tuple[Typist, str]]:
    """Somebody who has one agent, ran `lore setup`, and answered yes when they were asked for a reader."""
    kind = request.param
    program = MAKES[kind](found(kind))
    typist = Typist.at(stage, [program], tmp_path)
    terminal = Terminal(tmp_path / "own-tmux")
    words = [f"{name}={value}" for name, value in typist.environment_of_windows.items()]
    terminal.tmux("new-session", "-d", "-x", "160", "-y", "50", "env", "-i", *words, str(BIN / "lore"), "setup")
    terminal.wait_for("read each session when it is over? About", "yes, later (Enter), no")
    terminal.tmux("send-keys", "yes", "Enter")
    end = time.monotonic() + 30
    while terminal.is_open() and time.monotonic() < end:
        time.sleep(0.1)
    yield typist, program.name
    terminal.close()
    typist.close()


typed = pytest.mark.skipif(shutil.which("tmux") is None, reason="a window to type in needs tmux")


@typed
@pytest.mark.parametrize("typing", ["claude", "codex"], indirect=True)
@pytest.mark.parametrize("language", WISHES)
def test_what_was_said_is_in_the_next_start_as_the_model_noted_it(
    language: str, typing: tuple[Typist, str], stage: Stage
) -> None:
    typist, agent = typing
    wish, said = WISHES[language]
    assert said not in typist.session(agent, wish)
    asked = wait_for_question(stage)
    assert wish in asked
    wait_for_note(stage)
    assert said in typist.session(agent, "Add a changelog.")
    state = json.loads(typist.lore("distill", "--status", "--json"))
    (reader,) = state["readers"]
    assert (reader["read"], reader["notes"], reader["kept"]) == (1, 1, 1) or reader["read"] == 2
    adds = next(one.adds for one in PROGRAMS.values() if one.agent == agent)
    told = reader["tokens"] / reader["read"] + adds
    assert 0.7 < told / (len(asked) / CHARACTERS_A_TOKEN) < 1.4


@typed
@pytest.mark.parametrize("typing", ["claude", "codex"], indirect=True)
def test_the_session_started_right_after_the_end_of_another_knows_of_it(typing: tuple[Typist, str]) -> None:
    typist, agent = typing
    typist.session(agent, WISH)
    assert SAID in typist.session(agent, *(f"Write part {number} of the changelog." for number in range(3)))


def wait_for_question(stage: Stage) -> str:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for one in stage.requests():
            if "<lore-distill" in json.dumps(one):
                return json.dumps(one["request"], ensure_ascii=False)
        time.sleep(0.2)
    raise AssertionError("nobody was asked about the session")


def wait_for_note(stage: Stage) -> None:
    """The answer is stored; looked up beside Lore, so that nothing of it is called between two sessions."""
    end = time.monotonic() + 60
    with closing(
        sqlite3.connect(f"file:{database(stage.user.folder / '.local/share/lore')}?mode=ro", uri=True)
    ) as store:
        while time.monotonic() < end:
            if store.execute("SELECT 1 FROM facts WHERE origin = 'read'").fetchone():
                return
            time.sleep(0.2)
    raise AssertionError("nothing of the answer was stored")
