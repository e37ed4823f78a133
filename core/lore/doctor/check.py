"""What a check is, and what comes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum, StrEnum
from pathlib import Path

from lore import clock, paths
from lore.config import Config, in_force
from lore.embedding import Embedder, embedder_in_use
from lore.errors import LoreError, NotFound, StoreError
from lore.intake import sanitise
from lore.progress import Progress
from lore.store import Backup, Store, hint_for, newest_whole, open_store
from lore.text import counted, one_line

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


class Outcome(StrEnum):
    """How a check came out, in the order of gravity."""

    OK = "ok"
    SKIPPED = "skipped"
    """It could not be asked; the sentence says why. Counts for nothing."""
    WARN = "warn"
    FAIL = "fail"


class Group(StrEnum):
    """What a check looks at; in the order of the report."""

    STRUCTURE = "structure"
    FRESHNESS = "freshness"
    INFRASTRUCTURE = "infrastructure"
    QUALITY = "quality"
    SYNC = "sync"
    BEHAVIOUR = "behaviour"


class Need(IntEnum):
    """What must hold before a check can be asked."""

    NOTHING = 0
    FOLDER = 1
    """There is a data folder."""
    STORE = 2
    """The store opens."""
    SOUND = 3
    """The structure of its file is whole: the check writes."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: one sentence, and the next step where something is wrong."""

    outcome: Outcome
    says: str
    fix: str | None = None
    repairable: bool = True
    """Whether the repair of the check, where it has one, can put it right."""

    @property
    def is_wrong(self) -> bool:
        return self.outcome in (Outcome.WARN, Outcome.FAIL)


def ok(says: str) -> Finding:
    return Finding(Outcome.OK, says)


def warn(says: str, fix: str | None = None, *, repairable: bool = True) -> Finding:
    return Finding(Outcome.WARN, says, fix, repairable)


def fail(says: str, fix: str | None = None, *, repairable: bool = True) -> Finding:
    return Finding(Outcome.FAIL, says, fix, repairable)


def skipped(says: str, fix: str | None = None) -> Finding:
    return Finding(Outcome.SKIPPED, says, fix)


@dataclass(frozen=True, slots=True)
class Repair:
    """How `lore doctor --fix` puts right what a check found."""

    does: str
    """What was done to each of the things that are counted, such as `duplicates merged`."""
    run: Callable[["Inspection"], int]
    """Does it, and counts. Raises LoreError."""
    needs_backup: bool = True
    """Whether it rests on the store: a backup that succeeds also proves that its structure is whole."""


@dataclass(frozen=True, slots=True)
class Check:
    """One entry of the registry."""

    id: str
    group: Group
    title: str
    asks: str
    """The question in one sentence, for the documentation and for the report as JSON."""
    ask: Callable[["Inspection"], Finding]
    repair: Repair | None = None
    need: Need = Need.STORE


@dataclass(frozen=True, slots=True)
class Result:
    """One check with what it found."""

    check: Check
    finding: Finding
    took_ms: float


@dataclass(frozen=True, slots=True)
class Repaired:
    """What one repair did."""

    check: str
    """The id of the check that called for it."""
    does: str
    count: int
    failure: str | None = None
    """Why it could not be done."""


@dataclass(frozen=True, slots=True)
class Report:
    """One visit of the doctor."""

    at: str
    results: tuple[Result, ...]
    repairs: tuple[Repaired, ...] = ()
    backup: str | None = None
    """The name of the copy that was made before the repairs."""
    run: str | None = None
    """The run of the repairs: `lore undo --run` takes them back."""
    notes: tuple[str, ...] = ()
    """What could not be done, such as recording this visit."""

    @property
    def wrong(self) -> tuple[Result, ...]:
        """What came out as a warning or a failure, in order."""
        return tuple(result for result in self.results if result.finding.is_wrong)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to check yet; the first result says what to do."""
        return all(result.finding.outcome is Outcome.SKIPPED for result in self.results)

    def count(self, outcome: Outcome) -> int:
        return sum(result.finding.outcome is outcome for result in self.results)

    @property
    def outcome(self) -> Outcome:
        """The worst of all checks."""
        return next((one for one in (Outcome.FAIL, Outcome.WARN) if self.count(one)), Outcome.OK)

    @property
    def exit_code(self) -> int:
        """0 healthy, 1 warning, 2 critical."""
        return {Outcome.OK: 0, Outcome.WARN: 1, Outcome.FAIL: 2}[self.outcome]


def worst_of(*asks: Callable[["Inspection"], Finding]) -> Callable[["Inspection"], Finding]:
    """One check that asks several things: it says the gravest, the first of those; where all is well, the first."""

    def ask(inspection: "Inspection") -> Finding:
        gravity = list(Outcome)
        return max((one(inspection) for one in asks), key=lambda finding: gravity.index(finding.outcome))

    return ask


SHOWN = 3
"""Things a sentence names; of more it gives the number."""


def listed(paths: Sequence[Path], home: Path) -> str:
    """Files below the data folder: the first few, and how many more."""
    return named([f"`{path.relative_to(home)}`" if path != home else "the folder itself" for path in paths])


def named(names: Sequence[str]) -> str:
    """The first few names, and how many more."""
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def size(number: int) -> str:
    """Bytes for people."""
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.1f} MB"


def age(days: float) -> str:
    """A span of time for people."""
    if days < 1 / 24:
        return "less than an hour"
    if days < 2:
        return counted(round(days * 24), "hour")
    return counted(round(days), "day")
