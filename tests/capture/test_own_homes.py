"""Where an agent keeps its sessions is the person's own, wherever a variable moved it, and where it archives them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lore import actions
from lore.capture import Options, capture
from lore.capture.ownership import OwnFolders, remember_homes
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.model import Role
from lore.presence import deciding
from lore.store import Store
from support.beginnings import CODEX
from support.histories import GEMINI, RULE, copilot

MOVED = [
    (
        "copilot",
        "COPILOT_HOME",
        "session-state/0a000000-0000-4000-8000-000000000000/events.jsonl",
        lambda: copilot(RULE),
    ),
    (
        "gemini",
        "GEMINI_CLI_HOME",
        ".gemini/tmp/shop/chats/session-2026-10-05T10-00-0a000000.jsonl",
        GEMINI["a line for each message"],
    ),
    (
        "codex",
        "CODEX_HOME",
        "archived_sessions/rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-000000000000.jsonl",
        CODEX["plain"],
    ),
]


def yours(store: Store) -> list[str]:
    return [
        turn.text
        for session in store.sessions.select()
        for turn in store.sessions.turns(session.id)
        if turn.role is Role.USER
    ]


@pytest.mark.parametrize(("agent", "variable", "place", "content"), MOVED)
def test_a_home_that_a_variable_moved_is_yours(
    agent: str,
    variable: str,
    place: str,
    content: Callable[[], bytes],
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "moved" / place
    file.parent.mkdir(parents=True)
    file.write_bytes(content())
    assert not OwnFolders(store).hold(file, agent)
    monkeypatch.setenv(variable, str(tmp_path / "moved"))
    assert list(TRANSCRIPT_HOMES[agent].transcripts()) == [file]
    capture(store, [file], Options())
    assert yours(store)[-1] == RULE


def test_an_agents_shell_moves_no_home_and_a_set_up_is_remembered(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = TRANSCRIPT_HOMES["gemini"]
    monkeypatch.setenv("GEMINI_CLI_HOME", str(tmp_path))
    remember_homes(store, {"gemini": root.root}, deciding("set up agents", yes=True))
    monkeypatch.setenv("GEMINI_CLI", "1")
    monkeypatch.setenv("COPILOT_HOME", str(tmp_path))
    own = OwnFolders(store)
    assert own.hold(tmp_path / ".gemini/tmp/shop/chats/session-2026-10-05T10-00-0a000000.jsonl", "gemini")
    assert not own.hold(tmp_path / "session-state/0a000000-0000-4000-8000-000000000000/events.jsonl", "copilot")


@pytest.mark.parametrize("name", ["claude-code", "codex", "gemini"])
def test_an_agent_with_another_home_alone_is_on_this_machine(store: Store, tmp_path: Path, name: str) -> None:
    """A second account: set-up saw its folder, later commands run without the variable that named it."""
    person = deciding("set up agents", yes=True)
    engine = actions.Engine(store, person=person, folder=tmp_path)

    def state() -> str:
        return next(each.state.value for each in actions.setup_status(engine) if each.agent.name == name)

    assert state() == "not here"
    (tmp_path / "second").mkdir()
    remember_homes(store, {name: tmp_path / "second"}, person)
    assert state() != "not here"
