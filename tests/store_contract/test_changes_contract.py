"""One write is one transaction, one unit, one entry of the log for each thing, and one step of undo."""

import threading

import pytest

from lore.errors import NotFound
from lore.history import redo_last, undo_last
from lore.model import Clean, Event, EventKind, PassageType, Role, Session, Status, Subject, SubjectKind, Turn
from lore.store import FactFilter, SourcePosition, Store
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
    assert (memory.audit.first_at(), memory.audit.seqs()) == (None, [])
    for text in "abc":
        add_fact(memory, a_fact(text))
    numbers = memory.audit.seqs()
    assert numbers == sorted(numbers, reverse=True)
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


def test_turns_are_stored_once_and_in_order(memory: Store) -> None:
    added = add_turns(memory, "s1", a_turn("a"), a_turn("b"))
    assert add_turns(memory, "s1", a_turn("b"), a_turn("c"))[0].source_id == "c"
    assert [(turn.source_id, turn.position) for turn in memory.sessions.turns("s1")] == [("a", 0), ("b", 1), ("c", 2)]
    assert memory.sessions.turns("s1")[:2] == added
    assert memory.sessions.known_ids("s1") == {"a", "b", "c"}
    assert memory.sessions.turns("nothere") == []


def test_one_turn_is_found_by_the_id_of_the_agent(memory: Store) -> None:
    first, _ = add_turns(memory, "s1", a_turn("a"), a_turn("b"))
    add_turns(memory, "s2", a_turn("a", session="s2"))
    assert memory.sessions.turn("s1", "a") == first
    assert memory.sessions.turn("s1", "nothere") is None
    assert memory.sessions.turn("nothere", "a") is None


def test_the_first_prompt_is_the_first_of_a_user(memory: Store) -> None:
    add_turns(memory, "s1", a_turn("a", Role.ASSISTANT), a_turn("b"), a_turn("c"))
    add_turns(memory, "s2", a_turn("d", Role.TOOL, "s2"))
    assert memory.sessions.first_prompts(["s1", "s2", "nothere"]) == {"s1": "text of b"}
    assert memory.sessions.first_prompts([]) == {}


@pytest.mark.parametrize(
    ("text", "found"), [("abc", {"abc-1", "abc-2"}), ("abc-1", {"abc-1"}), ("x", set()), ("%", set()), ("a_c", set())]
)
def test_sessions_are_found_by_how_their_id_begins(memory: Store, text: str, found: set[str]) -> None:
    """Letter by letter: nothing in the text is a pattern. Sessions that hold nothing are no answer."""
    for name in ("abc-1", "abc-2", "ABC-3"):
        add_turns(memory, name, a_turn("a", session=name))
    with memory.write(ACTOR) as transaction:
        memory.sessions.put(transaction, Session("abc-empty", "codex"))
    assert {session.id for session in memory.sessions.with_prefix(text)} == found
    assert len(memory.sessions.with_prefix(text, limit=1)) == min(1, len(found))


def test_events_are_stored_once(memory: Store) -> None:
    ran = Event("s1", "e1", EventKind.COMMAND, Clean("ls"), Clean("ls -la"))
    with memory.write(ACTOR) as transaction:
        memory.sessions.put(transaction, Session("s1", "codex"))
        assert memory.sessions.add_events(transaction, "s1", [ran, ran]) == 1
        assert memory.sessions.add_events(transaction, "s1", [ran]) == 0
    (stored,) = memory.sessions.events("s1")
    assert (stored.kind, stored.name, stored.detail) == (ran.kind, ran.name, ran.detail)
    assert memory.sessions.known_ids("s1") == {"e1"}


def test_a_session_learns_what_was_not_known_and_its_end_moves_on(memory: Store) -> None:
    with memory.write(ACTOR) as transaction:
        memory.sessions.put(transaction, Session("s1", "codex", ended_at="2026-03-02T00:00:00Z"))
        memory.sessions.put(
            transaction, Session("s1", "other", project="p", title=Clean("t"), ended_at="2026-03-01T00:00:00Z")
        )
    known = memory.sessions.get("s1")
    assert (known.agent, known.project, known.title, known.ended_at) == ("codex", "p", "t", "2026-03-02T00:00:00Z")
    assert memory.sessions.find("nothere") is None
    with pytest.raises(NotFound):
        memory.sessions.get("nothere")


def test_a_listing_shows_what_holds_anything_newest_first(memory: Store) -> None:
    for day in (1, 3, 2):
        with memory.write(ACTOR) as transaction:
            memory.sessions.put(transaction, Session(f"s{day}", "codex", started_at=f"2026-03-0{day}T00:00:00Z"))
            memory.sessions.add_turns(transaction, f"s{day}", [a_turn("a", session=f"s{day}")])
            memory.sessions.put(transaction, Session(f"empty{day}", "codex"))
    assert [session.id for session in memory.sessions.select()] == ["s3", "s2", "s1"]
    assert [session.id for session in memory.sessions.select(limit=1)] == ["s3"]
    assert memory.sessions.count() == 3


def test_how_far_a_file_was_read_is_kept(memory: Store) -> None:
    assert memory.sources.position("/a.jsonl") is None
    for offset in (8, 10):
        position = SourcePosition("/a.jsonl", size=10, offset=offset, fingerprint="x", session="s1")
        with memory.write(ACTOR) as transaction:
            memory.sources.put(transaction, position)
        assert memory.sources.position("/a.jsonl") == position
        assert memory.sources.all_positions() == [position]


def test_who_was_heard_in_each_session_is_counted(memory: Store) -> None:
    add_turns(memory, "s1", a_turn("a"), a_turn("b"), a_turn("c", Role.ASSISTANT))
    with memory.write(ACTOR) as transaction:
        memory.sessions.put(transaction, Session("s2", "codex", parent="s1", started_at="2026-03-13T08:00:00Z"))
        memory.sessions.put(transaction, Session("empty", "codex"))
        memory.sessions.add_turns(transaction, "s2", [a_turn("d", Role.TOOL, "s2")])
    part, whole = memory.sessions.heard()
    assert (part.session, part.agent, part.is_part) == ("s2", "codex", True)
    assert part.messages == {**dict.fromkeys(Role, 0), Role.TOOL: 1}
    assert (whole.session, whole.is_part) == ("s1", False)
    assert whole.messages == {**dict.fromkeys(Role, 0), Role.USER: 2, Role.ASSISTANT: 1}


def test_what_was_said_before_a_message_goes_back_to_the_question(memory: Store) -> None:
    """Newest first, with the question itself; the last message and those of one role can be asked for."""
    names = ("m1", "m2", "m3", "m4")
    roles = (Role.USER, Role.USER, Role.ASSISTANT, Role.ASSISTANT)
    add_turns(memory, "s1", *(a_turn(name, role) for name, role in zip(names, roles, strict=True)))
    assert [turn.source_id for turn in memory.sessions.exchange_before("s1", "m4")] == ["m3", "m2"]
    newest = memory.sessions.newest_turn("s1")
    assert newest is not None and newest.source_id == "m4"
    assert memory.sessions.newest_turn("nothere") is None
    assert memory.sessions.ids_in_role("s1", Role.USER) == {"m1", "m2"}


def test_the_newest_prompts_of_a_project_are_what_the_person_typed_there(memory: Store) -> None:
    add_turns(memory, "s1", a_turn("m1"), a_turn("m2", Role.ASSISTANT), a_turn("m3"))
    project = memory.sessions.get("s1").project
    both = memory.sessions.newest_prompts(project, limit=9)
    assert both == [turn.text for turn in reversed(memory.sessions.turns("s1")) if turn.role is Role.USER]
    assert memory.sessions.newest_prompts(project, limit=1) == both[:1]
    assert memory.sessions.newest_prompts("elsewhere", limit=9) == []


@pytest.mark.parametrize(("follows", "went_on"), [("assistant", True), ("tool", True), ("user", False), (None, False)])
def test_an_agent_went_on_where_it_spoke_next(memory: Store, follows: str | None, went_on: bool) -> None:
    turns = [a_turn("a"), a_turn("b", Role.ASSISTANT), *([a_turn("c", Role(follows))] if follows else [])]
    added = add_turns(memory, "s1", *turns)
    assert memory.sessions.went_on([turn.seq for turn in added]) == ({added[1].seq} if went_on else set())
    assert memory.sessions.went_on([]) == set()


def test_what_was_said_before_is_found_by_its_words(memory: Store) -> None:
    """All words but one at most, as spelt: before it in its session, earlier in others; not what is withdrawn."""
    at = "2026-02-11T09:0{}:00Z"
    said = "the importer stops at blank lines"
    with memory.write(ACTOR) as transaction:
        for name in ("s1", "s2"):
            memory.sessions.put(transaction, Session(name, "codex"))
        for name, source, when, text in (
            ("s2", "a", 1, said),
            ("s2", "b", 9, said),
            ("s1", "c", 2, "the exporter"),
            ("s1", "d", 3, f"{said}."),
            ("s1", "e", 4, "it works"),
            ("s1", "f", 5, said),
        ):
            turn = Turn(name, source, Role.ASSISTANT, Clean(text), at.format(when))
            memory.sessions.add_turns(transaction, name, [turn])
    asked = memory.sessions.turn("s1", "e")
    assert asked is not None
    turns = memory.sessions.said_before(asked, ["importer", "stops", "nowhere"], among=100)
    assert [one.source_id for one in turns] == ["a", "d"]
    assert memory.sessions.said_before(asked, ["importer", "nowhere", "stop!"], among=100) == []
    assert memory.sessions.said_before(asked, ["importer", "stops"], among=1) == []
