"""How much a fact counts now: the `living` formula.

    strength = confidence × (1 + log2(1 + accesses)) × log2(1 + sessions) × (1 + t)^−λ
    λ        = λ0(tier) / (1 + log2(1 + accesses per 30 days of life) + log2(1 + lag))
    spacing  = log2(1 + sessions + lag)
    lag      = Σ 1 − (1 + gap)^−½, over the gaps between one use and the next, in days

The first access doubles and the hundredth barely counts; ten uses in one session count once, uses in many sessions each
count; what is used often fades more slowly. Strength is computed when it is asked for and never stored.

The lag is the spacing effect: a use is worth as much as had been forgotten by then, so two uses a month apart count
more than two in an hour, and what they leave lasts longer. That learning gains most where little is left to retrieve is
the new theory of disuse (Bjork & Bjork 1992); that what a practice leaves decays by how strong the trace was, the model
of Pavlik & Anderson (2005, Cognitive Science 29:559-586). Forgetting is a power of time (Wickelgren 1974), with the
exponent that episodes fade by here. That a gap may be too long (Cepeda et al. 2008, Psychological Science 19:1095-1102)
is left out: their loss is small, and no session should count less for coming late.
"""

from collections.abc import Mapping, Sequence
from math import log2

from lore.memory.policy import DECAY, RATE_DAYS
from lore.model import Tier, Usage

FORGETTING = 0.5
"""The exponent by which what a use left is forgotten before the next one: that of episodes, where nobody sets it."""


def fading(usage: Usage, tier: Tier, age_days: float) -> float:
    """λ of a fact that fades. Approved conventions and pinned facts do not."""
    per_period = max(0, usage.accesses) * RATE_DAYS / max(RATE_DAYS, age_days)
    return DECAY[tier] / (1 + log2(1 + per_period) + log2(1 + lag(usage.gaps)))


def lag(gaps: Sequence[float]) -> float:
    """How much had been forgotten before each use, added up: 0 for uses at once, under 1 for each.

    gaps: days from one use to the next.
    """
    return sum((1 - float((1 + max(0.0, days)) ** -FORGETTING) for days in gaps), 0.0)


def factors(
    confidence: float, usage: Usage, tier: Tier, *, lasting: bool, age_days: float, idle_days: float
) -> Mapping[str, float]:
    """What the effective confidence of a fact is made of now: above 1 in all once it has proved itself.

    confidence: base confidence by provenance, 0 to 1. lasting: approved or pinned, so that it does not fade.
    age_days: since it was made. idle_days: since it was last said, confirmed or used.
    """
    return {
        "confidence": confidence,
        "reinforcement": 1 + log2(1 + max(0, usage.accesses)),
        "spacing": log2(1 + max(1, usage.sessions) + lag(usage.gaps)),
        "decay": 1.0 if lasting else (1 + max(0.0, idle_days)) ** -fading(usage, tier, age_days),
    }


def salience(value: float) -> float:
    """What search multiplies relevance with, for a strength: ½ for 0, ¾ for 1, towards 1.

    A strong cue therefore brings back a faded fact, and use decides between equals.
    """
    return 0.5 + 0.5 * value / (1 + value)
