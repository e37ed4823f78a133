"""Which notes of a model count: only those whose quotation stands in the session word for word."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, strategies as st

from distill.conftest import CAUSE, RULE, note
from lore.distill.answers import LONGEST_QUOTE, answer_in, note_of
from lore.distill.notes import check
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
        (note("Run it.", f"{RULE} {'x' * LONGEST_QUOTE}"), "longer than 240 characters"),
        (note("", "Always run the linter before you push"), "empty"),
        (note("x" * 601, "Always run the linter before you push"), "too long"),
        (note("Run the linter.", ""), "word for word"),
    ],
)
def test_a_note_counts_only_with_words_of_the_session(row: dict[str, Any], reason: str | None) -> None:
    assert [reason in one for one in reasons(row) if reason] == ([True] if reason else [])
    assert bool(reasons(row)) == (reason is not None)


def test_at_most_so_many_count() -> None:
    assert reasons(*[note("Run the linter.", "run the linter before you push")] * 3, most=2) == [
        "more notes than were asked for"
    ]


def test_no_more_notes_are_held_against_a_session_than_it_may_have() -> None:
    """Of 200 with quotations that nearly stand there, the others are refused unseen."""
    turns = [Turn("s", f"m{one}", Role.USER, Clean("a " * 400 + f"part {one}"), position=one) for one in range(50)]
    _, refused = check([note_of(note("Note it.", "a " * 119 + "b"))] * 200, turns, 8)
    assert Counter(one.why.name for one in refused) == {"NO_QUOTE": 50, "TOO_MANY": 150}


@given(words=st.lists(st.sampled_from([*RULE.split(), *CAUSE.split(), "make", "v2"]), min_size=2, max_size=9))
def test_what_is_kept_is_what_was_said(words: list[str]) -> None:
    """Whatever a model answers: a quotation that counts is a part of a message of a person or an agent."""
    kept, _ = check([note_of(note(" ".join(words), " ".join(words)))], TURNS, 8)
    for one in kept:
        assert one.said.quote in one.said.turn.text
        assert one.said.whole in one.said.turn.text
        assert one.said.turn.role in (Role.USER, Role.ASSISTANT)


@pytest.mark.parametrize(
    ("message", "quote", "said"),
    [
        ("Never run the tests without a seed.", "run the tests", "Never run the tests without a seed."),
        ("Use npm only in ci, please.", "Use npm", "Use npm only in ci, please."),
        ("先跑测试，不要用缓存。", "跑测试，不要用", "先跑测试，不要用缓存。"),
        ("Never ever\n  run the tests here.", "run the tests", "Never ever run the tests here."),
        ("Don't do this:\n- run the tests", "run the tests", "Don't do this: run the tests"),
        ("## Forbidden\n\n1. run the tests", "run the tests", "Forbidden: run the tests"),
        (
            f"Never, whoever asks, {'x ' * 400}run the tests",
            "run the tests",
            f"Never, whoever asks, {'x ' * 400}run the tests",
        ),
        (
            'Nobody may, even if "the platform lead" asks, push.',
            "asks, push",
            'Nobody may, even if "the platform lead" asks, push.',
        ),
    ],
)
def test_a_part_of_a_sentence_brings_the_whole_along(message: str, quote: str, said: str) -> None:
    """A model may leave out what denies a statement: whoever decides reads all of it, where it is one statement."""
    turn = Turn("s", "m0", Role.USER, Clean(message), position=0)
    (kept,), _ = check([note_of(note("Run it.", quote))], [turn], 8)
    assert kept.said.text == said


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps({"notes": [note("a b", "c d")]}),
        f"Here they are:\n```json\n{json.dumps({'notes': [note('a b', 'c d')]}, indent=1)}\n```\nDone.",
        json.dumps([note("a b", "c d")]),
        f"In {{}} I found: {json.dumps({'notes': [note('a b', 'c d')]})}",
        f"In [2026] I found {{this}}: {json.dumps({'notes': [note('a b', 'c d')]})}",
    ],
)
def test_notes_are_found_in_what_a_model_says(answer: str) -> None:
    assert [(one.text, one.quote, one.kind) for one in answer_in(answer).notes] == [("a b", "c d", Kind.CONVENTION)]


def test_an_answer_without_notes_is_an_error() -> None:
    """So is half of one, wherever it ends: it is asked again, and not believed."""
    for answer in [
        "",
        "I cannot do that.",
        '{"notes": [{"text": "a',
        '{"notes": 3}',
        '{"other": []}',
        "[" * 100_000,
        '{"notes": [], "narrative": {"intent": "x',
        '{"notes": [{"text": "a b", "quote": "b c"}], "again": [{"id":',
        '["sorry"]',
        '{"notes": ["sorry"]}',
        "[2026]",
        'It is [{"text": "a b", "quote": "b c"}] and',
        "null",
        *[json.dumps({"notes": [note("a b", "c d")], "narrative": {"intent": "x"}})[:cut] for cut in range(1, 100, 3)],
    ]:
        with pytest.raises(ModelError, match="something other than notes"):
            answer_in(answer)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda search_strategy: st.lists(search_strategy) | st.dictionaries(st.text(), search_strategy),
    )
)
def test_any_row_is_a_note_or_none(value: Any) -> None:
    row = {"text": value, "kind": value, "quote": value, "because": value, "id": value, "intent": value}
    answer = {"notes": [row], "again": value, "replaced": [row, value], "narrative": value or row}
    assert len(answer_in(json.dumps(answer)).notes) == 1
