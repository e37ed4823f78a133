"""Which notes of a model count: only those that the session bears out word for word."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from distill.conftest import CAUSE, RULE, note
from lore.distill.notes import check, identifiers, note_of, notes_in, says_no_more
from lore.errors import ModelError
from lore.model import Clean, Kind, Role, Turn

TURNS = [
    Turn("s", "m0", Role.USER, Clean(RULE), position=0),
    Turn("s", "m1", Role.ASSISTANT, Clean(CAUSE), position=1),
    Turn("s", "m2", Role.TOOL, Clean("ok: 41 tests"), position=2),
]


def reasons(*rows: dict[str, Any], most: int = 8) -> list[str]:
    _, refused = check([note_of(row) for row in rows], TURNS, most)
    return [one.reason for one in refused]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (note("Run the linter before a push.", "Always run the linter before you push"), None),
        (note("Run the linter before a push.", "Always  run the\nlinter before you push"), None),  # white space
        (note("Run the linter before a push.", "always run the linter before pushing"), "word for word"),
        (note("41 tests pass.", "ok: 41 tests"), "word for word"),  # a tool said it, nobody stated it
        (note("Run `make lint` in scripts/ci.sh.", "Always run the linter before you push"), "does not hold"),
        (note("Run it 3 times.", "Always run the linter before you push"), "does not hold `3`"),
        (note("", "Always run the linter before you push"), "empty"),
        (note("x" * 601, "Always run the linter before you push"), "too long"),
        (note("Run the linter.", "Always"), "word for word"),  # one word proves nothing
    ],
)
def test_a_note_counts_only_with_words_of_the_session(row: dict[str, Any], reason: str | None) -> None:
    assert [reason in one for one in reasons(row) if reason] == ([True] if reason else [])
    assert bool(reasons(row)) == (reason is not None)


def test_at_most_so_many_count() -> None:
    assert reasons(*[note("Run the linter.", "run the linter before you push")] * 3, most=2) == [
        "more notes than were asked for"
    ]


@given(words=st.lists(st.sampled_from([*RULE.split(), *CAUSE.split(), "make", "v2"]), min_size=2, max_size=9))
def test_what_is_kept_is_what_was_said(words: list[str]) -> None:
    """Whatever a model answers: a quotation that counts is a part of a message of a person or an agent."""
    kept, _ = check([note_of(note(" ".join(words), " ".join(words)))], TURNS, 8)
    for checked in kept:
        assert checked.quote in checked.turn.text
        assert checked.turn.role in (Role.USER, Role.ASSISTANT)
        assert says_no_more(checked.note.text, checked.turn.text) == checked.wording_stands


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps({"notes": [note("a b", "c d")]}),
        f"Here they are:\n```json\n{json.dumps({'notes': [note('a b', 'c d')]}, indent=1)}\n```\nDone.",
        json.dumps([note("a b", "c d")]),
    ],
)
def test_notes_are_found_in_what_a_model_says(answer: str) -> None:
    assert [(one.text, one.quote, one.kind) for one in notes_in(answer)] == [("a b", "c d", Kind.CONVENTION)]


@pytest.mark.parametrize("answer", ["", "I cannot do that.", '{"notes": 3}', '{"other": []}', "[" * 100_000])
def test_an_answer_without_notes_is_an_error(answer: str) -> None:
    with pytest.raises(ModelError, match="something other than notes"):
        notes_in(answer)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda search_strategy: st.lists(search_strategy) | st.dictionaries(st.text(), search_strategy),
    )
)
def test_any_row_is_a_note_or_none(value: Any) -> None:
    """Nothing that a model may answer in JSON breaks the reading of it."""
    rows = notes_in(json.dumps({"notes": [{"text": value, "kind": value, "quote": value, "because": value}]}))
    assert len(rows) == 1


def test_names_paths_and_numbers_are_what_nobody_may_make_up() -> None:
    text = "Run `make test` in src/app with --fast, see getUser, MAX_SIZE, #12 and node.js; it is fine."
    assert identifiers(text) == ["src/app", "--fast", "getUser", "MAX_SIZE", "#12", "node.js"]
