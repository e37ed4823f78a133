"""One grammar for every front end; nothing that can be typed is an error."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lore.index import PassageFilter
from lore.search import parse
from lore.store import Store
from searching import find, save


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("kind:decision", PassageFilter(kinds=("decision",))),
        ("kind:fact", PassageFilter(kinds=("note",))),
        ("kind:decision,lesson layer:user", PassageFilter(kinds=("decision", "lesson"), layers=("user",))),
        ("project:acme status:archived", PassageFilter(projects=("acme",), statuses=("archived",))),
        ("project:none", PassageFilter(projects=(None,))),
        ('tag:"two words" agent:codex', PassageFilter(tags=("two words",), agents=("codex",))),
        ("file:store/facts.py", PassageFilter(files=("store/facts.py",))),
        ("after:2026-03", PassageFilter(after="2026-03-01T00:00:00Z")),
        ("before:2026", PassageFilter(before="2026-01-01T00:00:00Z")),
        ("after:7d", PassageFilter(after="2026-03-05T00:00:00Z")),
        (
            "happened:2025-12",
            PassageFilter(happened_after="2025-12-01T00:00:00Z", happened_before="2026-01-01T00:00:00Z"),
        ),
        ("is:pinned -is:tainted", PassageFilter(pinned=True, tainted=False)),
    ],
)
def test_a_condition_narrows(query: str, wanted: PassageFilter) -> None:
    assert (wanted, "") == (parse(query).filter, parse(query).text)


@pytest.mark.parametrize(
    ("query", "text", "notes"),
    [
        ("colour:red", "colour:red", ("`colour:` is no field and was taken as text",)),
        ("kind:purple", "kind:purple", ("`kind:purple` was taken as text: `purple` is not a value of `kind:`",)),
        ("before:yesteryear", "before:yesteryear", None),
        ("see https://lore.dev/x", "see https://lore.dev/x", ()),
        ("docs: migrate", "docs: migrate", ()),
        ('an "unbalanced quote', 'an "unbalanced quote', ()),
        ("-", "-", ()),
        ("a - b", "a - b", ()),
        ("(.*)+$ [a", "(.*)+$ [a", ()),
    ],
)
def test_what_does_not_parse_is_text(query: str, text: str, notes: tuple[str, ...] | None) -> None:
    parsed = parse(query)
    assert text == parsed.text
    assert PassageFilter() == parsed.filter
    assert notes is None or notes == parsed.notes


def test_words_phrases_and_exclusions_are_told_apart() -> None:
    parsed = parse('blue "two words" -red -"not this" kind:note')
    assert (parsed.words, parsed.phrases, parsed.excluded) == ("blue", ("two words",), ("red", "not this"))
    assert parsed.text == "blue two words"


@given(st.text())
@settings(max_examples=300, deadline=None)
def test_no_text_is_an_error(text: str) -> None:
    parse(text)


HOSTILE = (
    "", " ", '"', '""', '"the"', "the of and", "NUL \0 inside", "👩‍👩‍👧 🦎", "\x1b[31m", "a" * 100_000, "x " * 50_000,
    "-", "--", '-"', "kind:", "kind:::", ":", "id:", "is:", "(((((", "[a-z", "\\", "AND OR NOT", "a^2 b~3", "*", "?",
    "after:9999d", "before:0000", "happened:9999-99-99", "-is:pinned", "text:* title:[a TO b]", "\ud800", "id:f:no",
)  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE)
def test_every_query_is_answered(store: Store, query: str) -> None:
    """Unbalanced quotes, 100 kB, another engine's syntax, emoji, NUL, only stop words."""
    save(store, "The of and")
    started = time.monotonic()
    find(store, query, "all")
    assert time.monotonic() - started < 10
