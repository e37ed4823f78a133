"""Strength: the worked numbers of every policy's formula, what a search makes of them, and when facts fade."""

from math import log2, prod

import pytest

from lore import clock
from lore.config.registry import POLICY
from lore.errors import UsageError
from lore.memory.policies import POLICIES, fading, lag, policy_named
from lore.model import Band, Clean, Fact, Kind, Tier, Usage
from lore.store import OPENED, TAKEN_UP, Store

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
    made = days_before(age_days)
    fact = a_fact(confidence=confidence, tier=tier, created_at=made, approved_at=made if lasting else None)
    usage = Usage(accesses=accesses, sessions=sessions, reinforced_at=days_before(idle_days))
    assert policy_named("living").strength(fact, usage, NOW) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("expected_lag", "expected", "gaps", "sessions", "idle_days"),
    [
        (0.0, 1.0, (0.0,), 1, 0),  # at once: as if nothing had been forgotten
        (0.020204, 0.5 * 2 * 1.014501, (1 / 24,), 1, 0),  # within an hour
        (0.292893, 0.5 * 2 * 1.197169, (1.0,), 1, 0),
        (0.646447, 0.5 * 2 * 1.404057, (7.0,), 1, 0),
        (0.820395, 0.5 * 2 * 1.495897, (30.0,), 1, 0),  # a month apart
        (0.820395, 0.5 * 2 * 1.933722, (30.0,), 2, 0),
        (0.820395, 0.5 * 2 * 1.495897 * 31 ** (-0.5 / 2.864251), (30.0,), 1, 30),  # and it lasts longer
        (0.0, 0.5 * 2 * 31 ** (-0.5 / 2), (0.0,), 1, 30),
    ],
)
def test_a_use_counts_by_what_had_been_forgotten_before_it(
    expected_lag: float, expected: float, gaps: tuple[float, ...], sessions: int, idle_days: float
) -> None:
    """Of a fact of confidence one half that was used once more, after these days, on the first days of its life."""
    assert lag(gaps) == pytest.approx(expected_lag, abs=1e-6)
    usage = Usage(1, sessions, days_before(idle_days), gaps)
    fact = a_fact(confidence=0.5, created_at=days_before(min(idle_days, 30)))
    assert policy_named("living").strength(fact, usage, NOW) == pytest.approx(expected, rel=1e-6)


def test_the_store_tells_the_days_between_uses(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two uses a month apart make a fact stronger than two in an hour; a look and what was handed out are none."""
    facts = {}
    for name, second in (("hour", "2026-01-01T10:00:00Z"), ("month", "2026-01-31T09:00:00Z"), ("none", None)):
        monkeypatch.setenv("LORE_NOW", "2026-01-01T09:00:00Z")
        with store.write("hook") as transaction:
            facts[name] = store.facts.add(transaction, a_fact(text=f"The {name} counts"))
        store.accesses.record([facts[name].id], session="s1", kind=TAKEN_UP if second else OPENED)
        monkeypatch.setenv("LORE_NOW", second or "2026-01-31T09:00:00Z")
        if second:
            store.accesses.take_up([facts[name].id], "s1")
        else:
            store.accesses.give([facts[name].id], "s1")
            store.accesses.withhold([facts[name].id], "s2")
    usage = store.facts.usage([fact.id for fact in facts.values()])
    assert usage[facts["hour"].id].gaps == pytest.approx((1 / 24,))
    assert usage[facts["month"].id].gaps == (30.0,)
    assert usage[facts["none"].id] == Usage()
    living = policy_named("living")
    strengths = {name: living.strength(fact, usage[fact.id], "2026-03-12T09:00:00Z") for name, fact in facts.items()}
    assert strengths["month"] > 1.9 * strengths["hour"] > 1.9 * strengths["none"]


@pytest.mark.parametrize(
    ("confidence", "band"),
    [(1.0, "critical"), (0.9, "critical"), (0.89, "important"), (0.7, "important"), (0.5, "moderate"), (0.49, "minor"),
     (0.1, "minor"), (0.0, "minor")],
)  # fmt: skip
def test_confidence_has_four_words(confidence: float, band: str) -> None:
    assert a_fact(confidence=confidence).band == Band(band)


@pytest.mark.parametrize(
    ("decay", "frequency", "boost", "days", "confidence", "accesses"),
    [
        (1.0, 1.0, 0.75, 0, 0.5, 0),  # just saved
        (0.707107, 1.0, 0.75, 30, 0.5, 0),  # half of a half-life at confidence one half
        (0.5, 1.0, 0.75, 60, 0.5, 0),
        (0.5, 1.0, 0.5, 30, 0.0, 0),  # a guess: half after thirty days
        (1.0, 1.0, 1.0, 3650, 1.0, 0),  # what is certain does not fade
        (0.901250, 1.0, 0.925, 30, 0.85, 0),  # the core: fifteen per cent of the rate
        (0.784584, 1.0, 0.825, 30, 0.65, 0),  # a checkpoint
        (1.0, 1.1, 0.75, 0, 0.5, 1),
        (1.0, 1.3, 0.75, 0, 0.5, 7),
        (0.707107, 1.665821, 0.975, 300, 0.95, 100),
        (0.1, 1.0, 0.75, 199.315686, 0.5, 0),  # where it is archived
        (0.3, 1.0, 0.75, 104.217936, 0.5, 0),
    ],
)
def test_half_life_gives_the_numbers_of_its_source(
    decay: float, frequency: float, boost: float, days: float, confidence: float, accesses: int
) -> None:
    """similarity × (0.5^(days/30))^(1−confidence) × (1 + log2(access+1)/10) × (0.5 + 0.5 × confidence)."""
    policy, fact = policy_named("half-life"), a_fact(confidence=confidence)
    usage, then = Usage(accesses, reinforced_at=fact.created_at), days_after(days)
    expected = {"decay": decay, "frequency": frequency, "confidence": boost}
    assert dict(policy.parts(fact, usage, then)) == pytest.approx(expected, rel=1e-5)
    assert policy.weight(fact, usage, then) == pytest.approx(decay * frequency * boost, rel=1e-5)


@pytest.mark.parametrize(("confidence", "last_day"), [(0.5, 199), (0.65, 284), (0.85, 664), (0.95, 1993)])
def test_half_life_archives_where_the_decay_falls_below_a_tenth(confidence: float, last_day: int) -> None:
    policy, fact = policy_named("half-life"), a_fact(confidence=confidence)
    usage = Usage(50, reinforced_at=fact.created_at)
    assert not policy.faded(fact, usage, days_after(last_day))
    assert policy.faded(fact, usage, days_after(last_day + 1))


@pytest.mark.parametrize(
    ("expected", "accesses", "days"),
    [
        (0.693147, 0, 0),  # ln 2: saying it is the first reinforcement
        (0.346574, 0, 30),
        (0.173287, 0, 60),
        (1.098612, 1, 0),  # ln 3
        (2.397895, 9, 0),  # ln 11
        (1.198948, 9, 30),
        (4.624973, 100, 0),  # ln 102
        (0.550016, 0, 10.01),
    ],
)
def test_salience_gives_the_numbers_of_its_source(expected: float, accesses: int, days: float) -> None:
    """similarity × log(reinforcement + 1) × ½^(days/30), with one reinforcement from the start."""
    policy, fact = policy_named("salience"), a_fact()
    usage, then = Usage(accesses, reinforced_at=fact.created_at), days_after(days)
    assert policy.weight(fact, usage, then) == pytest.approx(expected, rel=1e-4)
    assert not policy.faded(fact, usage, days_after(10_000))


def test_relevance_is_the_given_score_and_then_the_newest() -> None:
    policy = policy_named("relevance")
    old, new, better = a_fact(created_at=days_before(40)), a_fact(created_at=days_before(1)), a_fact(confidence=0.51)
    better_and_older = a_fact(confidence=0.51, created_at=days_before(4000))

    def value(fact: Fact) -> float:
        return policy.strength(fact, Usage(), NOW)

    assert value(better) > value(better_and_older) > value(new) > value(old)
    assert value(old) == pytest.approx(0.5, rel=1e-6)
    assert not policy.faded(old, Usage(), days_after(10_000))


@pytest.mark.parametrize(
    ("kind", "days"),
    [
        ("preference", None),
        ("identity", None),
        ("lesson", None),
        ("convention", None),
        ("correction", None),
        ("solution", None),
        ("system", 180),
        ("project", 90),
        ("decision", 60),
        ("event", 30),
        ("blocker", 14),
        ("note", 14),
        ("task", 7),
    ],
)
def test_ttl_gives_each_kind_the_lifetime_of_its_source(kind: str, days: int | None) -> None:
    policy, fact = policy_named("ttl"), a_fact(kind=Kind(kind))
    if days is None:
        assert not policy.faded(fact, Usage(), days_after(36_500))
        return
    assert (policy.strength(fact, Usage(), days_after(days)), policy.weight(fact, Usage(), days_after(days))) == (
        0.5,
        1,
    )
    assert policy.faded(fact, Usage(), days_after(days + 0.01))
    assert policy.weight(fact, Usage(), days_after(days + 0.01)) == 0


@pytest.mark.parametrize(
    ("said", "gone", "stays"),
    [
        ("2026-03-02T09:00:00Z", "2026-03-15T00:00:00Z", "2026-03-14T23:59:59Z"),  # over on a Monday
        ("2026-02-28T09:00:00Z", "2026-03-08T00:00:00Z", "2026-03-07T23:59:59Z"),  # over on a Saturday
        ("2026-03-01T09:00:00Z", "2026-03-15T00:00:00Z", "2026-03-14T23:59:59Z"),  # over on a Sunday, after the sweep
    ],
)
def test_what_was_used_lives_on_to_the_sweep_of_the_next_sunday(said: str, gone: str, stays: str) -> None:
    policy, fact, used = policy_named("ttl"), a_fact(kind=Kind.TASK, created_at=said), Usage(accesses=1)
    assert not policy.faded(fact, used, stays)
    assert policy.faded(fact, used, gone)
    assert policy.faded(fact, Usage(), stays)


def test_every_policy_that_can_be_chosen_is_there() -> None:
    assert POLICY.choices == tuple(POLICIES)
    assert [policy_named(name).name for name in POLICIES] == list(POLICIES)


@pytest.mark.parametrize("name", POLICIES)
def test_the_parts_of_a_strength_multiply_to_it(name: str) -> None:
    """`lore show --explain` leaves nothing out, and no weight is greater than a search believes."""
    policy = policy_named(name)
    for accesses in (0, 3, 400):
        for days in (0, 5, 500):
            fact, usage = a_fact(created_at=days_before(days)), Usage(accesses, 2)
            assert prod(policy.parts(fact, usage, NOW).values()) == policy.strength(fact, usage, NOW)
            assert 0 <= policy.weight(fact, usage, NOW) <= policy.greatest


def test_three_uses_on_the_first_day_are_not_ninety_a_month() -> None:
    def rate(accesses: int, age_days: float) -> float:
        return fading(Usage(accesses), Tier.EPISODIC, age_days)

    assert rate(3, 1) == rate(3, 30) == 0.5 / (1 + log2(4))
    assert rate(3, 300) > rate(3, 30)


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_prefers_the_recent_and_keeps_what_a_person_approved(name: str) -> None:
    policy = policy_named(name)
    fresh = a_fact(created_at=NOW)
    old = a_fact(created_at="2020-01-01T00:00:00Z")
    assert policy.strength(fresh, Usage(reinforced_at=fresh.created_at), NOW) >= policy.strength(old, Usage(), NOW)
    for kept in (a_fact(kind=Kind.TASK, approved_at=NOW), a_fact(kind=Kind.TASK, pinned=True)):
        assert not policy.faded(kept, Usage(reinforced_at="2001-01-01T00:00:00Z"), days_after(4000))


def test_an_unknown_policy_names_the_known_ones() -> None:
    with pytest.raises(UsageError) as error:
        policy_named("forever")
    assert "`half-life`" in str(error.value.hint)


def a_fact(
    *,
    text: str = "x",
    kind: Kind = Kind.NOTE,
    confidence: float = 0.5,
    tier: Tier = Tier.EPISODIC,
    created_at: str = NOW,
    approved_at: str | None = None,
    pinned: bool = False,
) -> Fact:
    made = {"created_at": created_at, "approved_at": approved_at}
    return Fact("", Clean(text), kind, tier=tier, confidence=confidence, pinned=pinned, **made)  # type: ignore[arg-type]


def days_after(days: float) -> str:
    moment = clock.parse(NOW)
    assert moment is not None
    return clock.later(moment, seconds=days * clock.SECONDS_PER_DAY)


def days_before(days: float) -> str:
    return days_after(-days)
