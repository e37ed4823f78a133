"""A session starts with what was prepared, which is what `lore context` shows, and never with what is out of date."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.handover import faults, files, places, standing
from lore.memory import NewFact, editing
from lore.model import Kind
from lore.presence import deciding
from lore.store import Store, open_store
from support.hooking import Session, nobody_drains, spooled

RULE = "Use pnpm, never npm or yarn."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where sessions are held."""
    (tmp_path / "shop").mkdir()
    return tmp_path / "shop"


@pytest.fixture
def engine(store: Store, folder: Path) -> Engine:
    return Engine(store, person=deciding("test", yes=True), folder=folder)


@pytest.fixture(autouse=True)
def undrained(home: Path, store: Store) -> Iterator[None]:
    with nobody_drains(home):
        yield


def add(engine: Engine, text: str, kind: str = "preference") -> str:
    """A rule that stands over the project of the folder."""
    assert engine.person
    new = NewFact(text, Kind(kind), project=engine.project)
    return editing.add_fact(engine.store, new, actor=engine.person).fact.id


def test_a_session_starts_with_what_lore_context_shows(engine: Engine, folder: Path) -> None:
    add(engine, RULE)
    add(engine, "Sessions are kept in Postgres.", "decision")
    actions.prepare_start(engine, folder)
    text = Session(folder).start().text
    brief = actions.context(engine)
    assert len(brief.items) == 2
    assert [line for line in text.splitlines() if line.startswith("- ")] == [item.line for item in brief.items]
    assert "2 memories loaded." in text


def test_it_notes_what_it_gave_and_opens_no_store(engine: Engine, folder: Path, home: Path) -> None:
    """The note waits in the spool, and the receipt shows it once it is read."""
    name = add(engine, RULE)
    actions.prepare_start(engine, folder)
    engine.close()
    (home / "lore.db").rename(home / "elsewhere.db")
    (home / "lore.db").touch()
    assert RULE in Session(folder).start().text
    assert [line["ids"] for line in spooled(home) if line["means"] == "given"] == [[name]]


def test_nothing_is_said_where_nothing_stands(engine: Engine, folder: Path) -> None:
    actions.prepare_start(engine, folder)
    assert Session(folder).start().out == ""


@pytest.mark.parametrize("way", ["add", "archive", "setting", "undo", "restore"])
def test_every_change_of_what_stands_makes_the_text_out_of_date(
    way: str, engine: Engine, folder: Path, home: Path
) -> None:
    """Before it is committed: a killed writer leaves no wrong text."""
    name = add(engine, RULE)
    copy = actions.back_up(engine) if way == "restore" else None
    actions.prepare_start(engine, folder)
    assert standing.is_right(str(home), standing.kept(str(home), str(folder)))
    if way == "add":
        add(engine, "Update the changelog with every feature.")
    elif way == "archive":
        actions.archive(engine, [name])
    elif way == "setting":
        actions.change_settings(engine, {"context.budget": 5})
    elif way == "undo":
        actions.undo(engine, agreed=True)
    else:
        assert copy is not None
        actions.restore_store(engine, copy.backup.name)
    assert not standing.is_right(str(home), standing.kept(str(home), str(folder)))


def test_a_transaction_that_fails_leaves_the_text_out_of_date(engine: Engine, folder: Path, home: Path) -> None:
    """Safe, not quick: whoever prepares next finds the same again."""
    name = add(engine, RULE)
    actions.prepare_start(engine, folder)
    with pytest.raises(ZeroDivisionError), engine.store.write("test") as transaction:
        engine.store.facts.update(transaction, name, action="fact.edit", text="Use npm.")
        raise ZeroDivisionError
    assert engine.store.facts.get(name).text == RULE


def test_messages_and_recalls_leave_it_right(engine: Engine, folder: Path, home: Path, tmp_path: Path) -> None:
    """A number that changed with every message would never be right while anybody works."""
    name = add(engine, RULE)
    actions.prepare_start(engine, folder)
    engine.store.accesses.record([name])
    engine.store.accesses.give([name], "s9")
    assert standing.is_right(str(home), standing.kept(str(home), str(folder)))


def test_an_engine_that_changed_anything_prepares_again_as_it_closes(engine: Engine, folder: Path, home: Path) -> None:
    add(engine, RULE)
    actions.prepare_start(engine, folder)
    engine.close()
    with actions.open_engine() as again:
        add(Engine(again.store, person=engine.person, folder=folder), "Update the changelog with every feature.")
    assert "changelog" in Session(folder).start().text


def test_a_text_that_is_out_of_date_is_prepared_again_while_the_session_waits(
    engine: Engine, folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another process; here with more time than a hook has, on a machine that is busy with tests."""
    from lore.agents.hook import starting
    from lore.agents.hook.entry import entry_of
    from lore.agents.hook.event import Event

    add(engine, RULE)
    actions.prepare_start(engine, folder)
    add(engine, "Update the changelog with every feature.")
    engine.close()
    monkeypatch.delenv("LORE_NOW")
    entry = entry_of("claude-code")
    assert entry
    event = Event(entry, "SessionStart", json.dumps({"session_id": "s", "cwd": str(folder)}).encode())
    from lore.handover import Talk

    told, note = starting.start(str(home), event, Talk("claude-code", "s", {}), stale_wait_s=20.0)
    assert any("changelog" in line for line in told)
    assert len(note["ids"]) == 2  # type: ignore[arg-type]


def test_what_cannot_be_made_right_is_not_given_and_that_is_said(engine: Engine, folder: Path, home: Path) -> None:
    """Nobody can prepare while another process holds the queue of writers."""
    from lore.platform import HERE

    add(engine, RULE)
    actions.prepare_start(engine, folder)
    add(engine, "Update the changelog with every feature.")
    with (home / "queue.lock").open("r+b") as queue:
        assert HERE.lock(queue.fileno(), wait=False)
        text = Session(folder).start().text
    assert RULE not in text and "changelog" not in text
    assert "out of date" in text
    assert [fault["what"] for fault in faults.noted(str(home))] == [
        "what was prepared is out of date: nothing of it was given"
    ]


def test_a_folder_that_became_another_project_has_no_text(engine: Engine, folder: Path, home: Path) -> None:
    add(engine, RULE)
    actions.prepare_start(engine, folder)
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text('[remote "origin"]\n\turl = https://example.org/other\n')
    assert standing.kept(str(home), str(folder)) == {}


@pytest.mark.parametrize(
    "values", [{}, {"shape": 2}, {"lines": 7}, {"number": "x"}, {"number": None}, {"where": "/other"}]
)
def test_a_file_that_is_not_as_it_was_written_is_not_given(
    values: dict[str, object], engine: Engine, folder: Path, home: Path
) -> None:
    add(engine, RULE)
    actions.prepare_start(engine, folder)
    (path,) = (home / "hooks" / "prepared").iterdir()
    files.write(str(path), {**files.read(str(path)), **values} if values else {})
    assert not standing.is_right(str(home), standing.kept(str(home), str(folder)))


def test_a_number_that_is_lost_comes_never_again(engine: Engine, folder: Path, home: Path) -> None:
    add(engine, RULE)
    first = actions.prepare_start(engine, folder).number
    files.remove(places.number(str(home)))
    assert not standing.is_right(str(home), standing.kept(str(home), str(folder)))
    assert actions.prepare_start(engine, folder).number > first


def test_where_no_hook_is_in_use_nothing_is_counted(engine: Engine, home: Path) -> None:
    add(engine, RULE)
    assert not (home / "hooks" / "number.json").exists()


def test_a_session_without_memory_is_given_nothing_and_what_it_missed_is_noted(
    engine: Engine, folder: Path, home: Path
) -> None:
    add(engine, RULE)
    actions.change_settings(engine, {"hooks.withheld": 1.0})
    actions.prepare_start(engine, folder)
    assert Session(folder).start().out == ""
    assert [line["withheld"] for line in spooled(home) if line["means"] == "given"] == [True]


def test_a_long_memory_fits_into_what_agents_take(engine: Engine, folder: Path) -> None:
    for number in range(120):
        add(engine, f"Rule number {number}: use the tool called widget{number} for everything of its kind, always.")
    actions.change_settings(engine, {"context.budget": 100_000})
    actions.prepare_start(engine, folder)
    text = Session(folder).start().text
    assert 9_000 < len(text) <= 9_500
    assert "more was left out here" in text


def test_a_prepared_text_is_masked(engine: Engine, folder: Path, home: Path) -> None:
    add(engine, "Never print the token ghp_1234567890abcdefghijklmnopqrstuvwxyz12 in logs.")
    actions.prepare_start(engine, folder)
    (path,) = (home / "hooks" / "prepared").iterdir()
    assert "ghp_12345" not in path.read_text()


def test_a_new_store_is_never_made_by_a_hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "never"
    monkeypatch.setenv("LORE_HOME", str(home))
    with nobody_drains(home):
        session = Session(tmp_path)
        session.start()
        session.prompt("Where are sessions stored, Postgres or Redis?")
    assert not (home / "lore.db").exists()


def test_the_store_that_opens_is_the_one_that_unsettles(home: Path, engine: Engine, folder: Path) -> None:
    """Two processes: what one commits is out of date for the other's text."""
    add(engine, RULE)
    actions.prepare_start(engine, folder)
    with open_store(home) as other:
        add(Engine(other, person=engine.person, folder=folder), "Update the changelog with every feature.")
    assert not standing.is_right(str(home), standing.kept(str(home), str(folder)))
