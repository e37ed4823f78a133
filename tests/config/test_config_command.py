"""`lore config`: what it lists, what it sets, and its editor."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from lore.cli import console
from lore.cli.program import run
from lore.config import (
    SETTINGS,
    Config,
    change_settings,
    in_force,
    registry as settings,
)
from lore.config.values import as_text, read_text
from lore.errors import BadInput
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
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "memory.grace_days",
        "search.limit",
    ]


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


def test_the_place_is_the_store(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "path"]) == 0
    assert capsys.readouterr().out == f"{home / 'lore.db'}\n"


# The editor

Edit = Callable[[str, str], None]


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Edit:
    """An editor that replaces one text by another, then ends as it is told; the terminal is there."""
    monkeypatch.setattr("lore.cli.config.in_terminal", lambda: True)
    monkeypatch.setattr("lore.presence.terminal_here", lambda: True)

    def takes(old: str, new: str, code: int = 0) -> None:
        script = tmp_path / "editor.py"
        script.write_text(
            "import sys, pathlib\npath = pathlib.Path(sys.argv[1])\ntext = path.read_text()\n"
            f"assert {old!r} in text\npath.write_text(text.replace({old!r}, {new!r}, 1))\nsys.exit({code})\n"
        )
        monkeypatch.setenv("VISUAL", f"python3 {script}")
        monkeypatch.setenv("EDITOR", f"python3 {script}")

    return takes


def test_the_editor_sets_and_unsets(store: Store, home: Path, editor: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    """A line without `#` sets; with it the default counts again. All of it is one step."""
    change_settings(store, {"search.depth": 3}, by=None)
    editor("# search.limit = 10", "search.limit = 20")
    assert run(["config", "edit"]) == 0
    assert in_force(store).stored == {"search.depth": 3, "search.limit": 20}
    editor("search.depth = 3", "# search.depth = 3")
    assert run(["config", "edit"]) == 0
    assert in_force(store).stored == {"search.limit": 20}
    assert "search.depth: 3 → 2 (default)" in capsys.readouterr().out
    assert not (home / "config-draft.toml").exists()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("search.limit = 0", "`search.limit` cannot be `0`: it is a whole number from 1 to 1,000"),
        ("search.limit = 'ten'", "`search.limit` cannot be `ten`"),
        ("search.limt = 10", "there is no setting `search.limt`"),
        ("search.limit =", "cannot be read: invalid value"),
        ("search.limit = 5\nsearch.limit = 6", "cannot be read: cannot overwrite a value"),
    ],
)
def test_what_cannot_be_read_is_kept_and_its_line_named(
    typed: str, told: str, store: Store, home: Path, editor: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = as_text(Config({}, {})).split("\n").index("# search.limit = 10") + 1 + typed.count("\n")
    editor("# search.limit = 10", typed)
    assert run(["config", "edit"]) == 1
    shown = capsys.readouterr().err
    assert f"error: line {wanted}" in shown
    assert told in shown
    assert in_force(store).stored == {}
    draft = home / "config-draft.toml"
    assert typed in draft.read_text()
    assert draft.stat().st_mode & 0o077 == 0
    editor(typed, "search.limit = 20")
    assert run(["config", "edit"]) == 0
    assert in_force(store).stored == {"search.limit": 20}
    assert not draft.exists()


def test_what_another_program_set_meanwhile_stays(store: Store, editor: Edit, monkeypatch: pytest.MonkeyPatch) -> None:
    editor("# search.limit = 10", "search.limit = 20")
    shown = console.edit_file

    def slowly(path: Path) -> None:
        change_settings(store, {"search.depth": 3}, by=None)
        shown(path)

    monkeypatch.setattr(console, "edit_file", slowly)
    assert run(["config", "edit"]) == 0
    assert in_force(store).stored == {"search.depth": 3, "search.limit": 20}


def test_an_editor_that_fails_keeps_what_was_typed(
    store: Store, home: Path, editor: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    editor("# search.limit = 10", "search.limit = 20", 3)
    assert run(["config", "edit"]) == 1
    assert "config-draft.toml`: `lore config edit` opens it again" in " ".join(capsys.readouterr().err.split())
    assert "search.limit = 20" in (home / "config-draft.toml").read_text()
    assert in_force(store).stored == {}


def test_without_a_terminal_there_is_no_editor(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "edit"]) == 4
    assert "`lore config set NAME VALUE`" in capsys.readouterr().err


@given(st.text(max_size=200))
def test_no_text_is_a_traceback(text: str) -> None:
    try:
        read_text(text)
    except BadInput as error:
        assert "line" in error.message or "the end" in error.message


def test_tables_of_toml_are_read_too() -> None:
    wanted = read_text("[memory]\npolicy = 'ttl'\n[memory.confidence]\nagent = 0.3\n")
    assert {name: value for name, value in wanted.items() if value is not None} == {
        "memory.policy": "ttl",
        "memory.confidence.agent": 0.3,
    }
    with pytest.raises(BadInput, match=r"line 3: `memory\.policy` cannot be `no`"):
        read_text("# settings\n[memory]\npolicy = 'no'\n")


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


def test_a_page_that_still_holds_one_is_taken_over(
    store: Store, editor: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    editor("# search.limit = 10", "search.limit = 20\nmemory.lifetime.task = 3")
    assert run(["config", "edit"]) == 0
    assert "`memory.lifetime.task`: gone" in capsys.readouterr().err
    assert in_force(store).stored == {"search.limit": 20}


# What comes from elsewhere, and what two do at once


@pytest.mark.parametrize(
    "page",
    [
        f"search.limit = {'9' * 400}",
        f"search.limit = {'9' * 5000}",
        f"search.limit = 0x{'f' * 9000}",
        f"search.limit = [0x{'f' * 9000}]",
        f"review.snooze_days = 1{'0' * 350}",
        f"a = {'[' * 100_000}",
        f"{'.'.join(['a'] * 5_000)} = 1",
        f"{'a' * 9_000} = 1",
    ],
)
def test_no_page_breaks_the_reading(
    page: str, home: Path, store: Store, editor: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    editor("# search.limit = 10", page)
    assert run(["config", "edit"]) == 1
    told = capsys.readouterr().err
    assert "nothing was changed" in told
    assert "did not expect" not in told
    assert len(told) < 600
    assert page in (home / "config-draft.toml").read_text()


def test_a_draft_leaves_alone_what_was_set_since(store: Store, editor: Edit) -> None:
    editor("# search.limit = 10", "search.limit = 0")
    assert run(["config", "edit"]) == 1
    change_settings(store, {"search.depth": 3}, by=None)
    editor("search.limit = 0", "search.limit = 20")
    assert run(["config", "edit"]) == 0
    assert in_force(store).stored == {"search.depth": 3, "search.limit": 20}


def _link(draft: Path) -> None:
    draft.with_name("elsewhere.toml").write_text("memory.confidence.agent = 1\n")
    draft.symlink_to("elsewhere.toml")


@pytest.mark.parametrize(
    "put",
    [
        lambda draft: draft.write_text("memory.confidence.agent = 1\n"),
        lambda draft: os.mkfifo(draft),
        lambda draft: draft.mkdir(),
        lambda draft: draft.symlink_to("/nowhere"),
        lambda draft: draft.write_bytes(b"x" * 2_000_000),
        _link,
    ],
)
def test_a_draft_that_somebody_else_put_there_is_not_opened(
    put: Callable[[Path], None], store: Store, home: Path, editor: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    """A planted page would change what is trusted with one keystroke; a pipe would wait for ever."""
    put(home / "config-draft.toml")
    editor("", "")
    assert run(["config", "edit"]) == 1
    assert "is not opened" in capsys.readouterr().err
    assert in_force(store).stored == {}


def test_a_changed_draft_is_not_opened(
    store: Store, home: Path, editor: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    editor("# search.limit = 10", "search.limit = 0")
    assert run(["config", "edit"]) == 1
    (home / "config-draft.toml").write_text("memory.confidence.agent = 1\n")
    editor("", "")
    assert run(["config", "edit"]) == 1
    assert "`lore config edit` did not leave it as it is" in capsys.readouterr().err
    assert in_force(store).stored == {}


def test_two_editors_at_once_do_not_share_a_page(store: Store, editor: Edit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second begins while the first is open: each changes what it changed, and nothing else."""
    first = console.edit_file

    def meanwhile(path: Path) -> None:
        monkeypatch.setattr(console, "edit_file", first)
        editor("# search.depth = 2", "search.depth = 3")
        assert run(["config", "edit"]) == 0
        editor("# search.limit = 10", "search.limit = 20")
        first(path)

    editor("# search.depth = 2", "search.depth = 3")
    monkeypatch.setattr(console, "edit_file", meanwhile)
    assert run(["config", "edit"]) == 0
    assert in_force(store).stored == {"search.depth": 3, "search.limit": 20}


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
