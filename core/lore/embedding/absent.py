"""No model: for who has no time to load one, and is answered by words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from lore.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


class NoModel:
    """An embedder that cannot be had."""

    name = "none"
    dimension = 1

    def __init__(self, why: str = "no model is loaded here: words are compared") -> None:
        self._why = why

    def load(self) -> NoReturn:
        raise ModelError(self._why)

    def embed(self, texts: Sequence[str]) -> "Floats":
        del texts
        self.load()

    def embed_query(self, text: str) -> "Floats":
        del text
        self.load()
