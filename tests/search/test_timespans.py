"""Dates as people write them, resolved against the moment of writing."""

from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.index.refresh import index_lock
from lore.intake import clean
from lore.model import Completions, FoundBy, Kind
from lore.search import SearchRequest, complete, parse, query_words
from lore.store import Store
from lore.timespans import mentions, span_named, span_of
from support.searching import save, search

NOW = datetime(2026, 3, 12, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("yesterday we moved to the new host", "2026-03-11", "2026-03-12"),
        ("we deploy tomorrow", "2026-03-13", "2026-03-14"),
        ("the day before yesterday", "2026-03-10", "2026-03-11"),
        ("what broke this morning?", "2026-03-12", "2026-03-13"),
        ("since last Tuesday's release", "2026-03-10", "2026-03-12T15:30"),
        ("we agreed on Thursday", "2026-03-05", "2026-03-06"),
        ("due next friday", "2026-03-13", "2026-03-14"),
        ("on 3 March", "2026-03-03", "2026-03-04"),
        ("on the 3rd of April", "2025-04-03", "2025-04-04"),
        ("May 3, 2024", "2024-05-03", "2024-05-04"),
        ("7/22/2023", "2023-07-22", "2023-07-23"),
        ("12.03.2024", "2024-03-12", "2024-03-13"),
        ("released 2024-03-12", "2024-03-12", "2024-03-13"),
        ("2024-03-12T09:14:00Z", "2024-03-12T09:14", "2024-03-12T09:15"),
        ("on the 20th", "2026-02-20", "2026-02-21"),
        ("2024-12", "2024-12-01", "2025-01-01"),
        ("since v2.1 in May 2024", "2024-05-01", "2024-06-01"),
        ("since May", "2025-05-01", "2026-03-12T15:30"),
        ("last December", "2025-12-01", "2026-01-01"),
        ("in late March", "2026-03-21", "2026-04-01"),
        ("in 2023", "2023-01-01", "2024-01-01"),
        ("Q1 2025", "2025-01-01", "2025-04-01"),
        ("last week", "2026-03-02", "2026-03-09"),
        ("this month", "2026-03-01", "2026-04-01"),
        ("the week before last", "2026-02-23", "2026-03-02"),
        ("in the last three weeks", "2026-02-19", "2026-03-12T15:30"),
        ("a couple of months ago", "2025-12-01", "2026-03-01"),
        ("last summer", "2025-06-01", "2025-09-01"),
        ("in winter 2024", "2024-12-01", "2025-03-01"),
    ],
)
def test_a_date_becomes_the_span_it_names(text: str, start: str, end: str) -> None:
    """Relative dates count from the moment of writing; a date without a year is the latest that has begun."""
    [mention] = mentions(text, NOW)
    span = mention.span
    assert (span.start, span.end) == tuple(datetime.fromisoformat(day).replace(tzinfo=UTC) for day in (start, end))


@pytest.mark.parametrize(
    ("text", "day"), [("two weeks ago", "2026-02-26"), ("3 days ago", "2026-03-09"), ("a month ago", "2026-02-12")]
)
def test_ago_means_a_day_and_is_open_about_its_neighbours(text: str, day: str) -> None:
    """The day that the words count back to, within a wider span, as such words are seldom exact."""
    [mention] = mentions(text, NOW)
    span = mention.span
    assert f"{span.moment:%Y-%m-%d}" == day
    assert span.start <= span.moment < span.end


@pytest.mark.parametrize(
    "text",
    [
        "we may 2 things", "it may be 3", "march on", "version 2024.1", "port 2019", "every second Thursday",
        "on Thursdays", "the fall of the wall", "31 June", "the last day", "", "1234567 1/2/3", "yesterdays",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert mentions(text, NOW) == []


def test_the_quote_stands_in_the_text() -> None:
    text = "From March 2024 until last Friday we used 2.1, since then 3.0."
    found = mentions(text, NOW)
    assert [text[mention.begins : mention.stops] for mention in found] == ["March 2024", "last Friday"]
    assert [mention.quote for mention in found] == ["March 2024", "last Friday"]


def test_any_number_is_answered() -> None:
    assert mentions("999 years ago, 999 months ago and 31 February", datetime(1, 1, 1, tzinfo=UTC)) == []


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("2025-12", "2025-12-01T00:00:00Z", "2026-01-01T00:00:00Z"),
        ("2026-2", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"),
        ("2026-02-28", "2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z"),
        ("2026-03-12T09:14:00Z", "2026-03-12T09:14:00Z", "2026-03-12T09:14:01Z"),
        (" Today ", "2026-03-12T00:00:00Z", "2026-03-13T00:00:00Z"),
        ("yesterday", "2026-03-11T00:00:00Z", "2026-03-12T00:00:00Z"),
        ("7d", "2026-03-05T00:00:00Z", "2026-03-13T00:00:00Z"),
        ("2w", "2026-02-26T00:00:00Z", "2026-03-13T00:00:00Z"),
        ("9999y", "1970-01-01T00:00:00Z", "2026-03-13T00:00:00Z"),
    ],
)
def test_a_condition_names_a_span(monkeypatch: pytest.MonkeyPatch, text: str, start: str, end: str) -> None:
    monkeypatch.setenv("LORE_NOW", "2026-03-12T15:30:00Z")
    span = span_of(text)
    assert span is not None
    assert (span.start_at, span.end_at) == (start, end)


@pytest.mark.parametrize("text", ["", "0000", "2026-13", "2026-02-30", "9999", "9999-12", "last week", "7"])
def test_what_is_no_condition_is_none(text: str) -> None:
    assert span_of(text) is None


def test_a_person_may_name_a_span_either_way() -> None:
    assert span_named("2026-03") == span_of("2026-03")
    assert span_named("last week") is not None
    assert span_named("some day") is None


TIMES = ("--since", "--after", "--before", "--happened")


@pytest.mark.parametrize(
    "words", ["2026-03-01", "2026-03-01T09:00:00Z", "7d", "yesterday", "last week", "two weeks ago"]
)
@pytest.mark.parametrize("option", TIMES)
def test_every_option_that_takes_a_time_takes_the_same_words(
    option: str, words: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jsonl").write_text('{"session": "s", "id": "1", "role": "user", "text": "Hello there."}\n')
    commands = {
        "--since": ["capture", str(tmp_path / "a.jsonl"), option, words],
        "--happened": ["add", "We moved to Rust", option, words],
    }
    assert run(commands.get(option, ["log", option, words])) == 0
    assert capsys.readouterr().err.count("error") == 0


@pytest.mark.parametrize("words", ["2020-01-01", "yesterday", "last week", "9999y", "soon"])
def test_what_is_to_come_is_not_over(words: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["add", "The freeze holds", "--expires", words]) == 2
    assert "is not a time to come" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "day"),
    [("7d", "2026-03-19"), ("tomorrow", "2026-03-13"), ("2027-01-02", "2027-01-02"), ("2w", "2026-03-26")],
)
def test_a_time_to_come_counts_forward(words: str, day: str, store: Store) -> None:
    assert run(["add", "The freeze holds", "--expires", words]) == 0
    assert [fact.expires_at[:10] for fact in store.facts.select() if fact.expires_at] == [day]


@pytest.fixture
def filled(store: Store) -> Store:
    for number in range(3):
        save(store, f"Ports are listed {number}", Kind.SYSTEM, project="example.com/acme/web", tags=(clean("ops"),))
    save(store, "Use uuid7", Kind.DECISION, project="example.com/acme/api", tags=(clean("two words"), clean("db")))
    save(store, "Ask first", Kind.PREFERENCE, files=(clean("src/app/main.py"),))
    return store


def ways(store: Store, typed: str) -> Completions:
    return complete(typed, store.facts.values)


@pytest.mark.parametrize(("typed", "begins"), [("", "kind:"), ("port ta", "tag:"), ("-", "is:"), ("FI", "file:")])
def test_a_field_is_offered_by_its_beginning(filled: Store, typed: str, begins: str) -> None:
    """At the end of what is typed; of conditions only `is:` can be negated."""
    found = ways(filled, typed)
    assert found.field is None
    assert found.options[0].shown == begins
    assert found.options[0].query.endswith(begins)


def test_values_come_from_the_store_those_of_most_facts_first(filled: Store) -> None:
    found = ways(filled, "port kind:")
    assert found.field == "kind"
    assert [(one.shown, one.facts) for one in found.options[:3]] == [("system", 3), ("decision", 1), ("preference", 1)]
    assert found.options[0].query == "port kind:system "
    assert found.options[-1].facts == 0


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ("kind:de", "kind:decision "),
        ("tag:o", "tag:ops "),
        ("tag:two", 'tag:"two words" '),
        ('tag:"two', 'tag:"two words" '),
        ("tag:ops,d", "tag:ops,db "),
        ("project:we", "project:example.com/acme/web "),
        ("file:main", "file:src/app/main.py "),
        ("is:pi", "is:pinned "),
        ("-is:ta", "-is:tainted "),
        ("in:tu", "in:turns "),
        ("after:yes", "after:yesterday "),
        ("status:arch", "status:archived "),
    ],
)
def test_a_value_is_completed_to_one_that_the_grammar_takes(filled: Store, typed: str, query: str) -> None:
    assert ways(filled, typed).options[0].query == query
    assert parse(query).notes == ()


@pytest.mark.parametrize("typed", ["zzz", '"a phrase', "kind:nothing", "id:f:", "http://ta", "colour:re"])
def test_nothing_is_offered_where_nothing_fits(filled: Store, typed: str) -> None:
    assert ways(filled, typed).options == ()


DEPLOY = "We deploy on Fridays, never by hand"
STAGING = "Staging listens on port 5433"


def by_words(store: Store, query: str, *, typing: bool) -> list[str]:
    hits = search(store, SearchRequest(query, typing=typing)).hits
    return [hit.passage.text for hit in hits if hit.by is FoundBy.WORDS]


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("de", [DEPLOY]),
        ("DEPL", [DEPLOY]),
        ("deploymen", [DEPLOY]),
        ("port stag", [STAGING]),
        ("stagings po", [STAGING]),
        ("stagin", [STAGING]),
        ("kind:note stagi", [STAGING]),
        ("zzz", []),
        ("stagi kind:note", []),
        ("not:stagi", []),
    ],
)
def test_the_last_word_stands_for_what_it_may_become(store: Store, typed: str, found: list[str], indexed: bool) -> None:
    """By the word index, and of what that has not taken in yet; a word that others follow is whole."""
    search(store, SearchRequest("anything"))
    with nullcontext() if indexed else index_lock(store, wait_s=1):
        for text in (DEPLOY, STAGING, "The colour of the button is green"):
            save(store, text)
        assert by_words(store, typed, typing=True) == found


@pytest.mark.parametrize("typed", ["depl", "deploymen", "po"])
def test_a_query_that_is_not_being_typed_means_whole_words(store: Store, typed: str) -> None:
    save(store, DEPLOY)
    save(store, STAGING)
    assert by_words(store, typed, typing=False) == []


def test_a_whole_word_comes_before_what_begins_so(store: Store) -> None:
    save(store, "The porter carries the porridge to the portal")
    whole = save(store, "The port is open")
    assert search(store, SearchRequest("port", typing=True)).hits[0].passage.id == whole.id


@pytest.mark.parametrize(
    ("typed", "marked"),
    [
        ("stag", ["staging"]),
        ("5", []),
        ("54", ["5433"]),
        ("staging da", ["staging", "database"]),
        ("useSt", ["useState"]),
    ],
)
def test_what_begins_so_stands_out(typed: str, marked: list[str]) -> None:
    assert query_words(typed, typing=True).held_by("The staging database, 5433, keeps useState") == marked


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("staging database", "The staging database listens on 5433", ["staging", "database"]),
        ("running tests", "The test runs: Tests ran", ["test", "runs", "Tests"]),
        ("db", "The database, not the DB", ["database", "DB"]),
        ("state", "useState keeps the state", ["useState", "state"]),
        ('"the queue" kind:note not:redis', "the queue is on redis, a note", ["queue"]),
        ("tests/conftest.py", "see tests/conftest.py", ["tests", "conftest", "py"]),
        ("kind:decision", "a decision of a kind", []),
        ("", "anything", []),
        ("café", "Cafe and CAFÉ", ["Cafe", "CAFÉ"]),
    ],
)
def test_words_are_marked_in_every_form_they_are_found_by(query: str, text: str, marked: list[str]) -> None:
    """Stems, abbreviations and names; neither conditions nor what must not be there, nor words that tell nothing."""
    words = query_words(query)
    assert [text[start:end] for start, end in words.spans(text)] == marked
    assert words.held_by(f"{text} {text}") == list(dict.fromkeys(marked))
