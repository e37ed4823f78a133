"""A session held in a folder that only says that it is your project is not taken for what you said in that project."""

import json
from pathlib import Path

import pytest

from lore.capture import CaptureSummary, Options, capture
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.cli.program import run
from lore.model import Fact, Role, Status
from lore.projects import project_of
from lore.store import FactFilter, Store
from support.publishing import KEY, make_repository


def said_in(folder: Path, number: int) -> Path:
    """A session of the user's own agent, held in this folder."""
    session = f"066e1e40-6740-41a9-98e0-70c0e7e01d{number:02}"
    line = {
        "type": "user",
        "sessionId": session,
        "uuid": f"{session}-0",
        "timestamp": f"2026-02-1{number}T10:00:00Z",
        "cwd": str(folder),
        "message": {"role": "user", "content": f"Always run make check{number} before you commit."},
    }
    file = TRANSCRIPT_HOMES["claude-code"].folder / f"w{number}" / f"{session}.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(line) + "\n")
    return file


def facts(store: Store, number: int) -> list[Fact]:
    found = store.facts.select(FactFilter(statuses=tuple(Status)))
    return [fact for fact in found if f"check{number}" in fact.text]


@pytest.fixture
def both(store: Store, tmp_path: Path) -> tuple[CaptureSummary, Path, Path]:
    """What capturing said: first a session of the project, then one of a folder that names the same remote."""
    own, other = make_repository(tmp_path / "web"), make_repository(tmp_path / "clone")
    capture(store, [said_in(own, 1)], Options())
    file = said_in(other, 2)
    return capture(store, [file], Options()), other, file


def test_a_folder_that_names_a_known_remote_speaks_for_nobody(
    store: Store, both: tuple[CaptureSummary, Path, Path]
) -> None:
    """Its facts are tainted and its words somebody's; it is told, and read once all the same."""
    summary, other, file = both
    assert [(elsewhere.folder, elsewhere.project) for elsewhere in summary.elsewhere] == [(str(other), KEY)]
    assert [fact.tainted for fact in facts(store, 1)] == [False]
    assert all(fact.tainted for fact in facts(store, 2))
    assert [turn.role for turn in store.sessions.turns("066e1e40-6740-41a9-98e0-70c0e7e01d02")] == [Role.SOMEBODY]
    assert capture(store, [file], Options()).unchanged == 1


def test_the_words_are_the_persons_when_they_say_that_the_folder_is_theirs(
    store: Store, both: tuple[CaptureSummary, Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _, other, file = both
    assert run(["project", "set", KEY, str(other)]) == 0
    capture(store, [file], Options())
    assert False in [fact.tainted for fact in facts(store, 2)]
    first = project_of(other.parent / "web", store.projects.all_known())
    assert (first.key, store.roots.is_known(first)) == (KEY, True)


def test_the_command_names_the_folder_and_the_way_out(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, other = make_repository(tmp_path / "web"), make_repository(tmp_path / "clone")
    assert run(["capture", str(said_in(own, 1))]) == 0
    assert "says that it is" not in capsys.readouterr().err
    assert run(["capture", str(said_in(other, 2))]) == 0
    assert f"lore project set {KEY} {other}" in capsys.readouterr().err
    assert run(["capture", "--project", KEY, str(said_in(other, 3))]) == 0
    assert "says that it is" not in capsys.readouterr().err
