"""Where actions run: a thread with an engine of its own, one action after the other, so that none waits in the loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from lore import presence
from lore.actions import Engine, damage_met
from lore.errors import Busy, LoreError
from lore.progress import Reporter

SENDER = "http"
"""The agent that everything over HTTP comes from."""
MOST_WAITING = 32
"""Requests that wait for a lane; one more is told to come back."""
R = TypeVar("R")
Work = Callable[[Engine], R]


class Lane:
    """One thread and one engine."""

    def __init__(self, name: str, home: Path, folder: Path) -> None:
        """home: the data folder. folder: whose project is meant where none is named."""
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"lore-{name}")
        self._home, self._folder = home, folder
        self._engine: Engine | None = None
        self._waiting = 0
        self._is_stopping = False

    async def run(self, work: Work[R]) -> tuple[R, list[str]]:
        """What the work returns, as done by an agent, and what it warned of. Raises LoreError, Busy."""
        if self._waiting >= MOST_WAITING:
            raise Busy("too many requests wait", hint="try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._done, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Wait for what runs, which is told to stop where it can, and close the store."""
        self._is_stopping = True
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    def _done(self, work: Work[R]) -> tuple[R, list[str]]:
        engine, warnings = self._opened(), []

        def warn(error: LoreError) -> None:
            warnings.append(f"{error.message}: {error.hint}" if error.hint else error.message)

        engine.reporter = Reporter(warn=warn, stopped=lambda: self._is_stopping)
        with presence.asked_by_agent(SENDER, alone=False):
            answer = work(engine)
        warnings += [f"`{name}` is damaged on disk and was left out" for name in damage_met()]
        return answer, warnings

    def _opened(self) -> Engine:
        """The engine of this thread. Whoever started the server opens the store, not the sender of a request."""
        if self._engine is None:
            self._engine = Engine(home=self._home, folder=self._folder)
        _ = self._engine.store
        return self._engine

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.close()


class Lanes:
    """One for what reads, one for what writes and may take minutes."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.reads, self.writes = (Lane(name, home, folder) for name in ("reads", "writes"))

    def of(self, method: str) -> Lane:
        return self.reads if method == "GET" else self.writes

    def close(self) -> None:
        for lane in (self.reads, self.writes):
            lane.close()
