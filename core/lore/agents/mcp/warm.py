"""One engine that stays open and warm, loaded in the background: no answer waits for what it does not need."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from contextvars import copy_context
from pathlib import Path
from typing import TypeVar

from lore.actions import Engine, answering_prompts, search
from lore.errors import LoreError
from lore.model import SearchResult

T = TypeVar("T")

BUDGET_S = 5.0
"""How long a write of an agent waits for another writer."""
THREADS = 4
"""Requests that are worked on at once; each thread keeps its connection to the store."""


class Warm:
    """The engine of a server. Whatever fails while it is opened is told to whoever asks next, and tried again then."""

    def __init__(self, folder: Path | None = None, *, home: Path | None = None, budget_s: float = BUDGET_S) -> None:
        """folder: where the agent works, default the current one. budget_s: how long a write waits for another."""
        self._folder, self._home, self._budget_s = folder, home, budget_s
        self._lock = threading.Lock()
        self._engine: Engine | None = None
        self._answering = ExitStack()
        """Prompts of hooks, whichever agent they come from."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="lore-mcp")

    def engine(self) -> Engine:
        """The engine, open. Raises StoreError, Busy."""
        with self._lock:
            if self._engine is None:
                opening = Engine(
                    home=self._home, folder=self._folder, budget_s=self._budget_s, backs_up=False, stays_open=True
                )
                opening.store  # noqa: B018 -- opened here, in one thread
                opening.searcher  # noqa: B018
                self._engine = opening
            return self._engine

    def begin(self) -> "Future[None]":
        """Open the store and load the model now, while the client still says hello."""
        return self._threads.submit(self._warm)

    def run(self, work: Callable[[], T]) -> "Future[T]":
        """Do it in a thread of the server, as whoever asks now."""
        return self._threads.submit(copy_context().run, work)

    def close(self) -> None:
        """Close the store once what runs is done: a thread must not lose its connection while it uses it."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._answering.close()
        if self._engine is not None:
            self._engine.close()

    def _warm(self) -> None:
        """A search loads the model and opens the indexes; hooks find both warm from the beginning."""
        try:
            engine = self.engine()
            self._answering.enter_context(answering_prompts(engine))
            _warming(engine)
        except LoreError:
            return  # whoever asks is told: the same is tried again then


def _warming(engine: Engine) -> SearchResult:
    return search(engine, "what the memory is warmed with", record=False, limit=1)
