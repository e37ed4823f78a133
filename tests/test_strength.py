"""Strength: the worked numbers of the formula, and the policies."""

import pytest

from lore import clock
from lore.errors import UsageError
from lore.memory.policies import POLICIES, policy_named
from lore.memory.strength import fading, salience, strength
from lore.model import Clean, Fact, Kind, Tier, Usage

NOW = "2026-03-12T09:00:00Z"


@pytest.mark.parametrize(
    ("expected", "confidence", "accesses", "sessions", "tier", "lasting", "age_days", "idle_days"),
    [
        (0.5, 0.5, 0, 1, Tier.EPISODIC, False, 0, 0),
        (0.5 * 31**-0.5, 0.5, 0, 1, Tier.EPISODIC, False, 30, 30),
        (0.05, 0.5, 0, 1, Tier.EPISODIC, False, 99, 99),
        (0.5 * 31**-0.1, 0.5, 0, 1, Tier.SEMANTIC, False, 30, 30),
        (1.0, 0.5, 1, 1, Tier.EPISODIC, False, 0, 0),
        (0.9 * 2, 0.9, 1, 1, Tier.EPISODIC, False, 300, 0),
        (0.5 * 4, 0.5, 7, 1, Tier.EPISODIC, False, 0, 0),
        (0.5 * 2 * 3.169925, 0.5, 1, 8, Tier.EPISODIC, False, 0, 0),
        (0.5 * 2 * 31**-0.25, 0.5, 1, 1, Tier.EPISODIC, False, 30, 30),
        (0.95, 0.95, 0, 1, Tier.SEMANTIC, True, 4000, 4000),
    ],
)
def test_the_living_formula_gives_the_worked_numbers(
    expected: float,
    confidence: float,
    accesses: int,
    sessions: int,
    tier: Tier,
    lasting: bool,
    age_days: float,
    idle_days: float,
) -> None:
    """Confidence × reinforcement × spacing × decay, for a fresh, a faded, a used, a spaced and a lasting fact."""
    usage = Usage(accesses=accesses, sessions=sessions)
    got = strength(confidence, usage, tier, lasting=lasting, age_days=age_days, idle_days=idle_days)
    assert got == pytest.approx(expected, rel=1e-6)


def test_the_first_access_counts_for_more_than_the_hundredth() -> None:
    """The first doubles; one more after a hundred adds less than one per cent."""

    def after(accesses: int) -> float:
        return strength(0.5, Usage(accesses), Tier.EPISODIC, lasting=False, age_days=0, idle_days=0)

    assert after(1) == 2 * after(0)
    assert after(101) / after(100) < 1.01


def test_three_uses_on_the_first_day_are_not_ninety_a_month() -> None:
    """The rate of a young fact is not extrapolated."""
    assert fading(3, Tier.EPISODIC, age_days=1) == fading(3, Tier.EPISODIC, age_days=30)
    assert fading(3, Tier.EPISODIC, age_days=300) > fading(3, Tier.EPISODIC, age_days=30)


def test_salience_lies_between_a_half_and_one() -> None:
    """A faded fact keeps half of its relevance; no strength more than doubles it."""
    assert salience(0.0) == 0.5
    assert salience(1.0) == 0.75
    assert 0.99 < salience(100.0) < 1.0


@pytest.mark.parametrize("name", list(POLICIES))
def test_every_policy_prefers_the_recent_and_keeps_what_a_person_approved(name: str) -> None:
    """Recency never lowers strength, and an approved or pinned fact never fades."""
    policy = policy_named(name)
    fresh = _fact(created_at=NOW)
    old = _fact(created_at="2020-01-01T00:00:00Z")
    assert policy.strength(fresh, Usage(reinforced_at=fresh.created_at), NOW) >= policy.strength(old, Usage(), NOW)
    for kept in (_fact(approved_at=NOW), _fact(pinned=True)):
        assert not policy.faded(kept, Usage(reinforced_at="2001-01-01T00:00:00Z"), NOW)


def test_an_unrepeated_capture_fades_after_99_days() -> None:
    """The floor of the living policy, in days."""
    policy = policy_named("living")
    fact = _fact(created_at="2026-01-01T00:00:00Z")
    assert not policy.faded(fact, Usage(), _days_later(fact.created_at, 98))
    assert policy.faded(fact, Usage(), _days_later(fact.created_at, 100))


def test_ttl_gives_each_kind_its_lifetime() -> None:
    """A task lives a week from its last mention, a preference for ever."""
    policy = policy_named("ttl")
    week_ago = "2026-03-04T09:00:00Z"
    assert policy.faded(_fact(kind=Kind.TASK), Usage(reinforced_at=week_ago), NOW)
    assert not policy.faded(_fact(kind=Kind.TASK), Usage(reinforced_at=NOW), NOW)
    assert not policy.faded(_fact(kind=Kind.PREFERENCE), Usage(reinforced_at="2001-01-01T00:00:00Z"), NOW)


def test_an_unknown_policy_names_the_known_ones() -> None:
    """The hint lists what can be chosen."""
    with pytest.raises(UsageError) as error:
        policy_named("forever")
    assert "`half-life`" in str(error.value.hint)


def _fact(
    *, kind: Kind = Kind.NOTE, created_at: str = NOW, approved_at: str | None = None, pinned: bool = False
) -> Fact:
    return Fact("f:aaaaaa", Clean("x"), kind, created_at=created_at, approved_at=approved_at, pinned=pinned)


def _days_later(time: str, days: float) -> str:
    from datetime import timedelta

    moment = clock.parse(time)
    assert moment is not None
    return clock.stamp(moment + timedelta(days=days))
