"""Dates as people write them, resolved against the moment of writing."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.store import Store
from lore.timespans import mentions, span_named, span_of

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
    ("text", "day"),
    [("two weeks ago", "2026-02-26"), ("3 days ago", "2026-03-09"), ("a month ago", "2026-02-12")],
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
