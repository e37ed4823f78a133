"""Every change can be undone exactly, and an undo that would break something newer says why."""

from pathlib import Path

import pytest

from lore.errors import Conflict, NotFound
from lore.history import carry_out, plan_undo, redo_last, undo_last, undo_run
from lore.model import Clean, Evidence, Fact, Kind, LinkKind, Role, Session, Status, Subject, SubjectKind, Turn
from lore.store import Store

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
