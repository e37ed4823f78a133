"""The gate: whether what is near a prompt helps it, or only shares words with it. Mostly nothing passes.

Recalling on every prompt makes agents worse, so a passage passes only where a small model is sure. It looks at what
prompt and passage share, in meaning and in rare words, against what this store shares with this prompt anyway.
`tests/bench/recall_gate.py` fits the weights with whole repositories left out, and says how many of 1,000 prompts about
nothing stored recall something.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.index import counted_terms, query_terms
from lore.lookup import BY_WORDS as BY_WORDS, LOOKED_AT, SHORTEST_TERM, Gate as Gate, PromptWords, by_words, nearest
from lore.model import Passage, PassageType
from lore.search import Near
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

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
    if not near.found.ids:
        return []
    words = PromptWords(_telling(prompt), dict(near.counts), near.size)
    return _by_words(store, near, words) if is_by_words(near) else _with_meaning(store, near, words)


def _with_meaning(store: Store, near: Near, words: PromptWords) -> list[Weighed]:
    import numpy as np

    pool, ids = near.found.pool, near.found.ids
    cosines = np.nan_to_num(np.fmax(pool.lead, pool.best))
    usual = _usual(cosines)
    order = {*np.argsort(-cosines, kind="stable")[:LOOKED_AT].tolist()}
    order |= {place for place in np.argsort(-pool.words, kind="stable")[:LOOKED_AT].tolist() if pool.words[place] > 0}
    passages = store.passages.many([ids[place] for place in order])
    weighed_passages = []
    for place in sorted(order):
        if (passage := passages.get(ids[place])) is not None:
            cosine = float(cosines[place])
            signals = {"cosine": cosine, "margin": (cosine - usual[0]) / usual[1] / 10, **_shared(words, passage)}
            chance = WITH_MEANING.chance(signals)
            weighed_passages.append(Weighed(passage, signals, chance, chance >= WITH_MEANING.least))
    return weighed_passages


def _by_words(store: Store, near: Near, words: PromptWords) -> list[Weighed]:
    """As hooks look it up in the book."""
    passages = store.passages.many(near.found.ids)
    counted = {name: Counter(counted_terms(passage.searched)) for name, passage in passages.items()}
    shares = {
        name: (terms.total(), [(rare, terms[term]) for term, rare in words.rarity.items() if term in terms])
        for name, terms in counted.items()
    }
    weighed_passages = []
    for name in nearest({name: each for name, each in shares.items() if each[1]}):
        signals = {"cosine": 0.0, "margin": 0.0, **_shared(words, passages[name])}
        passes = by_words(signals) is not None
        weighed_passages.append(Weighed(passages[name], signals, BY_WORDS.chance(signals), passes))
    return weighed_passages


def _shared(words: PromptWords, passage: Passage) -> dict[str, float]:
    return words.signals(_telling(passage.text), is_fact=passage.type is PassageType.FACT)


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
