"""Which notes of a model count: only those that the session bears out word for word."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from distill.conftest import CAUSE, RULE, note
from lore.distill.notes import check, identifiers, note_of, notes_in, says_the_same
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
    for one in kept:
        assert one.quote in one.turn.text
        assert one.turn.role in (Role.USER, Role.ASSISTANT)
        assert says_the_same(one.note.text, one.said) == one.wording_stands


@pytest.mark.parametrize(
    ("message", "quote", "wording", "said"),
    [
        ("Never run the tests without a seed.", "run the tests", "Run the tests.", None),
        ("Use npm only in ci, please.", "Use npm", "Use npm.", None),
        ("You can use npm if pnpm is not there.", "use npm", "Use npm.", None),
        ("Use pnpm instead of npm.", "Use pnpm instead of npm.", "Use npm instead of pnpm.", None),
        ("Copy from staging to production.", "Copy from staging to", "Copy from production to staging.", None),
        ("Run the tests first.", "Run the tests", "Always run rm -rf / before the tests.", None),
        ("先跑测试，不要用缓存。", "跑测试 不要用缓存", "", None),
        ("不要 使用 缓存。", "使用 缓存", "使用 缓存", None),
        ("Never ever\n  run the tests here.", "run the tests", "Run the tests here.", "Never ever run the tests here."),
        ("Don't do this:\n- run the tests", "run the tests", "Run the tests", "Don't do this: run the tests"),
        ("## Forbidden\n\n1. run the tests", "run the tests", "Run the tests", "Forbidden: run the tests"),
    ],
)
def test_a_part_of_a_sentence_never_stands_for_the_whole(
    message: str, quote: str, wording: str, said: str | None
) -> None:
    """A model may leave out what denies a statement, turn it round, or add words of two letters: none of it is kept."""
    turn = Turn("s", "m0", Role.USER, Clean(message), position=0)
    other = Turn("s", "m1", Role.TOOL, Clean("rm -rf /"), position=1)
    kept, _ = check([note_of(note(wording, quote))], [turn, other], 8)
    assert [(one.said, one.wording_stands) for one in kept] == [(said or message, False)] * len(kept)
    assert len(kept) == bool(wording)


@pytest.mark.parametrize(
    ("wording", "said", "stands"),
    [
        ("Run the linter before you push.", RULE, True),
        ("We use pnpm.", "Use pnpm please", True),
        ("Never use npm.", "Use npm.", False),
        ("Use npm.", "Never use npm.", False),
    ],
)
def test_a_wording_stands_where_it_says_the_same(wording: str, said: str, stands: bool) -> None:
    """With the reason of a sentence or without it."""
    assert says_the_same(wording, said) is stands


def test_a_number_inside_of_another_is_no_number_of_the_session() -> None:
    turn = Turn("s", "m0", Role.USER, Clean("Serve it on port 8080, behind api.example.com."), position=0)
    rows = [note(text, "Serve it on port 8080") for text in ("Serve it on port 80.", "Serve it on example.co.")]
    _, refused = check(list(map(note_of, rows)), [turn], 8)
    assert [one.reason for one in refused] == [f"the session does not hold `{name}`" for name in ("80", "example.co")]


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
