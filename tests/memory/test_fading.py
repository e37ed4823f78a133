"""When a fact will have faded, where nothing more happens to it."""

import pytest

from lore import clock
from lore.memory import explained
from lore.memory.policies import POLICIES, policy_named
from lore.memory.standing import fades_at
from lore.model import Clean, Evidence, Fact, Kind, Usage
from lore.store import Store

NOW = "2026-03-12T09:00:00Z"


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
    """On a scale from 0 to 1."""
    fact = Fact("", Clean("Use uv"), Kind.NOTE, confidence=1.0, created_at=NOW)
    with store.write("person") as transaction:
        saved = store.facts.add(transaction, fact, [Evidence(Clean("use uv"), "s1", "m1", at=NOW)])
    assert explained(store, saved, now=NOW).share == pytest.approx(0.5)
