"""One engine that stays open. The store is opened by the first request, the model loaded behind the first search."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from contextvars import copy_context
from pathlib import Path
from typing import TypeVar

from lore.actions import Engine, answering_prompts

T = TypeVar("T")

BUDGET_S = 5.0
"""How long a write of an agent waits for another writer."""
THREADS = 4
"""Requests that are worked on at once; each thread keeps its connection to the store."""


class Warm:
    """The engine of a server. What fails while it is opened is told to whoever asked; the next request tries again."""

    def __init__(self, folder: Path | None = None, *, home: Path | None = None, budget_s: float = BUDGET_S) -> None:
        """folder: where the agent works, default the current one. budget_s: how long a write waits for another."""
        self._engine = Engine(home=home, folder=folder, budget_s=budget_s, backs_up=False, stays_open=True, waits=False)
        self._answering = ExitStack()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="lore-mcp")

    def engine(self) -> Engine:
        """The engine, open. Raises StoreError, Busy."""
        self._engine.store  # noqa: B018 -- whoever asks next is told why it cannot be opened
        return self._engine

    def listen(self) -> None:
        """Answer the hooks of prompts, of whichever agent. It opens nothing until one asks."""
        self._answering.enter_context(answering_prompts(self._engine))

    def run(self, work: Callable[[], T]) -> "Future[T]":
        """Do it in a thread of the server, as whoever asks now."""
        return self._threads.submit(copy_context().run, work)

    def close(self) -> None:
        """Close the store once what runs is done: a thread must not lose its connection while it uses it."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._answering.close()
        self._engine.close()
