"""Sessions with what was kept of them, one of them as it was said, and what each day of a year brought."""

import pytest

from lore import actions
from lore.actions import Engine
from lore.errors import NotFound, UsageError
from lore.model import Turn
from lore.store import Store
from support.keyboard import at_app
from support.talks import talk


@pytest.fixture
def engine(library: Store) -> Engine:
    talk(library)
    return at_app(library)


def test_every_session_says_how_many_facts_were_kept_of_it(engine: Engine) -> None:
    found = actions.sessions_kept(engine)
    assert {one.id for one in found.sessions} == {"4f2a91", "77c0de"}
    for one in found.sessions:
        assert found.kept[one.id] == len(actions.facts_of_session(engine, one.id)) > 0
        assert found.titles[one.id].startswith("One more thing.")
    assert [one.agent for one in actions.sessions_kept(engine, words="CODEX").sessions] == ["codex"]


def test_a_transcript_names_the_facts_of_each_message(engine: Engine) -> None:
    """In the order it happened; each quotation is in the message it is kept of."""
    found = actions.transcript(engine, "4f2a")
    said = {step.source_id: step.text for step in found.steps if isinstance(step, Turn)}
    assert found.kept
    for message, kept in found.kept.items():
        assert all(one.quote in said[message] for one in kept)
    with pytest.raises(NotFound):
        actions.transcript(engine, "nobody")


def test_days_are_counted_and_shown(engine: Engine) -> None:
    """A day that brought nothing is left out; what is no day is refused."""
    facts = engine.store.facts.select()
    day = facts[0].created_at[:10]
    today = "2026-03-12"
    actions.archive(engine, [facts[0].id])
    counted = actions.count_days(engine, "2025-03-13", today).days
    assert counted[day].learnt == sum(fact.created_at.startswith(day) for fact in engine.store.facts.select()) + 1
    assert counted[today].forgotten == 1
    assert "2025-07-01" not in counted
    assert actions.show_day(engine, day).facts[-1].id in {fact.id for fact in facts}
    assert actions.show_day(engine, today).acts[0].actor == "person"
    with pytest.raises(UsageError):
        actions.show_day(engine, "yesterday")
