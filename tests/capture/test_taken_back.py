"""What a later message does to an earlier statement, over what is stored."""

from pathlib import Path

import pytest

from lore.capture import CapturedFact, Options, Watcher, capture, preview
from lore.history import undo_run
from lore.memory import editing
from lore.model import Status
from lore.store import FactFilter, Store
from support.agents import Said, written
from support.person import me

RULE = "From now on always use pnpm, never npm."
ALL = FactFilter(statuses=tuple(Status))


def talk(*said: tuple[str, str]) -> bytes:
    return written("neutral", [Said(who, text) for who, text in said])


def take(store: Store, folder: Path, data: bytes, *, lines: int | None = None, mine: bool = True) -> list[CapturedFact]:
    file, facts = folder / "session.jsonl", list[CapturedFact]()
    file.write_bytes(b"".join(data.splitlines(keepends=True)[:lines]))
    capture(store, [file], Options(mine=mine), Watcher(found=facts.append))
    return facts


def statuses(store: Store) -> dict[str, Status]:
    return {fact.text: fact.status for fact in store.facts.select(ALL)}


@pytest.mark.parametrize(
    ("later", "status"),
    [
        ("scratch that", Status.ARCHIVED),
        ("No, forget that.", Status.ARCHIVED),
        ("Actually, never mind what I said. Sorry!", Status.ARCHIVED),
        ("Vergiss das, mein Fehler.", Status.ARCHIVED),
        ("Never mind the failing test, go on.", Status.ACTIVE),
        ("forget the cache", Status.ACTIVE),
        ("That's wrong, look again.", Status.ACTIVE),
        ("Never mock the clock either.", Status.ACTIVE),
        (" \n", Status.ACTIVE),  # a message may hold nothing but space
    ],
)
@pytest.mark.parametrize("at_once", [True, False])
def test_the_next_message_takes_a_statement_back(
    store: Store, tmp_path: Path, later: str, status: Status, at_once: bool
) -> None:
    """Where it says nothing else; read together or one after the other."""
    data = talk(("user", RULE), ("user", later))
    if not at_once:
        take(store, tmp_path, data, lines=1)
        assert statuses(store)[RULE] is Status.ACTIVE
    take(store, tmp_path, data)
    assert statuses(store)[RULE] is status


def test_the_message_may_stand_before_what_the_agent_answered(store: Store, tmp_path: Path) -> None:
    take(store, tmp_path, talk(("user", RULE), ("assistant", "Noted."), ("user", "Never mind, scratch that.")))
    assert statuses(store) == {RULE: Status.ARCHIVED}


def test_taking_back_is_told_counted_recorded_and_undone(store: Store, tmp_path: Path) -> None:
    data = talk(("user", RULE), ("user", "Never mind, scratch that."))
    take(store, tmp_path, data, lines=1)
    facts = list[CapturedFact]()
    (tmp_path / "session.jsonl").write_bytes(data)
    done = capture(store, [tmp_path / "session.jsonl"], Options(mine=True), Watcher(found=facts.append))
    [fact] = store.facts.select(ALL)
    assert [(one.action, one.fact.text, one.retired) for one in facts] == [("taken back", RULE, (fact.id,))]
    assert (done.facts, done.taken_back) == ({}, 1)
    assert [event.action for event in store.audit.select(subject=fact.id)] == ["fact.take_back", "fact.add"]
    assert [item.quote for item in store.facts.evidence([fact.id])[fact.id]] == [RULE]
    assert done.run
    undo_run(store, done.run)
    assert statuses(store) == {RULE: Status.ACTIVE}


def test_within_one_capture_it_is_not_new_either(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(talk(("user", RULE), ("user", "Never mind, scratch that.")))
    for act in (preview, capture):
        done = act(store, [file], Options(mine=True))
        assert (done.facts, done.taken_back) == ({}, 1)


def test_what_it_had_replaced_holds_again(store: Store, tmp_path: Path) -> None:
    older, newer = "Always use npm.", "We use pnpm instead of npm."
    take(store, tmp_path, talk(("user", older), ("user", newer)))
    assert statuses(store) == {older: Status.SUPERSEDED, newer: Status.ACTIVE}
    take(store, tmp_path, talk(("user", older), ("user", newer), ("user", "Never mind.")))
    assert statuses(store) == {older: Status.ACTIVE, newer: Status.ARCHIVED}


@pytest.mark.parametrize("behind", ["No wait, never mind.", "Just kidding.", "Scratch that."])
def test_a_message_may_take_back_what_it_said(store: Store, tmp_path: Path, behind: str) -> None:
    take(store, tmp_path, talk(("user", f"{RULE} {behind}")))
    assert [(fact.text, fact.standing) for fact in store.facts.select()] == [(RULE, False)]


def test_what_is_said_again_holds_again(store: Store, tmp_path: Path) -> None:
    take(store, tmp_path, talk(("user", RULE), ("user", "Never mind."), ("user", "OK, as I said:"), ("user", RULE)))
    assert statuses(store) == {RULE: Status.ACTIVE}


def test_what_another_session_states_too_stands(store: Store, tmp_path: Path) -> None:
    data = talk(("user", RULE), ("user", "Fix it."))
    take(store, tmp_path, data.replace(b"5b0e6a52", b"5b0e6a53"))
    other = tmp_path / "other"
    other.mkdir()
    take(store, other, talk(("user", RULE), ("user", "Never mind, scratch that.")))
    assert statuses(store) == {RULE: Status.ACTIVE}


def test_what_a_person_holds_here_stands(store: Store, tmp_path: Path) -> None:
    data = talk(("user", RULE), ("user", "Never mind, scratch that."))
    take(store, tmp_path, data, lines=1)
    [fact] = store.facts.select(ALL)
    editing.pin(store, [fact.id], by=me())
    take(store, tmp_path, data)
    assert statuses(store) == {RULE: Status.ACTIVE}


def test_words_of_unknown_origin_take_back_no_word_of_the_person(store: Store, tmp_path: Path) -> None:
    data = talk(("user", RULE), ("user", "Never mind, scratch that."))
    take(store, tmp_path, data, lines=1)
    take(store, tmp_path, data, mine=False)
    assert statuses(store) == {RULE: Status.ACTIVE}
