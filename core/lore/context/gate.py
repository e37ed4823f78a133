"""The gate: whether what is near a prompt helps it, or only shares words with it. Mostly nothing passes.

Recalling on every prompt makes agents worse, so a passage passes only where a small model is sure. It looks at what
prompt and passage share, in meaning and in rare words, against what this store shares with this prompt anyway.
`tests/bench/recall_gate.py` fits the weights with whole repositories left out, and says how many of 1,000 prompts about
nothing stored recall something.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.index import query_terms
from lore.lookup import BY_WORDS as BY_WORDS, SHORTEST_TERM, Gate as Gate, PromptWords
from lore.model import Passage, PassageType
from lore.search import Near
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LOOKED_AT = 24
"""Passages that are looked at closely, by meaning and by words each."""


NAMES = (
    "cosine", "margin", "shared", "rarest", "covered", "covering", "together", "unknown", "asked", "said", "fact"
)  # fmt: skip
"""What speaks for a passage. cosine: of prompt and passage, 0 without a model. margin: how far that stands out among
the passages of this store. The others: `lore.lookup.PromptWords.signals`."""


WITH_MEANING = Gate(
    -3.81,
    0.955,
    {
        "cosine": 15.76, "margin": -3.45, "shared": 2.01, "rarest": 4.03, "covered": -1.48, "covering": -3.85,
        "together": 0.89, "unknown": -11.93, "asked": 4.26, "said": -7.89, "fact": -3.21,
    },
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Weighed:
    """A passage that was looked at."""

    passage: Passage
    signals: dict[str, float]
    """By `NAMES`."""
    chance: float
    """How sure it is that this helps, 0 to 1."""
    passes: bool


def weigh(store: Store, near: Near, prompt: str) -> list[Weighed]:
    """What is nearest to a prompt, with what speaks for it, in no order."""
    import numpy as np

    pool, ids = near.found.pool, near.found.ids
    if not ids:
        return []
    cosines = np.nan_to_num(np.fmax(pool.lead, pool.best))
    usual = _usual(cosines)
    gate = BY_WORDS if is_by_words(near) else WITH_MEANING
    order = {*np.argsort(-cosines, kind="stable")[:LOOKED_AT].tolist()}
    order |= {place for place in np.argsort(-pool.words, kind="stable")[:LOOKED_AT].tolist() if pool.words[place] > 0}
    passages = store.passages.many([ids[place] for place in order])
    words = PromptWords(_telling(prompt), dict(near.counts), near.size)
    weighed_passages = []
    for place in sorted(order):
        if (passage := passages.get(ids[place])) is not None:
            shared = words.signals(_telling(passage.text), is_fact=passage.type is PassageType.FACT)
            cosine = float(cosines[place])
            signals = {"cosine": cosine, "margin": (cosine - usual[0]) / usual[1] / 10, **shared}
            chance = gate.chance(signals)
            passes = chance >= gate.least and (gate is not BY_WORDS or shared["shared"] > 0)
            weighed_passages.append(Weighed(passage, signals, chance, passes))
    return weighed_passages


def is_by_words(near: Near) -> bool:
    """Whether nothing is known of meanings."""
    import numpy as np

    return not np.isfinite(near.found.pool.lead).any()


def _usual(cosines: "Floats") -> tuple[float, float]:
    """What passages of this store have in common with this prompt: the middle cosine, and the spread about it."""
    import numpy as np

    if len(cosines) < 2:
        return 0.0, 1.0
    middle = float(np.median(cosines))
    return middle, max(0.05, float(np.median(np.abs(cosines - middle))))


def _telling(text: str) -> list[str]:
    """The distinct terms of a text that tell anything, in order."""
    return [term for term in query_terms(text) if len(term) >= SHORTEST_TERM]
