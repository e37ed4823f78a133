"""What you said stands in the queue as soon as you look, without a consolidation in between."""

from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.cli.program import run
from lore.consolidate import KIND
from lore.memory import queue
from lore.memory.editing import NewFact, add_fact
from lore.store import Store, open_store
from support.agents import Said, written

RULE = "From now on run make check before you commit."


def _said(store: Store, folder: Path, text: str, name: str) -> None:
    file = folder / f"{name}.jsonl"
    file.write_bytes(written("neutral", (Said("user", text),)))
    capture(store, [file], Options(mine=True))


def test_a_stated_rule_waits_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Looking twice proposes nothing twice; no whole consolidation was run for it."""
    with open_store() as store:
        _said(store, tmp_path, RULE, "s1")
    assert run(["review", "list"]) == 0
    assert RULE in capsys.readouterr().out
    with open_store() as store:
        log = store.audit.count()
        assert store.runs.latest(KIND) is None
    assert run(["review", "list"]) == 0
    with open_store() as store:
        assert store.audit.count() == log


def test_your_undo_passes_over_what_went_on_in_the_background(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Your own last step is taken back, whatever was captured or proposed since; without one, the newest of all."""
    with open_store() as store:
        _said(store, tmp_path, RULE, "s1")
    assert run(["review", "list"]) == 0
    with open_store() as store:
        (waits,) = queue(store)
    assert run(["review", "approve", waits, "--yes"]) == 0
    with open_store() as store:
        _said(store, tmp_path, "In future, ask me before you touch a migration.", "s2")
    assert run(["review", "list"]) == 0
    capsys.readouterr()
    assert run(["undo"]) == 0
    assert "approval" in capsys.readouterr().out
    assert run(["undo"]) == 0
    assert "capture" in capsys.readouterr().out


def test_your_undo_takes_back_what_an_agent_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It tells you so when it saves; what was captured since is passed over."""
    with open_store() as store:
        add_fact(store, NewFact("The queue is drained at dawn."), actor="agent:claude-code")
        _said(store, tmp_path, RULE, "s1")
    assert run(["undo"]) == 0
    with open_store() as store:
        assert "The queue is drained at dawn." not in [fact.text for fact in store.facts.select()]
