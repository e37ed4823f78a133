"""A model that is loaded in a thread while other work goes on, and that may go away: then words are what is left."""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from lore.errors import ModelError
from lore.index.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

Made = TypeVar("Made")

AGAIN_S = 30.0
"""How long a model that failed is left alone."""


class LoadedModel:
    """The embedder that is chosen at the time, loaded; or why it cannot be had. For any thread."""

    def __init__(self, chosen: Callable[[], Embedder]) -> None:
        """chosen: which embedder is wanted now; the same object until another one is."""
        self._chosen = chosen
        self._lock = threading.Lock()
        self._loading: _Loading | None = None

    def warm_up(self) -> "_Loading":
        """Start loading the chosen model in a thread, unless that was done."""
        wanted = self._chosen()
        with self._lock:
            found = self._loading
            if found is None or found.embedder is not wanted or found.failed_long_ago():
                found = self._loading = _Loading(wanted)
        return found

    def ready(self) -> Embedder | None:
        """The model once it is loaded, or None where it cannot be had."""
        return self.attempt(lambda model: model)

    @property
    def failure(self) -> ModelError | None:
        """Why the model cannot be had."""
        return self._loading.failure if self._loading else None

    def query_vector(self, text: str) -> "Floats | None":
        """The vector of a question; None for an empty one, and where the model cannot be had."""
        return self.attempt(lambda model: model.embed_query(text)) if text.strip() else None

    def attempt(self, work: Callable[[Embedder], Made]) -> Made | None:
        """What is made with the model; None where it cannot be had, which it is then left alone for."""
        loading = self.warm_up()
        loading.thread.join()
        if loading.failure:
            return None
        try:
            return work(loading.embedder)
        except ModelError as error:
            loading.fail(error)
            return None


class _Loading:
    """One embedder, and what became of it."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.failure: ModelError | None = None
        self._failed_at = 0.0
        self.thread = threading.Thread(target=self._load, daemon=True)
        self.thread.start()

    def fail(self, error: ModelError) -> None:
        self._failed_at = time.monotonic()
        self.failure = error

    def failed_long_ago(self) -> bool:
        return self.failure is not None and time.monotonic() - self._failed_at > AGAIN_S

    def _load(self) -> None:
        try:
            self.embedder.load()
        except ModelError as error:
            self.fail(error)
