"""A session is read in every way in which its agent keeps it: what the person said, and nothing that was taken back."""

from pathlib import Path

import pytest

from lore.capture import Options, Watcher, capture
from lore.model import Role, Status
from lore.store import FactFilter, Store
from support import histories
from support.histories import LEFT, RULE, gemini, gemini_message
from support.reading import problems, records_of

MINE = Options(mine=True, growing=True)


def in_force(store: Store) -> set[str]:
    return {fact.text for fact in store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))}


def typed(store: Store) -> list[str]:
    """What the person said, in the order of the sessions."""
    return [
        turn.text
        for session in store.sessions.select()
        for turn in store.sessions.turns(session.id)
        if turn.role is Role.USER
    ]


@pytest.mark.parametrize("way", histories.GEMINI)
def test_gemini(way: str, store: Store, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(histories.GEMINI[way]())
    warned: list[str] = []
    capture(store, [file], MINE, Watcher(warn=warned.append))
    assert [text for text in typed(store) if text != LEFT] == ["Let us begin.", RULE]
    assert in_force(store) == {RULE}
    assert (LEFT in typed(store)) is way.startswith("rewound"), "what was taken back is kept as said"
    assert not warned or way == "several objects on each line"
    assert capture(store, [file], MINE).turns == 0


def test_gemini_goes_back_after_it_was_captured(store: Store, tmp_path: Path) -> None:
    """A chat is captured while it grows; a message that a later snapshot holds again counts again."""
    file = tmp_path / "session.jsonl"
    lines = [gemini_message("m1", LEFT), gemini_message("a1", "Oui.", 1), gemini_message("m2", RULE, 2)]
    for more, kept in (
        ([], {LEFT, RULE}),
        ([{"$rewindTo": "m2"}], {LEFT}),
        ([{"$rewindTo": "m1"}], set[str]()),
        ([{"$set": {"messages": lines[:1]}}], {LEFT}),
    ):
        lines += more
        file.write_bytes(gemini(*lines))
        capture(store, [file], MINE)
        assert in_force(store) == kept
    assert set(typed(store)) == {LEFT, RULE}


def test_gemini_goes_back_to_nowhere(tmp_path: Path) -> None:
    """Nothing is left, and it is said."""
    file = tmp_path / "session.jsonl"
    file.write_bytes(gemini(gemini_message("m1", RULE), {"$rewindTo": "zzz"}))
    told = "it goes back to a message that is not in this file: nothing was taken out of force"
    assert problems(records_of(file)) == [(3, told)]
