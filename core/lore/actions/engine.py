"""What every action works with: the open store, who asks, from where, and who hears about it."""

import threading
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from lore import paths
from lore.errors import BadInput
from lore.progress import SILENT, Reporter

if TYPE_CHECKING:
    from lore.embedding import Embedder
    from lore.presence import Person
    from lore.search import Searcher
    from lore.store import Store


class Engine:
    """One store and everything that an action may need. A face opens it, and calls actions with it.

    What takes long to load, the searcher and the embedder, is made when an action first needs it.
    """

    def __init__(
        self,
        store: "Store | None" = None,
        *,
        person: "Person | None" = None,
        reporter: Reporter = SILENT,
        folder: Path | None = None,
        home: Path | None = None,
        budget_s: float | None = None,
        backs_up: bool = True,
        stays_open: bool = False,
        by_words: bool = False,
        waits: bool = True,
    ) -> None:
        """store: default the one in `home`, opened by the first action that needs it: some work without one.

        folder: where the user is, default the current folder; new facts belong to its project. home: the data folder,
        default that of this user. budget_s: seconds that a change waits for another writer, default 30. backs_up: off
        where nobody may wait for a copy of the store when it is closed. stays_open: many actions follow one another, as
        in the app; then an undo of what was done through this engine asks nothing. by_words: no model is loaded. waits:
        off where a search answers by words while the model is being loaded.
        """
        self.person = person
        """The proof of `lore.presence` that a person decides; without one, an action that decides is refused."""
        self.reporter = reporter
        self.stays_open = stays_open
        self._store = store
        self._home = home
        self._folder = folder
        self._budget_s = budget_s
        self._backs_up = backs_up
        self._by_words = by_words
        self._waits = waits
        self._opening = threading.RLock()
        self._searcher: Searcher | None = None

    def asked(
        self, *, person: "Person | None" = None, folder: Path | None = None, reporter: Reporter | None = None
    ) -> "Engine":
        """An engine for one request over the same store and with the same searcher: who decides, where, who hears."""
        other = Engine(
            self.store,
            person=person,
            reporter=reporter or self.reporter,
            folder=folder or self._folder,
            stays_open=self.stays_open,
        )
        other._searcher = self.searcher
        return other

    @property
    def home(self) -> Path:
        """The data folder."""
        return self._store.folder if self._store else self._home or paths.home()

    @property
    def store(self) -> "Store":
        """Opened where it is not open yet. Raises StoreError, Busy."""
        with self._opening:
            if self._store is None:
                self._store = _opened(self._home, self._budget_s)
                self._store.backs_up = self._backs_up
            return self._store

    @property
    def named_folder(self) -> Path | None:
        """The folder that was named; None where it is the current one."""
        return self._folder

    @property
    def folder(self) -> Path:
        """Where the user is. Raises BadInput where that is gone."""
        try:
            return self._folder or Path.cwd()
        except FileNotFoundError as error:
            raise BadInput("the current folder is gone", hint="change to a folder that exists") from error

    @property
    def project(self) -> str | None:
        """The key of the project of the folder; None where the folder is gone or its `.git` cannot be read."""
        from lore.projects import asking_project  # 20 ms, which what asks for no project does not pay

        return asking_project(self.store.projects.all_known(), self._folder)

    @property
    def said_here(self) -> str:
        """What a person is to be told of the project of the folder; mostly nothing, as where nobody can know it."""
        from lore.projects import said_of

        try:
            found = said_of(self.folder, self.store.projects.all_known())
        except BadInput:
            return ""
        return found.text if found else ""

    @property
    def actor(self) -> str:
        """Who changes are recorded as: `person`, or `agent:NAME` in an agent's shell."""
        from lore.presence import hand

        return hand()

    @property
    def units(self) -> set[int]:
        """The undo units that were written through this engine."""
        return self._store.units if self._store else set()

    def data_version(self) -> int:
        """A number that changes when anything was written by another process or another thread."""
        return self.store.data_version()

    @property
    def searcher(self) -> "Searcher":
        """Stays open with the engine, so that a second search is quick."""
        with self._opening:
            if self._searcher is None:
                from lore.search import Searcher

                self._searcher = Searcher(self.store, _no_model() if self._by_words else None, waits=self._waits)
            return self._searcher

    @property
    def embedder(self) -> "Embedder":
        """The bundled model, which compares facts. Raises ModelError where its files are damaged."""
        from lore.embedding import bundled_embedder

        return bundled_embedder(self.home)

    def close(self) -> None:
        """Close the store, where one was opened."""
        if self._store is not None:
            try:
                self._note_consolidation()
            finally:
                self._store.close()

    def in_folder(self, folder: Path) -> "Engine":
        """The same store, model and indexes for a user in another folder. Closing this one closes that as well."""
        other = Engine(self.store, person=self.person, reporter=self.reporter, folder=folder, by_words=self._by_words)
        other._searcher = self.searcher
        return other

    def _note_consolidation(self) -> None:
        """Have the process that ends next start a consolidation, where enough was saved."""
        if self._store is not None and self._store.units and not self.stays_open:
            from lore.actions import background  # what wrote nothing pays for no such question

            background.note_if_due(self._store)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def open_engine(
    folder: Path | None = None,
    *,
    person: "Person | None" = None,
    reporter: Reporter = SILENT,
    budget_s: float | None = None,
) -> Engine:
    """An engine over the store of this user, or of `folder`, opened now. Raises StoreError, Busy."""
    return Engine(_opened(folder, budget_s), person=person, reporter=reporter)


def _opened(home: Path | None, budget_s: float | None) -> "Store":
    from lore.store import open_store  # 60 ms, which what needs no store does not pay

    return open_store(home) if budget_s is None else open_store(home, budget_s=budget_s)


def _no_model() -> "Embedder":
    from lore.embedding import NoModel

    return NoModel()


def damage_met() -> list[str]:
    """The names of the rows that were left out since this was asked last, because they are damaged on disk."""
    from lore.store import damage_met as met

    return met()


class FactOrder(StrEnum):
    """What a list of facts begins with."""

    NEWEST = "newest"
    STRONGEST = "strongest"
    USED = "used"
    """Said or used last."""


def is_known_project(engine: Engine) -> bool:
    """Whether a fact or a session belongs to the project of the folder you are in."""
    return engine.project is not None and engine.store.projects.is_in_use(engine.project)


def something_waits(engine: Engine) -> bool:
    """Whether anything may wait for a person, or nothing is stored yet: looked up, not ranked."""
    return not engine.store.is_quiet()


def is_empty(engine: Engine) -> bool:
    """Whether nothing was ever read or saved here."""
    store = engine.store
    return not (store.facts.count() or store.candidates.ids() or store.projects.keys_in_use())
