"""Days are those of the reader: what was said on an evening in California was said on that day."""

import json
import time
from collections.abc import Iterator

import pytest

from lore import clock
from lore.cli.program import run
from lore.search import parse
from lore.store import Store
from lore.timespans import span_of
from support.searching import save, say

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system sets the zone for all programs alone")


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    name: str = request.param
    monkeypatch.setenv("TZ", name)
    time.tzset()
    yield name
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "start"),
    [
        ("America/Los_Angeles", "2026-10-04T07:00:00Z"),
        ("UTC", "2026-10-04T00:00:00Z"),
        ("Asia/Kolkata", "2026-10-03T18:30:00Z"),
        ("Pacific/Auckland", "2026-10-03T11:00:00Z"),
    ],
    indirect=["zone"],
)
def test_a_day_begins_at_midnight_where_the_reader_is(zone: str, start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for present in ("2026-10-05T12:00:00Z", "2027-02-05T12:00:00Z"):
        monkeypatch.setenv("LORE_NOW", present)
        span = span_of("2026-10-04")
        assert span is not None
        assert span.start_at == start
        assert parse("before:2026-10-04").filter.before == start
    assert clock.day(start) == "2026-10-04"


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Asia/Tokyo"], indirect=True)
def test_every_face_of_a_person_names_that_day(
    zone: str, store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A session that began at 18:00 on the fourth in Los Angeles, which was the fifth in Tokyo."""
    day = {"America/Los_Angeles": "2026-10-04", "Asia/Tokyo": "2026-10-05"}[zone]
    monkeypatch.setenv("LORE_NOW", "2026-10-05T01:00:00Z")
    save(store, "The staging database listens on port 5433", created_at="2026-10-05T01:00:00Z")
    say(store, "s1", ["Which port does staging use?"], project="acme")
    told = {}
    for words in (["search", "staging port"], ["log"], ["sessions", "list"]):
        assert run(words) == 0
        told[words[0]] = capsys.readouterr().out
    assert all(day in text for text in told.values() if "2026-10" in text)
    assert day in told["log"]
    assert run(["search", "staging", f"after:{day}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hits"]
    assert set(store.statistics.days("2026-01-01", "2027-01-01")) == {day}
