"""How much a fact counts now: the `living` formula, with every constant of it.

    strength = confidence × (1 + log2(1 + accesses)) × log2(1 + sessions) × (1 + t)^−λ
    λ        = λ0(tier) / (1 + log2(1 + accesses per 30 days of life))

The first access doubles and the hundredth barely counts; ten uses in one session count once, uses in many sessions each
count; what is used often fades more slowly. Strength is computed when it is asked for and never stored.
"""

from math import log2

from lore.model import Tier, Usage

CAPTURED = 0.5
"""Base confidence of what a rule read out of a message."""
CHECKPOINTED = 0.65
"""Of what an agent recorded at a checkpoint."""
SAVED = 0.8
"""Of what somebody saved explicitly."""
CORRECTED = 0.9
"""Of a correction by a person."""
APPROVED = 0.95
"""Of what a person approved."""

DECAY = {Tier.EPISODIC: 0.5, Tier.SEMANTIC: 0.1}
"""λ0: how fast a tier fades. Approved conventions and pinned facts do not fade."""
RATE_DAYS = 30.0
"""Accesses are counted per this many days of life. A younger fact counts as this old: three uses on its first day are
not ninety a month."""
FLOOR = 0.05
"""Below it a fact is archived: a captured episode that nobody repeats after 99 days, a correction after 323."""


def strength(confidence: float, usage: Usage, tier: Tier, *, lasting: bool, age_days: float, idle_days: float) -> float:
    """The effective confidence of a fact now: 0 and up, above 1 once it has proved itself.

    confidence: base confidence by provenance, 0 to 1. lasting: approved or pinned, so that it does not fade.
    age_days: since it was made. idle_days: since it was last said, confirmed or used.
    """
    reinforcement = 1 + log2(1 + max(0, usage.accesses))
    spacing = log2(1 + max(1, usage.sessions))
    decay = 0.0 if lasting else fading(usage.accesses, tier, age_days)
    return float(confidence * reinforcement * spacing * (1 + max(0.0, idle_days)) ** -decay)


def fading(accesses: int, tier: Tier, age_days: float) -> float:
    """λ of a fact that fades."""
    per_period = max(0, accesses) * RATE_DAYS / max(RATE_DAYS, age_days)
    return DECAY[tier] / (1 + log2(1 + per_period))


def salience(value: float) -> float:
    """What search multiplies relevance with, for a strength: ½ for 0, ¾ for 1, towards 1.

    A strong cue therefore brings back a faded fact, and use decides between equals.
    """
    return 0.5 + 0.5 * value / (1 + value)
