"""`lore config`: what it lists, and what it sets."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.config import SETTINGS, in_force, registry as settings
from lore.store import Store

# The command


def test_the_list_shows_value_source_default_and_unit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LORE_SEARCH_LIMIT", "30")
    assert run(["config", "set", "memory.grace_days", "7", "--yes"]) == 0
    capsys.readouterr()
    assert run(["config"]) == 0
    shown = capsys.readouterr()
    lines = {line.split()[0]: line.split()[1:] for line in shown.out.splitlines()}
    assert lines.keys() == SETTINGS.keys()
    assert lines["search.limit"] == ["30", "hits", "environment", "variable,", "default", "10", "hits"]
    assert lines["memory.grace_days"] == ["7", "days", "this", "store,", "default", "30", "days"]
    assert lines["memory.confidence.agent"] == ["0.4", "default"]
    for _, where in settings.ELSEWHERE_CHANGED:
        assert f"`{where}`" in shown.err
    assert run(["config", "list", "--changed"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["memory.grace_days", "search.limit"]


def test_json_tells_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "list", "backup", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in listed["settings"]] == [name for name in SETTINGS if name.startswith("backup.")]
    assert listed["elsewhere"][0]["where"] == "lore model use"
    assert run(["config", "get", "memory.grace_days", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "schema": 1,
        "name": "memory.grace_days",
        "value": 30.0,
        "default": 30.0,
        "source": "default",
        "unit": "days",
        "help": "A fact that came in lately is not archived for fading, however old its words are.",
        "type": "number",
        "choices": [],
        "least": 0.01,
        "most": 36500.0,
        "variable": None,
        "guarded": True,
        "fault": None,
    }


def test_what_begins_with_nothing_is_not_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "list", "memor"]) == 3
    assert run(["config", "list", "memory.confidence"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(
        [name for name in SETTINGS if name.startswith("memory.confidence.")]
    )


def test_a_variable_that_hides_what_was_set_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LORE_SEARCH_LIMIT", "30")
    assert run(["config", "set", "search.limit", "20"]) == 0
    assert "warning: `LORE_SEARCH_LIMIT` is set, and counts in its place here: 30" in capsys.readouterr().err


# What is gone


def test_a_store_that_holds_a_setting_that_is_gone_opens(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """It counts no longer, is told with what to do, and can be taken out, and brought back with undo."""
    held = {"memory.lifetime.task": "never", "memory.floor.living": 0.9}
    with store.write("person") as transaction:
        for name, value in held.items():
            store.settings.put(transaction, name, value)
    assert run(["config"]) == 0
    shown = capsys.readouterr()
    assert not any(name in shown.out for name in held)
    told = " ".join(shown.err.split())
    assert all(f"`{name}`" in told for name in held)
    assert "`memory.policy` chooses which" in told
    assert run(["config", "unset", *held]) == 4
    assert run(["config", "unset", *held, "--yes"]) == 0
    assert "memory.lifetime.task: never → gone" in capsys.readouterr().out
    assert in_force(store).gone == []
    assert run(["config"]) == 0
    assert "gone" not in capsys.readouterr().err
    assert run(["undo", "--yes"]) == 0
    assert in_force(store).gone == sorted(held)


@pytest.mark.parametrize("name", sorted(settings.GONE))
def test_a_setting_that_is_gone_says_what_to_do(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["get", name], ["set", name, "3", "--yes"]):
        assert run(["config", *words]) == 2
        told = " ".join(capsys.readouterr().err.split())
        assert f"the setting `{name}` is gone" in told
        assert settings.GONE[name] in told


@pytest.mark.parametrize(
    "value", ["9" * 400, "9" * 5000, "0x" + "f" * 400, "1e999", "nan", "-inf", "\x1b[31m5", "5\n6"]
)
def test_no_value_is_a_traceback(
    value: str, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["config", "set", "search.limit", "--", value]) == 2
    monkeypatch.setenv("LORE_SEARCH_LIMIT", value)
    assert run(["config", "get", "search.limit"]) == 2
    assert run(["config"]) == 0
    told = capsys.readouterr().err
    assert "did not expect" not in told
    assert "\x1b" not in told
    assert max(map(len, told.splitlines())) < 300
