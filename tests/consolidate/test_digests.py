"""Digests: sessions become weeks and months, told with what stands, and each line stays whose words it is."""

import pytest

from lore.consolidate import STEPS, consolidate
from lore.history import undo_run
from lore.index import catch_up
from lore.memory.editing import archive
from lore.model import Clean, Digest, DigestSpan, Event, EventKind, Heading, Kind, Role, Session, Turn
from lore.presence import PERSON
from lore.search import SearchRequest
from lore.store import Store
from lore.store.local.purge import purge_session, purge_text
from support.consolidating import WEB, say
from support.searching import search

ASKED = {
    "s3": "Please fix the importer, it stops at blank lines.",
    "s5": "Can you speed up the nightly report?",
    "s10": "Move the parser into a crate of its own.",
    "s31": "Write a test for the login page.",
}
CLOSING = "The importer now skips blank lines and every one of its tests passes."


def meet(store: Store, session: str, at: str) -> None:
    """A session in which the person asked for something, the agent committed and closed."""
    turns = [
        Turn(session, "m1", Role.USER, Clean(ASKED[session]), at),
        Turn(session, "m2", Role.ASSISTANT, Clean(CLOSING), at),
    ]
    commit = Event(session, "c1", EventKind.COMMAND, Clean("Bash"), Clean('git commit -m "Importer skips blanks"'), at)
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session(session, "claude-code", WEB, started_at=at, ended_at=at))
        store.sessions.add_turns(transaction, session, turns)
        store.sessions.add_events(transaction, session, [commit])


def of(store: Store, span: DigestSpan) -> list[Digest]:
    return list(reversed(store.digests.select(span)))


@pytest.fixture
def told(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("LORE_NOW", "2026-03-31T12:00:00Z")
    for session, day in (("s3", "03-03"), ("s5", "03-05"), ("s10", "03-10"), ("s31", "03-31")):
        meet(store, session, f"2026-{day}T09:00:00Z")
    say(store, "Use pnpm to install packages, not npm", 5)
    say(store, "The release runs at night", 10, role=Role.ASSISTANT, kind=Kind.PROJECT)
    with store.write("hook") as transaction:  # `say` knows no times
        for number in (5, 10):
            at = f"2026-03-{number:02d}T09:00:00Z"
            store.sessions.put(transaction, Session(f"s{number}", "claude-code", WEB, started_at=at, ended_at=at))
    consolidate(store)
    return store


def test_sessions_become_weeks_after_seven_days_and_months_after_thirty(
    told: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each session one digest, of a week that is long over one, of a month none before its time; all raw is kept."""
    assert [one.session for one in of(told, DigestSpan.SESSION)] == ["s3", "s5", "s10", "s31"]
    assert f"- (unconfirmed) {CLOSING}" in of(told, DigestSpan.SESSION)[0].text
    assert [one.starts_at[:10] for one in of(told, DigestSpan.WEEK)] == ["2026-03-02", "2026-03-09"]
    assert of(told, DigestSpan.MONTH) == []
    monkeypatch.setenv("LORE_NOW", "2026-05-02T12:00:00Z")
    consolidate(told)
    assert [one.starts_at[:10] for one in of(told, DigestSpan.MONTH)] == ["2026-03-01"]
    assert len(of(told, DigestSpan.SESSION)) == 4
    assert len(told.sessions.turns("s3")) == 2


def test_a_digest_keeps_whose_words_each_line_is(told: Store) -> None:
    """From the session to the week: what the agent said and did is marked, what the person asked for is not."""
    for digest in (of(told, DigestSpan.SESSION)[2], of(told, DigestSpan.WEEK)[1]):
        lines = {line.heading: line for line in digest.told()}
        assert not lines[Heading.GOALS].tainted
        assert lines[Heading.KNOWN].text == "The release runs at night"
        assert lines[Heading.KNOWN].tainted
        assert lines[Heading.OUTCOMES].text == "committed: Importer skips blanks"
        assert lines[Heading.OUTCOMES].tainted
        assert "- (unconfirmed) The release runs at night" in digest.text
        assert digest.tainted
        assert told.passages.many([digest.id])[digest.id].tainted


def test_a_line_names_the_fact_that_it_rests_on(told: Store) -> None:
    """And a fact that no longer stands is told no more, neither of the session nor of its week."""
    session, week = of(told, DigestSpan.SESSION)[1], of(told, DigestSpan.WEEK)[0]
    rule = next(line for line in session.told() if line.heading is Heading.RULES)
    assert rule.text == told.facts.get(rule.source).text
    assert {rule.source, "s5"} <= set(week.rests_on())
    assert ASKED["s5"] in week.text
    archive(told, [rule.source])
    consolidate(told)
    for digest in (told.digests.get(session.id), told.digests.get(week.id)):
        assert rule.source not in digest.rests_on()
        assert "pnpm" not in digest.text


def test_a_second_run_writes_none_again(told: Store) -> None:
    events = told.audit.count()
    assert consolidate(told).counts == {step.name: 0 for step in STEPS}
    assert told.audit.count() == events


def test_an_undo_of_the_run_takes_digests_back(told: Store) -> None:
    texts = [one.text for one in told.digests.select()]
    run = told.runs.latest("consolidation")
    assert run is not None
    undo_run(told, run.id, PERSON)
    assert told.digests.select() == []
    consolidate(told)
    assert sorted(one.text for one in told.digests.select()) == sorted(texts)


def test_digests_are_searched_where_they_are_asked_for(told: Store) -> None:
    """Indexed or not; a search of everything is not filled with what its facts and messages say already."""
    for _ in range(2):
        found = search(told, SearchRequest("pnpm packages", places="digests"))
        assert found.hits[0].passage.id in {one.id for one in told.digests.select()}
        everywhere = search(told, SearchRequest("pnpm packages", places="all"))
        assert all(hit.passage.type.value != "digest" for hit in everywhere.hits)
        catch_up(told, None)


def test_a_purge_reaches_digests(told: Store) -> None:
    """A text is masked in them; those that rest on a purged session are gone with its line of each."""
    purge_text(told, "blank lines")
    assert not any("blank lines" in one.text or "blank lines" in str(one.lines) for one in told.digests.select())
    purge_session(told, "s5")
    assert not any("s5" in one.rests_on() or one.session == "s5" for one in told.digests.select())
    assert not any("pnpm" in str(event.after) for event in told.audit.select() if event.action == "digest.add")
