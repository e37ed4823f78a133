"""One write is one transaction, one unit, one entry of the log for each thing, and one step of undo."""

import threading

import pytest

from lore.errors import NotFound
from lore.history import redo_last, undo_last
from lore.model import Clean, PassageType, Status, Subject, SubjectKind
from lore.store import FactFilter, Store
from store_contract.making import ACTOR, a_fact, a_turn, add_fact, add_turns, said


def test_what_fails_leaves_nothing(memory: Store) -> None:
    with pytest.raises(RuntimeError), memory.write(ACTOR) as transaction:
        memory.facts.add(transaction, a_fact(), [said()])
        memory.settings.put(transaction, "a", 1)
        raise RuntimeError
    assert (memory.facts.count(), memory.audit.count(), memory.cursor(), memory.settings.get("a")) == (0, 0, 0, None)


def test_what_is_written_is_seen_by_who_writes_and_then_by_all(memory: Store, again: Store) -> None:
    with memory.write(ACTOR) as transaction:
        saved = memory.facts.add(transaction, a_fact())
        assert memory.facts.has(saved.id)
        assert not again.facts.has(saved.id)
    assert again.facts.get(saved.id) == saved


def test_writers_take_turns(memory: Store) -> None:
    def write(name: str) -> None:
        for number in range(5):
            add_fact(memory, a_fact(f"{name} {number}"))

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert memory.facts.count() == 20
    assert len({event.unit for event in memory.audit.select()}) == 20


def test_announcements_are_told_once_and_in_order(memory: Store) -> None:
    saved = add_fact(memory)
    (turn,) = add_turns(memory, "s1", a_turn("a"))
    announcements = memory.changes_since(0, 10)
    assert [announcement.passage for announcement in announcements] == [saved.id, PassageType.TURN.id_of(turn.seq)]
    assert memory.changes_since(announcements[0].cursor, 10) == announcements[1:]
    assert memory.changes_since(0, 1) == announcements[:1]
    assert memory.cursor() == announcements[-1].cursor
    assert memory.changes_since(memory.cursor(), 10) == []


def test_the_log_says_who_did_what_to_what(memory: Store) -> None:
    with memory.write(ACTOR) as transaction:
        run = memory.runs.start(transaction, "import")
    with memory.write("import", run.id) as transaction:
        fact = memory.facts.add(transaction, a_fact(), [said()])
        memory.facts.update(transaction, fact.id, status=Status.ARCHIVED, action="fact.archive")
    other = add_fact(memory, a_fact("Use tabs"))
    events = memory.audit.select(run=run.id)
    assert [(event.actor, event.action) for event in events] == [
        ("import", "fact.archive"),
        ("import", "evidence.add"),
        ("import", "fact.add"),
    ]
    assert len({event.unit for event in events}) == 1
    assert [event.subject.id for event in memory.audit.select(action="fact", actor=ACTOR)] == [other.id]
    assert [event.action for event in memory.audit.select(subject=fact.id)] == ["fact.archive", "fact.add"]
    assert memory.audit.retired(run.id) == [fact.id]
    assert memory.audit.get(events[0].seq) == events[0]
    with pytest.raises(NotFound):
        memory.audit.get(10**6)


def test_the_log_is_counted_from_any_point(memory: Store) -> None:
    assert (memory.audit.first_at(), memory.audit.seqs(), memory.audit.count_after(0)) == (None, [], 0)
    for text in "abc":
        add_fact(memory, a_fact(text))
    numbers = memory.audit.seqs()
    assert numbers == sorted(numbers, reverse=True)
    assert [memory.audit.count_after(number) for number in numbers] == [0, 1, 2]
    assert memory.audit.seqs(1) == numbers[:1]
    assert [event.seq for event in memory.audit.after(0, 2)] == numbers[:-3:-1]
    assert [event.seq for event in memory.audit.after(numbers[-1], 10)] == numbers[-2::-1]
    assert memory.audit.after(numbers[0], 10) == []
    assert memory.audit.first_at() == "2026-03-12T09:00:00Z"
    assert [event.seq for event in memory.audit.select(below_seq=numbers[0])] == numbers[1:]


def test_who_touched_what_is_one_question(memory: Store) -> None:
    fact, other, third = (add_fact(memory, a_fact(text)) for text in "abc")
    with memory.write(ACTOR) as transaction:
        memory.facts.update(transaction, fact.id, pinned=True, action="fact.pin")
        memory.facts.update(transaction, other.id, text=Clean("b!"))
    with memory.write("consolidation") as transaction:
        memory.facts.update(transaction, third.id, pinned=True, action="fact.pin")
    ids = [fact.id, other.id, third.id, "f:nothere"]
    assert memory.audit.touched_by(ACTOR, ids, ["fact.pin"]) == {fact.id}
    assert memory.audit.touched_by(ACTOR, ids, ["fact.pin", "fact.edit"]) == {fact.id, other.id}
    assert memory.audit.touched_by(ACTOR, [third.id], ["fact.pin"]) == set()
    assert memory.audit.touched_by(ACTOR, [], ["fact.pin"]) == set()
    assert not memory.audit.was_purged(fact.id)


def test_a_run_has_a_beginning_an_end_and_what_it_did(memory: Store) -> None:
    assert memory.runs.latest() is None
    with memory.write(ACTOR) as transaction:
        run = memory.runs.start(transaction, "capture")
    assert memory.runs.get(run.id) == memory.runs.latest("capture") == run
    assert memory.runs.latest("import") is None
    with memory.write(ACTOR) as transaction:
        memory.runs.keep(transaction, run.id, {"facts": 1})
        assert memory.runs.get(run.id).summary == {"facts": 1}
        memory.runs.finish(transaction, run.id, {"facts": 3})
    ended = memory.runs.get(run.id)
    assert (ended.finished_at, ended.summary) == ("2026-03-12T09:00:00Z", {"facts": 3})
    with pytest.raises(NotFound):
        memory.runs.get("r:nothere")


def test_undo_takes_back_the_last_unit_and_redo_brings_it_again(memory: Store) -> None:
    kept = add_fact(memory, a_fact("Use tabs"))
    saved = add_fact(memory, a_fact(), said())
    undo_last(memory)
    assert memory.facts.ids() == [kept.id]
    assert memory.facts.evidence([saved.id]) == {saved.id: []}
    assert memory.changes_since(0, 100)[-1].passage == saved.id
    redo_last(memory)
    assert memory.facts.get(saved.id) == saved
    assert len(memory.facts.evidence([saved.id])[saved.id]) == 1


def test_undo_hides_messages_and_storing_them_again_brings_them_back(memory: Store) -> None:
    add_turns(memory, "s1", a_turn("a"))
    undo_last(memory)
    assert (memory.sessions.turns("s1"), memory.sessions.select()) == ([], [])
    assert [turn.source_id for turn in add_turns(memory, "s1", a_turn("a"), a_turn("b"))] == ["a", "b"]
    assert len(memory.sessions.turns("s1")) == 2


def test_undo_of_everything_is_an_empty_memory(memory: Store) -> None:
    add_fact(memory, a_fact(), said())
    with memory.write(ACTOR) as transaction:
        memory.settings.put(transaction, "a", 1)
    add_turns(memory, "s1", a_turn("a"))
    for _ in range(3):
        undo_last(memory)
    assert (memory.facts.count(FactFilter(statuses=())), memory.sessions.count(), memory.settings.get("a")) == (
        0,
        0,
        None,
    )
    with pytest.raises(NotFound):
        undo_last(memory)


def test_the_log_knows_the_units_and_what_each_reversed(memory: Store) -> None:
    first = add_fact(memory)
    with memory.write(ACTOR) as transaction:
        memory.facts.update(transaction, first.id, pinned=True)
        unit = transaction.unit
    assert [event.action for event in memory.audit.of_unit(unit)] == ["fact.edit"]
    units = memory.audit.units(actor=ACTOR, below=None, limit=9)
    assert units[0] == unit
    assert memory.audit.units(actor=ACTOR, below=unit, limit=9) == units[1:]
    assert memory.audit.reversals() == []
    undo_last(memory)
    assert [reversed_unit for _, reversed_unit in memory.audit.reversals()] == [unit]


def test_what_has_no_row_is_noted_in_the_unit_of_its_write(memory: Store) -> None:
    with memory.write(ACTOR) as transaction:
        add = memory.facts.add(transaction, a_fact())
        number = transaction.note("store.checked", Subject(SubjectKind.STORE, "store"), None, {"facts": 1})
    event = memory.audit.get(number)
    assert (event.subject, event.after) == (Subject(SubjectKind.STORE, "store"), {"facts": 1})
    assert [one.subject.id for one in memory.audit.of_unit(event.unit)] == ["store", add.id]
