"""An embedder without a model: for benchmarks of scale, and for tests of what surrounds a model."""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_WORD = re.compile(r"\w+")


class HashingEmbedder:
    """A text is the normalised sum of one fixed vector per word: texts with common words are near."""

    def __init__(self, name: str = "words", dimension: int = 384) -> None:
        self.name = name
        self.dimension = dimension

    def load(self) -> None:
        """There is nothing to load."""

    def embed(self, texts: Sequence[str]) -> "Floats":
        """One row per text."""
        import numpy as np

        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for place, text in enumerate(texts):
            for word in _WORD.findall(text.casefold()):
                rows[place] += _vector(word, self.dimension)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        normalised: Floats = rows / np.maximum(lengths, 1e-6)
        return normalised

    def embed_query(self, text: str) -> "Floats":
        """The vector of a text."""
        row: Floats = self.embed([text])[0]
        return row


@lru_cache(maxsize=65_536)
def _vector(word: str, dimension: int) -> "Floats":
    """Ones and minus ones, by the bits of the word's hash."""
    import numpy as np

    digest = hashlib.shake_128(word.encode("utf-8", "surrogatepass")).digest(-(-dimension // 8))
    bits = np.unpackbits(np.frombuffer(digest, dtype=np.uint8))[:dimension]
    return 2 * bits.astype(np.float32) - 1
