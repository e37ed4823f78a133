"""What every action works with: the open store, who asks, from where, and who hears about it."""

from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from lore.presence import Person, hand
from lore.progress import SILENT, Reporter
from lore.store import Store, open_store

if TYPE_CHECKING:
    from lore.embedding import Embedder
    from lore.search import Searcher


@dataclass(slots=True)
class Engine:
    """One open store and everything that an action may need. A face opens it, and calls actions with it.

    `person` is the proof of `lore.presence` that a person decides; without one, an action that decides is refused.
    Parts that take long to load, the searcher and the embedder, are made when an action first needs them.
    """

    store: Store
    person: Person | None = None
    reporter: Reporter = SILENT
    folder: Path = field(default_factory=Path.cwd)
    """Where the user is: the project of new facts is that of this folder."""
    _searcher: "Searcher | None" = field(default=None, init=False)

    @property
    def actor(self) -> str:
        """Who changes are recorded as: `person`, or `agent:NAME` in an agent's shell."""
        return hand()

    @property
    def searcher(self) -> "Searcher":
        """Stays open with the engine, so that a second search is quick."""
        if self._searcher is None:
            from lore.search import Searcher

            self._searcher = Searcher(self.store)
        return self._searcher

    @property
    def embedder(self) -> "Embedder":
        """The bundled model, which compares facts. Raises ModelError where its files are damaged."""
        from lore.embedding import bundled_embedder

        return bundled_embedder(self.store.folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.store.close()


def open_engine(folder: Path | None = None, *, person: Person | None = None, reporter: Reporter = SILENT) -> Engine:
    """An engine over the store of this user, or of `folder`. Raises StoreError, Busy."""
    return Engine(open_store(folder), person=person, reporter=reporter)
