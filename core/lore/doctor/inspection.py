"""The store that is looked at: opened once, when the first check needs it."""

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from lore import clock, paths
from lore.config import Config, in_force
from lore.embedding import Embedder, embedder_in_use
from lore.errors import LoreError, NotFound, StoreError
from lore.intake import sanitise
from lore.progress import Progress
from lore.store import Backup, Store, hint_for, newest_whole, open_store
from lore.text import one_line

ACTOR = "doctor"
"""In whose name repairs and visits are recorded."""
BUDGET_S = 5.0
"""How long a check waits for another writer."""


@dataclass(slots=True)
class Inspection:
    """One data folder, and what was learnt of it on the way."""

    folder: Path
    now: str = field(default_factory=clock.now)
    progress: Progress = lambda done, whole: None
    """Told by checks and repairs that may take long."""
    backup: Backup | None = None
    """The copy that was made before the repairs."""
    run: str | None = None
    """The run that repairs of facts belong to."""
    _store: Store | None = field(default=None, init=False)
    _refusal: LoreError | None = field(default=None, init=False)

    @property
    def store(self) -> Store:
        """The open store. Raises LoreError with the reason why it cannot be opened; never makes a new one."""
        if self._refusal is not None:
            raise self._refusal
        if self._store is None:
            try:
                self._store = self._open()
            except LoreError as error:
                self._refusal = error
                raise
        return self._store

    @property
    def config(self) -> Config:
        """The settings in force. Raises LoreError where the store cannot be opened."""
        return in_force(self.store)

    @property
    def embedder(self) -> Embedder:
        return embedder_in_use(self.store)

    def opens(self) -> bool:
        """Whether the store can be opened."""
        try:
            return self.store is not None
        except LoreError:
            return False

    def ago(self, days: float) -> str:
        """The moment so many days before now."""
        moment = clock.parse(self.now)
        assert moment is not None  # made by `clock.now`
        return clock.stamp(moment - timedelta(days=days))

    def repair_run(self) -> str:
        """The run of the repairs, begun when the first of them changes a fact."""
        if self.run is None:
            with self.store.write(ACTOR) as transaction:
                self.run = self.store.runs.start(transaction, "repair").id
        return self.run

    def reopen(self) -> None:
        """Forget that the store could not be opened: it was replaced."""
        self.close()
        self._refusal = None

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None

    def _open(self) -> Store:
        database = paths.database(self.folder)
        try:
            if not database.exists() and not newest_whole(self.folder):
                raise NotFound(f"there is no store in `{self.folder}`", hint="`lore capture` or `lore add` makes one")
            if database.exists() and not database.is_file():
                raise StoreError(f"`{database}` is not a file", hint="move it away, then `lore restore-backup`")
        except OSError as error:
            raise StoreError(
                f"`{database}` cannot be reached: {error.strerror}", hint=hint_for(self.folder) or "check who owns it"
            ) from error
        try:
            store = open_store(self.folder, budget_s=BUDGET_S)
        except LoreError:
            raise
        except Exception as error:  # whatever damage makes of a file, the report is made
            raise StoreError(f"the store cannot be read: {sanitise(one_line(str(error)))}") from error
        # What a visit writes is no work that could be lost.
        store.backs_up = False
        return store
