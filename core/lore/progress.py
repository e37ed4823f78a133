"""How work tells whoever started it what happens meanwhile: one reporter for every face."""

from collections.abc import Callable
from dataclasses import dataclass

from lore.errors import LoreError

Progress = Callable[[int, int], None]
"""Called with how much is done and how much there is; the whole may grow."""


def _ignore(*_: object) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Reporter:
    """What a face wants to hear while an action runs. Every field may be called from a worker thread."""

    warn: Callable[[LoreError], None] = _ignore
    """Something was left out, with its reason and a next step; the rest goes on."""
    progress: Progress = _ignore
    """Progress of the stage that was named last."""
    stage: Callable[[str], None] = _ignore
    """A stage begins, named such as `embedding`; an empty name says that the last one is over."""
    stopped: Callable[[], bool] = lambda: False
    """Whether the work should stop at the next safe point; what was done until then stays."""


SILENT = Reporter()
