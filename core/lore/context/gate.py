"""The gate: whether a fact that is near a prompt helps it, or only shares words with it. Mostly nothing passes.

Recalling on every prompt makes agents worse, so a fact passes only where a small model is sure. It looks at what prompt
and fact share, in meaning and in rare words; of a fact without a vector yet the meaning is unknown, and its words
decide. `tests/bench/recall_gate.py` fits the weights on prompts that need a fact of their project and on prompts that
need none, with whole projects left out.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.language import telling_terms
from lore.lookup import BY_WORDS as BY_WORDS, LOOKED_AT, Gate as Gate, PromptWords, by_words
from lore.model import Passage
from lore.search import Near
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

NAMES = ("cosine", "covered", "rarest")
"""What speaks for a fact. cosine: of prompt and fact. The others: `lore.lookup.PromptWords.signals`."""


WITH_MEANING = Gate(-2.54, 0.82, {"cosine": 12.34, "covered": 6.12})


@dataclass(frozen=True, slots=True)
class Weighed:
    """A passage that was looked at."""

    passage: Passage
    signals: dict[str, float]
    """By `NAMES`."""
    chance: float
    """How sure it is that this helps, 0 to 1."""
    passes: bool


def weigh(store: Store, near: Near, prompt: str, usual: Collection[str] = ()) -> list[Weighed]:
    """What is nearest to a prompt, with what speaks for it, in no order.

    usual: terms that tell nothing in the project.
    """
    if not near.found.ids:
        return []
    import numpy as np

    telling = [term for term in telling_terms(prompt) if term not in usual]
    words = PromptWords(telling, dict(near.counts), near.size)
    pool, ids = near.found.pool, near.found.ids
    cosines = np.fmax(pool.lead, pool.best)
    order = {*np.argsort(-np.nan_to_num(cosines), kind="stable")[:LOOKED_AT].tolist()}
    order |= {place for place in np.argsort(-pool.words, kind="stable")[:LOOKED_AT].tolist() if pool.words[place] > 0}
    passages = store.passages.many([ids[place] for place in order])
    return [
        _weighed(words, passage, float(cosines[place]) if np.isfinite(cosines[place]) else None)
        for place in sorted(order)
        if (passage := passages.get(ids[place])) is not None
    ]


def _weighed(words: PromptWords, passage: Passage, cosine: float | None) -> Weighed:
    """cosine: None where it is unknown."""
    terms = telling_terms(passage.text)
    signals = words.signals(terms)
    if cosine is None:
        passes = by_words(signals) is not None
        return Weighed(passage, {"cosine": 0.0, **signals}, BY_WORDS.chance(signals), passes)
    signals = {"cosine": cosine, **signals}
    chance = WITH_MEANING.chance(signals)
    return Weighed(passage, signals, chance, chance >= WITH_MEANING.least and not words.shares_a_colour(terms))


def is_by_words(near: Near) -> bool:
    """Whether nothing is known of meanings."""
    import numpy as np

    return not np.isfinite(near.found.pool.lead).any()
