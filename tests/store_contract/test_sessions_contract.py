"""The journal: each message once, in order, and how far each file was read."""

import pytest

from lore.errors import NotFound
from lore.model import Clean, Event, EventKind, Role, Session, Turn
from lore.store import SourcePosition, Store
from store_contract.making import ACTOR, a_turn, add_turns


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
