"""Undo and redo: exact, and asking before they touch what is older or lies in a file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lore import publish
from lore.cli.program import run
from lore.errors import Conflict, NotFound
from lore.files import Folder
from lore.history import carry_out, plan_undo, redo_last, undo_last, undo_run
from lore.memory import decisions, editing
from lore.memory.editing import NewFact
from lore.memory.proposals import propose
from lore.model import Clean, Evidence, Fact, Kind, LinkKind, Role, Session, Status, Subject, SubjectKind, Turn
from lore.store import Store, open_store
from support.keyboard import at_keyboard
from support.person import me

NOTE = Fact(id="", text=Clean("The API listens on port 8080"), kind=Kind.SYSTEM)


def add(store: Store, actor: str = "person", run: str | None = None) -> Fact:
    with store.write(actor, run) as transaction:
        return store.facts.add(transaction, NOTE, [Evidence(Clean("port 8080"), session="s1")])


def archive(store: Store, fact: Fact) -> None:
    with store.write("person") as transaction:
        store.facts.update(transaction, fact.id, action="fact.archive", status=Status.ARCHIVED)


def add_turns(store: Store, *names: str) -> None:
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code"))
        store.sessions.add_turns(transaction, "s1", [Turn("s1", name, Role.USER, Clean(name)) for name in names])


def test_undo_and_redo_walk_through_history(store: Store) -> None:
    states = [store.facts.select()]
    fact = add(store)
    states.append(store.facts.select())
    for text in ("one", "two"):
        with store.write("person") as transaction:
            store.facts.update(transaction, fact.id, text=Clean(text))
        states.append(store.facts.select())
    for expected in reversed(states[:-1]):
        undo_last(store)
        assert expected == store.facts.select()
    with pytest.raises(NotFound, match="nothing to undo"):
        undo_last(store)
    for expected in states[1:]:
        redo_last(store)
        assert expected == store.facts.select()
    with pytest.raises(NotFound, match="nothing to redo"):
        redo_last(store)


def test_undoing_a_new_fact_takes_its_evidence_along(store: Store) -> None:
    fact = add(store)
    undo_last(store)
    assert store.facts.evidence([fact.id]) == {fact.id: []}
    redo_last(store)
    assert len(store.facts.evidence([fact.id])[fact.id]) == 1


def test_a_new_change_ends_redo(store: Store) -> None:
    add(store)
    undo_last(store)
    add(store)
    with pytest.raises(NotFound, match="nothing to redo"):
        redo_last(store)


def test_undo_is_recorded(store: Store) -> None:
    archive(store, add(store))
    report = undo_last(store)
    newest = store.audit.select(limit=1)[0]
    assert (newest.action, newest.actor, newest.undoes) == ("undo fact.archive", "person", report.events[0].unit)


def test_undo_by_another_process_after_a_restart(store: Store) -> None:
    from lore.store import open_store

    fact = add(store)
    archive(store, fact)
    store.close()
    with open_store() as other:
        undo_last(other)
        assert other.facts.get(fact.id).status is Status.ACTIVE


def test_undo_refuses_when_something_newer_changed_the_fact(store: Store) -> None:
    fact = add(store)
    archive(store, fact)
    event = store.audit.select(action="fact.archive")[0]
    with store.write("agent:codex") as transaction:
        store.facts.update(transaction, fact.id, text=Clean("Port 9090"))
    with pytest.raises(Conflict, match=r"changed since, by agent:codex at 2026-03-12T09:00:00Z \(fact.edit\)"):
        carry_out(store, plan_undo(store, event=event.seq))
    assert store.facts.get(fact.id).status is Status.ARCHIVED


def test_undo_refuses_when_something_newer_rests_on_the_fact(store: Store) -> None:
    fact, two = add(store), add(store)
    with store.write("consolidation") as transaction:
        store.facts.link(transaction, two.id, LinkKind.DERIVED_FROM, fact.id)
    added = store.audit.select(subject=fact.id, action="fact.add")[0]
    with pytest.raises(Conflict, match="depend on"):
        carry_out(store, plan_undo(store, event=added.seq))
    assert store.facts.count() == 2


def test_a_run_is_undone_as_a_whole(store: Store) -> None:
    """Consolidations, imports and bulk decisions are one step, however many transactions they took."""
    kept = add(store)
    with store.write("import") as transaction:
        run = store.runs.start(transaction, "import")
    for _ in range(3):
        add(store, "import", run.id)
    assert undo_run(store, run.id).run == run.id
    assert [fact.id for fact in store.facts.select()] == [kept.id]
    with pytest.raises(NotFound, match="is left to undo"):
        undo_run(store, run.id)
    redo_last(store)
    assert store.facts.count() == 4
    undo_last(store)
    assert store.facts.count() == 1


def test_undo_can_look_at_one_actor_only(store: Store) -> None:
    mine = add(store)
    add(store, "agent:codex")
    undo_last(store, by="person")
    assert mine.id not in [fact.id for fact in store.facts.select()]
    assert store.facts.count() == 1


def test_an_undone_capture_leaves_the_search_and_can_come_back(store: Store) -> None:
    add_turns(store, "a", "b")
    undo_last(store)
    assert store.sessions.turns("s1") == []
    assert store.sessions.select() == []
    assert [row.passage for row in store.changes_since(2, 10)] == ["t:1", "t:2"]
    redo_last(store)
    assert [turn.source_id for turn in store.sessions.turns("s1")] == ["a", "b"]
    undo_last(store)
    add_turns(store, "a", "b", "c")
    assert [turn.source_id for turn in store.sessions.turns("s1")] == ["a", "b", "c"]


def test_undo_of_a_capture_refuses_when_it_is_no_longer_as_it_left_it(store: Store) -> None:
    """Taking back the redo after the capture itself was taken back would bring rows back out of turn."""
    add_turns(store, "a")
    captured = store.audit.select(action="turns.add")[0]
    undo_last(store)
    redo = redo_last(store)
    carry_out(store, plan_undo(store, event=captured.seq))
    with pytest.raises(Conflict, match=r"changed since, by person"):
        carry_out(store, plan_undo(store, event=redo.unit))
    assert store.sessions.turns("s1") == []


def test_an_event_cannot_be_undone_twice(store: Store) -> None:
    archive(store, add(store))
    event = store.audit.select(action="fact.archive")[0]
    carry_out(store, plan_undo(store, event=event.seq))
    with pytest.raises(Conflict, match="undone already"):
        carry_out(store, plan_undo(store, event=event.seq))


def test_a_change_may_be_taken_back_and_forth_without_end(store: Store) -> None:
    fact = add(store)
    for _ in range(260):
        undo_last(store)
        redo_last(store)
    assert store.facts.get(fact.id) == fact
    undo_last(store)
    with pytest.raises(NotFound, match="nothing to undo"):
        undo_last(store)


def test_what_a_command_wrote_that_is_gone_is_told_with_where_it_stands(store: Store, tmp_path: Path) -> None:
    """A compressed memory file is not written to, and the log keeps its text; other changes are undone as before."""
    file = tmp_path / "CLAUDE.md"
    file.write_text("short\n")
    states: list[dict[str, object]] = [
        {"root": str(tmp_path), "facts": [], "content": text} for text in ("whole\n", "short\n")
    ]
    with store.write("person") as transaction:
        transaction.note("memory_file.compress", Subject(SubjectKind.MEMORY_FILE, "CLAUDE.md"), *states)
    with pytest.raises(Conflict, match="Lore does no more") as refused:
        undo_last(store)
    assert refused.value.hint == "`lore history CLAUDE.md --json` holds its text as it was"
    assert file.read_text() == "short\n"
    add(store)
    undo_last(store)
    assert store.facts.count() == 0


SAVED = "Use pnpm, never npm, in this repository"


@pytest.fixture
def fact(store: Store) -> str:
    return editing.add_fact(store, NewFact(SAVED, project="shop")).fact.id


def archived(store: Store, fact: str) -> None:
    editing.archive(store, [fact])


def published(store: Store, fact: str) -> None:
    with store.write("consolidation") as transaction:
        candidate = propose(store, transaction, store.facts.get(fact), because="said twice", sessions=2)
    decisions.approve(store, candidate.id, by=me())
    folder = Path.home() / "shop"
    folder.mkdir()
    publish.publish(store, Folder(folder), "shop", by=me())


def test_on_the_command_line_a_file_is_named_before_it_is_touched(
    store: Store, fact: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a terminal nothing is done and exit code 4 says why; `--yes` does it."""
    published(store, fact)
    written = Path.home() / "shop" / "CONVENTIONS.md"
    before = written.read_bytes()
    assert run(["undo"]) == 4
    assert "undo the publishing of ~/shop/CONVENTIONS.md (person, just now)?" in capsys.readouterr().err
    assert written.read_bytes() == before
    assert run(["undo", "--yes"]) == 0
    assert not written.exists()
    assert run(["redo"]) == 4
    assert run(["redo", "--yes"]) == 0
    assert written.read_bytes() == before


def test_on_the_command_line_what_is_older_than_an_hour_asks(
    store: Store, fact: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Right after an act `lore undo` reverses it; two hours later it says what it would do."""
    archived(store, fact)
    assert run(["undo"]) == 0
    archived(store, fact)
    monkeypatch.setenv("LORE_NOW", "2026-03-12T11:30:00Z")
    assert run(["undo"]) == 4
    assert f"undo the archiving of “{SAVED}” (person, 2 hours ago)?" in capsys.readouterr().err
    assert store.facts.get(fact).status is Status.ARCHIVED
    assert run(["undo", "--yes"]) == 0
    assert store.facts.get(fact).status is Status.ACTIVE


def test_going_back_from_a_restored_backup_asks(store: Store, fact: str) -> None:
    assert run(["backup"]) == 0
    name = next((Path(store.folder) / "backups").glob("*.db")).name
    assert run(["restore-backup", name, "--yes"]) == 0
    assert run(["undo"]) == 4
    assert run(["undo", "--yes"]) == 0


@pytest.mark.parametrize("act", [archived, published])
async def test_in_the_app_an_undo_behind_this_visit_asks(
    store: Store, home: Path, fact: str, act: Callable[[Store, str], None]
) -> None:
    """`u` on what was done on the command line: `n` leaves it, `y` does it, and only then."""
    act(store, fact)
    newest = store.audit.seqs(1)
    with open_store(home) as own:
        async with at_keyboard(own, size=(120, 30)) as person:
            await person.press("escape", "u")  # nothing is in force: the first start lies over Review
            assert ("Undo the archiving of" if act is archived else "~/shop/CONVENTIONS.md") in person.screen
            assert "(you, just now)?" in person.screen
            await person.press("n")
            assert store.audit.seqs(1) == newest
            await person.press("u", "y")
            assert store.audit.seqs(1) != newest
            assert (Path.home() / "shop" / "CONVENTIONS.md").exists() is False
            assert store.facts.get(fact).status is Status.ACTIVE


async def test_in_the_app_what_this_visit_did_is_undone_at_once(store: Store, fact: str) -> None:
    async with at_keyboard(store) as person:
        await person.press("d")
        assert store.facts.get(fact).status is Status.ARCHIVED
        await person.press("u")
        assert store.facts.get(fact).status is Status.ACTIVE
        await person.press("U")
        assert store.facts.get(fact).status is Status.ARCHIVED


async def test_a_question_in_the_log_names_the_step(store: Store, home: Path, fact: str) -> None:
    """`x` on a step of an earlier visit."""
    published(store, fact)
    with open_store(home) as own:
        async with at_keyboard(own, size=(120, 30)) as person:
            await person.press("3", "x")
            assert "Undo the publishing of ~/shop/CONVENTIONS.md (you, just now)?" in person.screen
            await person.press("n")
            assert (Path.home() / "shop" / "CONVENTIONS.md").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pin", "FACT", "--yes"], "already pinned"),
        (["pin", "FACT", "--off", "--yes"], "already not pinned"),
        (["archive", "FACT"], "already archived"),
        (["restore", "FACT"], "already active"),
        (["add", SAVED, "--project", "shop"], "known"),
        (["consolidate"], ""),
        (["publish", "--project", "shop", "--root", "ROOT", "--yes"], "up to date"),
    ],
)
def test_an_undo_is_promised_only_where_something_changed(
    store: Store, fact: str, words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Done a second time nothing changes: no event is written, and no command offers to undo what came before."""
    published(store, fact)
    filled = [{"FACT": fact, "ROOT": str(Path.home() / "shop")}.get(word, word) for word in words]
    run(filled)
    run(filled)
    capsys.readouterr()
    before = store.audit.seqs(1)
    assert run(filled) == 0
    shown = capsys.readouterr()
    assert ("undo: `lore undo" in shown.err) == (store.audit.seqs(1) != before)
    assert says in shown.out
    assert store.audit.seqs(1) == before
