"""How much a fact counts now: the `living` formula.

    strength = confidence × (1 + log2(1 + accesses)) × log2(1 + sessions) × (1 + t)^−λ
    λ        = λ0(tier) / (1 + log2(1 + accesses per 30 days of life))

The first access doubles and the hundredth barely counts; ten uses in one session count once, uses in many sessions each
count; what is used often fades more slowly. Strength is computed when it is asked for and never stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2

from lore.config import EPISODIC_DECAY, RATE_DAYS, SEMANTIC_DECAY
from lore.model import Tier, Usage


@dataclass(frozen=True, slots=True)
class Curve:
    """How fast the `living` policy lets facts fade. Approved conventions and pinned facts do not fade."""

    episodic: float = EPISODIC_DECAY.default
    """λ0 of what was said in a session."""
    semantic: float = SEMANTIC_DECAY.default
    """λ0 of what proved itself over sessions."""
    rate_days: float = RATE_DAYS.default
    """Accesses are counted per this many days of life. A younger fact counts as this old: three uses on its first day
    are not ninety a month."""

    def fading(self, accesses: int, tier: Tier, age_days: float) -> float:
        """λ of a fact that fades."""
        per_period = max(0, accesses) * self.rate_days / max(self.rate_days, age_days)
        slowest = self.semantic if tier is Tier.SEMANTIC else self.episodic
        return slowest / (1 + log2(1 + per_period))


CURVE = Curve()


def factors(
    confidence: float, usage: Usage, tier: Tier, *, lasting: bool, age_days: float, idle_days: float, curve: Curve
) -> Mapping[str, float]:
    """What the effective confidence of a fact is made of now: above 1 in all once it has proved itself.

    confidence: base confidence by provenance, 0 to 1. lasting: approved or pinned, so that it does not fade.
    age_days: since it was made. idle_days: since it was last said, confirmed or used.
    """
    return {
        "confidence": confidence,
        "reinforcement": 1 + log2(1 + max(0, usage.accesses)),
        "spacing": log2(1 + max(1, usage.sessions)),
        "decay": 1.0 if lasting else (1 + max(0.0, idle_days)) ** -curve.fading(usage.accesses, tier, age_days),
    }


def salience(value: float) -> float:
    """What search multiplies relevance with, for a strength: ½ for 0, ¾ for 1, towards 1.

    A strong cue therefore brings back a faded fact, and use decides between equals.
    """
    return 0.5 + 0.5 * value / (1 + value)
