"""The course of a strength: what it was week by week, what it will be, and when it falls below the floor."""

import pytest

from lore import clock
from lore.memory import course_of, explained, strengths
from lore.memory.course import WEEKS, fades_at
from lore.memory.policies import POLICIES, policy_named
from lore.model import Clean, Evidence, Fact, Kind, Usage
from lore.store import Store

NOW = "2026-03-12T09:00:00Z"


def stored(store: Store, **fields: object) -> Fact:
    """A fact of ten weeks ago, said again five weeks ago."""
    fact = Fact("", Clean("Use uv"), Kind.NOTE, confidence=0.5, created_at="2026-01-01T09:00:00Z", **fields)  # type: ignore[arg-type]
    said = [Evidence(Clean("use uv"), f"s{day}", day, at=f"{day}T09:00:00Z") for day in ("2026-01-01", "2026-02-05")]
    with store.write("person") as transaction:
        return store.facts.add(transaction, fact, said)


def test_the_past_is_told_back_from_what_was_said(store: Store) -> None:
    """Nothing before it was stored, a jump in the week in which it was said again, today what the store says."""
    fact = stored(store)
    course = course_of(store, fact, now=NOW)
    assert len(course.past) == len(course.used) == WEEKS + 1
    assert course.past[:2] == (None, None)
    assert course.past[2] == pytest.approx(0.5)
    assert course.used == (0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0)
    before, after = course.past[6], course.past[7]
    assert before is not None and after is not None and after > 2 * before
    assert course.past[-1] == pytest.approx(strengths(store, [fact], now=NOW)[fact.id])


def test_what_comes_only_fades(store: Store) -> None:
    """Weaker each week, until it falls below the floor to the minute."""
    fact = stored(store)
    course = course_of(store, fact, now=NOW)
    assert list(course.ahead) == sorted(course.ahead, reverse=True)
    assert len(course.ahead) == WEEKS
    assert course.fades_at == explained(store, fact, now=NOW).fades_at


@pytest.mark.parametrize("name", POLICIES)
def test_it_fades_at_the_first_minute_below_the_floor(name: str) -> None:
    """Under every policy: not before, and never where it lasts."""
    policy, usage = policy_named(name), Usage(reinforced_at=NOW)
    fact = Fact("f:1", Clean("x"), Kind.NOTE, confidence=0.5, created_at=NOW)
    found = fades_at(policy, fact, usage, NOW)
    if found is not None:
        moment = clock.parse(found)
        assert moment is not None and found > NOW
        assert policy.faded(fact, usage, found)
        assert not policy.faded(fact, usage, clock.later(moment, seconds=-120))
    assert fades_at(policy, Fact("f:1", Clean("x"), Kind.NOTE, pinned=True, created_at=NOW), usage, NOW) is None


def test_what_has_faded_says_so_now() -> None:
    policy, usage = policy_named("living"), Usage(reinforced_at="2019-01-01T00:00:00Z")
    fact = Fact("f:1", Clean("x"), Kind.NOTE, confidence=0.1, created_at="2019-01-01T00:00:00Z")
    assert fades_at(policy, fact, usage, NOW) == NOW


def test_the_share_is_a_half_for_a_certain_fact_that_was_just_said(store: Store) -> None:
    """And nears 1 with use."""
    fact = Fact("", Clean("Use uv"), Kind.NOTE, confidence=1.0, created_at=NOW)
    with store.write("person") as transaction:
        saved = store.facts.add(transaction, fact, [Evidence(Clean("use uv"), "s1", "m1", at=NOW)])
    assert course_of(store, saved, now=NOW).share == pytest.approx(0.5)
