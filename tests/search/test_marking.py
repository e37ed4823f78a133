"""The words that were looked for are found in the texts that were found."""

import pytest

from lore.search import query_words


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
