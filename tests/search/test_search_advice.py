"""What an answer of nothing says: what was searched, and what dropping each condition would give."""

import pytest

from lore.cli.program import run
from lore.memory.editing import archive
from lore.model import Kind
from lore.search import SearchRequest
from lore.store import Store
from support.searching import save, search


@pytest.fixture
def filled(store: Store) -> Store:
    save(store, "We use Postgres as the queue", Kind.DECISION, project="acme")
    save(store, "The offsite takes place in Lisbon", happened_at="2025-11-20T09:00:00Z")
    return store


@pytest.mark.parametrize(
    ("query", "advice"),
    [
        ("lisbon happened:2031", "without `happened` there would be 1"),
        ("lisbon happened:2020", "without `happened` there would be 1"),
        ("lisbon id:f:nowhere", "without `id` there would be 1"),
        ("lisbon is:stale", "without `is:stale` there would be 1"),
        ("lisbon is:stale is:contradicted", "without `is:stale` and `is:contradicted` there would be 1"),
        ("lisbon status:archived", "without `status` there would be 1"),
        ("lisbon kind:decision before:2020", "without all conditions there would be 1"),
        ("lisbon after:2030 before:2020", "without all conditions there would be 1"),
    ],
)
def test_each_condition_is_named_as_it_was_typed(filled: Store, query: str, advice: str) -> None:
    assert search(filled, SearchRequest(query)).notes == ("no match among 2 facts", advice)


def test_a_status_that_nobody_asked_for_is_no_condition_of_theirs(filled: Store) -> None:
    """What is archived is pointed out, but not as if `status:` had been typed."""
    archive(filled, [fact.id for fact in filled.facts.select()])
    notes = search(filled, SearchRequest("lisbon")).notes
    assert notes == ("no match among 2 facts", "of any status there would be 1")


@pytest.mark.parametrize("arguments", [["2020-05"], ["2020-05", "lisbon"]])
def test_by_date_of_nothing_says_what_there_is_at_other_times(
    filled: Store, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    """Not what there would be without an `after` that nobody typed."""
    assert run(["by-date", *arguments]) == 3
    said = capsys.readouterr().err.splitlines()
    assert said == ["no match among 2 facts, 0 turns, 0 document parts", "at other times there would be 2"]


def test_by_date_says_what_it_took_for_text_also_when_something_is_found(
    filled: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["by-date", "2025-11", "knd:x"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "`knd:` is not a field and was searched as text; `kind:` is one",
        "nothing holds these words: what is shown is near in meaning",
    ]


def test_by_date_of_what_is_nowhere_says_what_would_help(filled: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["by-date", "2025-11", "kind:lesson", "lisbon"]) == 3
    assert "without `kind` there would be 1" in capsys.readouterr().err
