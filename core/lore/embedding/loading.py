"""A model that is loaded in a thread while other work goes on, and that may go away: then words are what is left."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeVar

from lore.embedding.embedder import Embedder
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


Made = TypeVar("Made")

AGAIN_S = 30.0
"""How long a model that failed is left alone."""


class ChosenModel:
    """Keeps the embedder loaded that is chosen at the time. For any thread."""

    def __init__(self, chosen: Callable[[], Embedder]) -> None:
        """chosen: which embedder is wanted now; the same object until another one is."""
        self._chosen = chosen
        self._lock = threading.Lock()
        self._current: LoadedModel | None = None

    def current(self) -> "LoadedModel":
        """The chosen model, which is being loaded from now on; one that failed a while ago is tried again."""
        wanted = self._chosen()
        with self._lock:
            loaded_model = self._current
            if loaded_model is None or loaded_model.embedder is not wanted or loaded_model.failed_long_ago():
                loaded_model = self._current = LoadedModel(wanted)
        return loaded_model

    def at_hand(self) -> "LoadedModel":
        """The model where it is loaded, or being loaded, already; else none, for who has no text to compare."""
        with self._lock:
            return self._current or LoadedModel(NoModel())


class LoadedModel:
    """One embedder, and what became of it. Whoever needs it twice for one answer takes the same of these."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.failure: ModelError | None = None
        """Why it cannot be had."""
        self._failed_at = 0.0
        import numpy  # noqa: F401 -- before there are two threads: each may see half of what both import

        self._thread = threading.Thread(target=self._load, daemon=True)
        self._thread.start()

    @property
    def is_loading(self) -> bool:
        """Whether who asks for a vector now has to wait."""
        return self._thread.is_alive()

    def ready(self) -> Embedder | None:
        """The embedder once it is loaded, or None where it cannot be had."""
        return self.attempt(lambda embedder: embedder)

    def query_vector(self, text: str) -> "Floats | None":
        """The vector of a question; None for an empty one, and where the model cannot be had."""
        return self.attempt(lambda embedder: embedder.embed_query(text)) if text.strip() else None

    def attempt(self, work: Callable[[Embedder], Made]) -> Made | None:
        """What is made with the embedder; None, and the reason in `failure`, where it cannot be had."""
        self._thread.join()
        if self.failure:
            return None
        try:
            return work(self.embedder)
        except ModelError as error:
            self._fail(error)
            return None

    def failed_long_ago(self) -> bool:
        """Whether it is time to try again."""
        return self.failure is not None and time.monotonic() - self._failed_at > AGAIN_S

    def _load(self) -> None:
        try:
            self.embedder.load()
        except ModelError as error:
            self._fail(error)

    def _fail(self, error: ModelError) -> None:
        self._failed_at = time.monotonic()
        self.failure = error
