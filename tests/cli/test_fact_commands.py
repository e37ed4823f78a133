"""The commands on facts: what a person types, what is stored, what is printed, how it exits."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from lore.cli.program import run
from lore.model import Fact, Kind, Layer, Status
from lore.store import FactFilter, open_store
from support.ids import short

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    here = tmp_path / "web"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def stored(*statuses: Status) -> list[Fact]:
    with open_store() as store:
        return store.facts.select(FactFilter(statuses=statuses or tuple(Status)))


def answer(capsys: Captured) -> Any:
    return json.loads(capsys.readouterr().out)


def added(capsys: Captured, *arguments: str) -> str:
    capsys.readouterr()
    assert run(["add", "--json", *arguments]) == 0
    return str(answer(capsys)["id"])


def test_a_fact_is_saved_with_everything_that_was_said(folder: Path) -> None:
    arguments = ["add", "Not", "npm:", "use", "pnpm", "--tag", "tools", "--wrong", "npm", "--right", "pnpm"]
    assert (
        run(
            [*arguments, "--file", "package.json", "--concept", "packages", "--expires", "2027-01-01", "--pin", "--yes"]
        )
        == 0
    )
    (fact,) = stored()
    assert (fact.text, fact.kind, fact.project) == ("Not npm: use pnpm", Kind.CORRECTION, str(folder))
    assert (fact.wrong, fact.right, fact.tags, fact.files, fact.concepts) == (
        "npm",
        "pnpm",
        ("tools",),
        ("package.json",),
        ("packages",),
    )
    assert (fact.expires_at, fact.pinned) == ("2027-01-01T00:00:00Z", True)


def test_a_fact_for_every_project_belongs_to_none() -> None:
    assert run(["add", "Answers in short sentences", "--layer", "user", "--kind", "profile"]) == 0
    (fact,) = stored()
    assert (fact.project, fact.layer, fact.kind) == (None, Layer.USER, Kind.IDENTITY)


def test_a_fact_is_read_from_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("Use pnpm\n"))
    assert run(["add", "-"]) == 0
    assert [fact.text for fact in stored()] == ["Use pnpm"]


def test_the_same_in_other_words_stays_beside_it_and_is_asked_about(capsys: Captured) -> None:
    """What is near in meaning is found before anything is written; each keeps its words and its quotation."""
    first = added(capsys, "Run the unit tests before every commit", "--kind", "convention")
    assert run(["add", "Before each commit run the unit tests", "--kind", "convention"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("added ") and f"like {short(first)}" in told.out
    assert "both stay until you say whether they are one" in told.err
    with open_store() as store:
        quotes = [item.quote for item in store.facts.evidence([first])[first]]
    assert quotes == ["Run the unit tests before every commit"]


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (2, ["add", " "]),
        (2, ["add", "x", "--kind", "nonsense"]),
        (2, ["add", "x", "--expires", "soon"]),
        (2, ["add"]),
        (3, ["show", "f:nobody"]),
        (3, ["edit", "f:nobody", "x"]),
        (3, ["archive", "f:nobody"]),
        (3, ["pin", "nobody", "--yes"]),
        (3, ["propose", "nobody"]),
        (3, ["history", "nobody"]),
        (3, ["undo"]),
        (3, ["redo"]),
        (3, ["undo", "--run", "r:99"]),
        (3, ["undo", "--id", "99"]),
        (2, ["undo", "--run", "r:1", "--id", "1"]),
        (2, ["supersede", "x"]),
        (2, ["log", "--after", "yesterdayish"]),
    ],
)
def test_mistakes_exit_with_their_code_and_a_hint(code: int, arguments: list[str], capsys: Captured) -> None:
    assert run(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert "\nhint: " in captured.err


def test_a_fact_is_edited_by_its_parts(capsys: Captured) -> None:
    name = added(capsys, "use pnmp", "--tag", "tools", "--problem", "typo")
    assert run(["edit", name, "Use pnpm"]) == 0
    assert run(["edit", name.removeprefix("f:"), "--kind", "convention", "--problem", ""]) == 0
    (fact,) = stored()
    assert (fact.text, fact.kind, fact.problem, fact.tags) == ("Use pnpm", Kind.CONVENTION, None, ("tools",))
    capsys.readouterr()
    assert run(["edit", name, "Use pnpm"]) == 0
    assert "nothing changed" in capsys.readouterr().err


def test_a_fact_is_replaced_by_a_text_or_by_another_fact(capsys: Captured) -> None:
    old = added(capsys, "Deploy on Mondays", "--kind", "decision", "--tag", "ops")
    assert run(["supersede", old, "Deploy on Tuesdays"]) == 0
    (new,) = stored(Status.ACTIVE)
    assert (new.kind, new.tags) == (Kind.DECISION, ("ops",))
    other = added(capsys, "Deploy whenever it is green", "--kind", "decision")
    assert run(["supersede", new.id, "--by", other]) == 0
    capsys.readouterr()
    assert run(["show", new.id]) == 0
    shown = capsys.readouterr().out
    assert f"replaced by {short(other)}" in shown
    assert f"replaces    {short(old)}" in shown


def test_a_listing_is_narrowed_and_printed_as_json(capsys: Captured) -> None:
    kept = added(capsys, "Use pnpm", "--kind", "convention", "--tag", "tools", "--pin", "--yes")
    added(capsys, "Buy milk", "--kind", "task")
    assert run(["facts", "--kind", "convention", "--tag", "tools", "--pinned"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(short(kept))
    assert run(["facts", "--json", "--limit", "1"]) == 0
    (fact,) = answer(capsys)["facts"]
    assert (fact["text"], fact["kind"], fact["evidence"][0]["quote"]) == ("Buy milk", "task", "Buy milk")
    assert 0.79 < fact["strength"] <= 0.8


def test_every_change_is_in_the_log_and_in_the_history(capsys: Captured) -> None:
    name = added(capsys, "use pnmp")
    run(["edit", name, "Use pnpm"])
    capsys.readouterr()
    assert run(["history", name]) == 0
    shown = capsys.readouterr().out
    assert "text: 'use pnmp' → 'Use pnpm'" in shown
    assert shown.index("added “use pnmp”") < shown.index("edited “Use pnpm”")
    assert run(["log", "--json", "--actor", "person", "--action", "fact.edit"]) == 0
    (event,) = answer(capsys)["events"]
    assert (event["subject"], event["before"]["text"]) == ({"kind": "fact", "id": name}, "use pnmp")
    assert run(["log", "--after", "2027-01-01"]) == 0
    assert capsys.readouterr().out == ""
    assert run(["undo", "--id", str(event["seq"])]) == 0
    assert [fact.text for fact in stored()] == ["use pnmp"]


def test_a_folder_is_given_to_a_project(folder: Path, capsys: Captured) -> None:
    """`lore project` says which and why; what was set holds for the folders inside."""
    assert run(["project", "--json"]) == 0
    assert answer(capsys)["reason"] == "folder"
    assert run(["project", "set", "team/web", str(folder)]) == 0
    (folder / "src").mkdir()
    capsys.readouterr()
    assert run(["project", "show", str(folder / "src")]) == 0
    captured = capsys.readouterr()
    assert captured.out == "team/web\n"
    assert "you set it" in captured.err
    added(capsys, "Use pnpm")
    assert run(["project", "list", "--json"]) == 0
    assert answer(capsys)["projects"] == [{"key": "team/web", "facts": 1}]
