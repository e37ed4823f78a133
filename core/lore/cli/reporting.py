"""What an action tells while it runs, on stderr: a bar for each stage, a line for each warning."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from lore.cli import console
from lore.progress import Progress, Reporter


class Bars:
    """One bar at a time, named after the stage. Nothing is drawn where stderr is no terminal."""

    def __init__(self) -> None:
        self._closing = ExitStack()
        self._bar: Progress | None = None

    def stage(self, name: str) -> None:
        """End the bar there is, and begin one for this stage; an empty name only ends."""
        self.end()
        if not name:
            return
        self._bar = self._closing.enter_context(console.progress(name))

    def progress(self, done: int, whole: int) -> None:
        if self._bar:
            self._bar(done, whole)

    def end(self) -> None:
        self._bar = None
        self._closing.close()


@contextmanager
def reporting() -> Iterator[Reporter]:
    """A reporter that shows what it hears on stderr."""
    bars = Bars()
    try:
        yield Reporter(warn=lambda error: console.warn(error.message), progress=bars.progress, stage=bars.stage)
    finally:
        bars.end()


def tell_unembedded(passages: int) -> None:
    """Say how many passages are still to embed at most; nothing where none is."""
    if passages:
        console.note(
            f"up to {passages:,} passages still to embed: the app goes on with it while it is open, `lore reindex` now"
        )
