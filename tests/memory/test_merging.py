"""Two projects become one: everything moves in one run, new sessions follow, and an undo brings all back exactly."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.cli.program import run
from lore.errors import NotFound, UsageError
from lore.history import act_of, redo_last, undo_last
from lore.memory import merge_plan, merge_projects
from lore.memory.editing import archive, propose
from lore.model import Clean, Collection, Kind, Project, Session, Status
from lore.projects import SET, project_of, project_told
from lore.store import FactFilter, SessionFilter, Store
from support.person import me
from support.publishing import KEY, approved, make_repository
from support.searching import save

OLD = "/gone/web-wt-2"
TABLES = ("facts", "sessions", "candidates", "collections", "projects", "settings", "evidence", "links")


def content(store: Store) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(store.folder / "lore.db")) as database:
        return {name: database.execute(f"SELECT * FROM {name} ORDER BY seq").fetchall() for name in TABLES}


@pytest.fixture
def filled(store: Store, tmp_path: Path) -> Store:
    """Facts of several kinds and states, sessions, candidates and a collection of the old project; one of the new."""
    lines = [
        {"session": f"s{number}", "id": "m1", "role": "user", "text": "Always run make check.", "project": OLD}
        for number in range(3)
    ]
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    capture(store, [file], Options(bundled=True))
    approved(store, "Squash before merging", project=OLD)
    waiting = save(store, "Write tests first", Kind.CONVENTION, project=OLD)
    propose(store, waiting.id)
    archive(store, [save(store, "Use npm", Kind.CONVENTION, project=OLD).id])
    save(store, "Use pnpm", Kind.CONVENTION, project=KEY)
    with store.write("import") as transaction:
        store.documents.add(transaction, Collection("", Clean("guide"), Clean(str(tmp_path)), OLD))
    return store


def keys(store: Store) -> set[str | None]:
    found = {fact.project for fact in store.facts.select(FactFilter(statuses=tuple(Status)))}
    found |= {passage.project for page in store.passages.pages() for passage in page}
    found |= {session.project for session in store.sessions.select()}
    return found | {one.project for one in store.documents.collections()}


def test_everything_moves_in_one_run_and_comes_back_exactly(filled: Store) -> None:
    """Merge, undo, redo: the rows are those of before and after, but for the number of changes."""
    before = content(filled)
    wanted = filled.facts.count(FactFilter(statuses=tuple(Status), projects=(OLD,)))
    plan = merge_plan(filled, OLD, Project(KEY, SET))
    assert content(filled) == before, "a preview writes nothing"
    done = merge_projects(filled, OLD, Project(KEY, SET), by=me())
    assert (done.facts, done.sessions, done.candidates, done.collections) == (wanted, 3, 2, 1)
    assert (plan.facts, plan.sessions, plan.candidates, plan.collections) == (wanted, 3, 2, 1)
    assert keys(filled) == {KEY} and OLD not in filled.projects.keys_in_use()
    assert {candidate.project for candidate in filled.candidates.of_project(KEY)} == {KEY}
    assert filled.sessions.count(SessionFilter(project=KEY)) == 3
    merged = content(filled)
    undo_last(filled)
    assert content(filled) == before
    redo_last(filled)
    assert content(filled) == merged


def test_what_is_captured_there_later_is_of_the_other_project(filled: Store, tmp_path: Path) -> None:
    with filled.write(me()) as transaction:
        filled.projects.put(transaction, Project("acme/set", SET, str(tmp_path / "set")))
    for former, into in ((OLD, "acme/set"), ("acme/set", KEY)):
        known = {project.key: project for project in filled.projects.all_known()}
        merge_projects(filled, former, known.get(into, Project(into, SET)), by=me())
    known_now = filled.projects.all_known()
    assert project_told(OLD, None, known_now).key == KEY
    assert project_told(OLD, f"https://{KEY}", known_now).key == KEY
    assert not filled.roots.is_elsewhere(project_told(OLD, f"https://{KEY}", known_now))
    assert project_of(tmp_path / "set" / "src", known_now).key == KEY


def test_merging_back_leaves_no_circle(filled: Store) -> None:
    merge_projects(filled, OLD, Project(KEY, SET), by=me())
    merge_projects(filled, KEY, filled.projects.get(OLD), by=me())
    known = filled.projects.all_known()
    assert keys(filled) == {OLD}
    assert project_told(OLD, None, known).key == project_told("/x", f"https://{KEY}", known).key == OLD


def test_a_session_that_goes_on_after_the_merge_does_not_stop_the_undo(filled: Store, tmp_path: Path) -> None:
    done = merge_projects(filled, OLD, Project(KEY, SET), by=me())
    more = {
        "session": "s0",
        "id": "m2",
        "role": "user",
        "text": "And now?",
        "project": OLD,
        "at": "2027-01-01T00:00:00Z",
    }
    (tmp_path / "more.jsonl").write_text(json.dumps(more) + "\n")
    capture(filled, [tmp_path / "more.jsonl"], Options(bundled=True))
    assert run(["undo", "--run", str(done.run), "--yes"]) == 0
    assert filled.sessions.get("s0").project == OLD


def test_what_cannot_be_merged_is_refused(filled: Store) -> None:
    with pytest.raises(UsageError):
        merge_plan(filled, KEY, Project(KEY, SET))
    for former, into in (("nowhere", KEY), (OLD, "nowhere")):
        with pytest.raises(NotFound):
            merge_plan(filled, former, Project(into, SET))


def test_the_command_previews_and_merges(
    filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(make_repository(tmp_path / "web"))
    capsys.readouterr()
    assert run(["project", "merge", OLD, KEY, "--dry-run"]) == 0
    assert "would move" in capsys.readouterr().out and OLD in filled.projects.keys_in_use()
    assert run(["project", "merge", OLD, KEY, "--yes"]) == 0
    assert "moved" in capsys.readouterr().out
    assert run(["project"]) == 0
    assert f"also known as: {OLD}" in capsys.readouterr().err


def test_an_undone_move_of_a_session_is_called_one(store: Store) -> None:
    with store.write(me()) as transaction:
        store.sessions.put(transaction, Session("s1", "codex", "old"))
    with store.write(me()) as transaction:
        store.sessions.move_all(transaction, "old", "new")
    undone = undo_last(store, me())
    assert undone.events[0].is_move and act_of(undone.events) == "move of 1 session"
    assert store.sessions.get("s1").project == "old"
