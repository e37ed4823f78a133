"""Takes the memories of a source into the store: through intake, tainted, once, under one run."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from lore import clock
from lore.config import CAPTURED, in_force
from lore.errors import BadInput
from lore.intake import Scanner, clean, clean_bounded, clean_line, clean_name, suspected
from lore.kinds import PASSING
from lore.memory import Action, may_propose, propose, remember, same_scope
from lore.migrate.records import LONGEST, Memory, Skipped, Source, Unreadable
from lore.model import Clean, Evidence, Fact, Layer, Project, Status
from lore.opening import reason
from lore.progress import SILENT, Reporter
from lore.projects import project_of
from lore.store import Store, Transaction
from lore.text import said_alike

BATCH = 10
"""Memories in one transaction, so that the lock is held for less than 50 ms: each is compared with many facts."""
LONGEST_QUOTE = 4_000
_LONGEST_PART = 1_000
_MOST = 20
"""Tags, concepts and files of one memory that are kept."""
_ACTOR = "import"


@dataclass(frozen=True, slots=True)
class Options:
    """How to take memories over."""

    project: str | None = None
    """The key of the project they belong to; None: what the source says."""
    propose: bool = False
    """Add everything imported to the review queue."""
    scanners: Sequence[Scanner] = ()
    """Second scanners: what one of them takes for a secret is left out."""
    most: int | None = None
    """New facts after which it stops; what was known before does not count."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A memory as a fact, and what became of it: `added`, `reinforced`, `superseded`, `known`, in a preview `new`."""

    fact: Fact
    evidence: Evidence
    action: str


@dataclass(frozen=True, slots=True)
class MigrationSummary:
    """What a migration did."""

    added: int = 0
    reinforced: int = 0
    """Facts that were known and now rest on this too."""
    known: int = 0
    """Memories that were taken over before."""
    proposed: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)
    """What was left out on purpose, by reason."""
    unreadable: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)
    """New facts by kind."""
    run: str | None = None
    """The id that takes it all back; None where nothing was written."""
    is_whole: bool = True
    """Whether everything was looked at; the next call goes on where it is not."""


def migrate(
    store: Store,
    source: Source,
    path: Path,
    options: Options,
    *,
    told: Reporter = SILENT,
    taken: Callable[[Taken], None] = lambda taken: None,
    dry_run: bool = False,
) -> MigrationSummary:
    """Take over everything a source remembers at a path; what was taken over before is left alone.

    taken: called for each memory. dry_run: call it with what would be stored, and write nothing. Raises NotFound and
    BadInput where the path is not what the source expects, Busy, StoreError.
    """
    return _Migration(store, source, options, told, taken, dry_run=dry_run).run(path)


class _Migration:
    """One source on its way into the store."""

    def __init__(
        self,
        store: Store,
        source: Source,
        options: Options,
        reporter: Reporter,
        taken: Callable[[Taken], None],
        *,
        dry_run: bool,
    ) -> None:
        self._store, self._source, self._options, self._told, self._taken = store, source, options, reporter, taken
        self._dry_run = dry_run
        self._confidence = in_force(store)[CAPTURED]
        self._known_projects = store.projects.all_known()
        self._seen: set[str] = set()
        self._counts: Counter[str] = Counter()
        self._skipped: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._run: str | None = None

    def run(self, path: Path) -> MigrationSummary:
        try:
            facts = self._facts(path)
            while batch := list(islice(facts, self._room())):
                self._take(batch)
            is_whole = next(facts, None) is None
        except OSError as error:
            raise BadInput(
                f"`{path}` cannot be read: {reason(error)}", hint=f"expected {self._source.expects}"
            ) from error
        counts = self._counts
        if self._run:
            with self._store.write(_ACTOR, self._run) as transaction:
                self._store.runs.finish(transaction, self._run, dict(counts))
        return MigrationSummary(
            added=counts["added"],
            reinforced=counts["reinforced"],
            known=counts["known"],
            proposed=counts["proposed"],
            skipped=dict(self._skipped),
            unreadable=counts["unreadable"],
            kinds=dict(self._kinds),
            run=self._run,
            is_whole=is_whole,
        )

    def _room(self) -> int:
        """How many memories the next transaction may take."""
        most = self._options.most
        return BATCH if most is None else max(0, min(BATCH, most - self._counts["added"]))

    def _facts(self, path: Path) -> Iterator[tuple[Fact, Evidence]]:
        """The readable memories as facts; the others are counted and told."""
        for found in self._source.read(path):
            match found:
                case Unreadable():
                    self._counts["unreadable"] += 1
                    self._told.warn(BadInput(f"{found.place}: {found.reason}"))
                case Skipped():
                    self._skipped[found.reason] += 1
                case Memory() if not found.text.strip():
                    self._skipped["no text"] += 1
                case Memory():
                    fact, evidence = self._fact(found)
                    if not self._is_suspected(fact, evidence):
                        yield fact, evidence

    def _is_suspected(self, fact: Fact, evidence: Evidence) -> bool:
        """Whether a second scanner sees a secret; that is told, the text is not."""
        seen = suspected(self._options.scanners, (fact.text, evidence.quote, fact.problem, fact.solution))
        if seen:
            self._skipped["a second scanner sees a secret"] += 1
            place = (evidence.source_id or "").partition("#")[0]  # what follows are words of the memory
            self._told.warn(BadInput(f"{place}: a memory that may hold a secret was left out ({seen})"))
        return seen is not None

    def _fact(self, memory: Memory) -> tuple[Fact, Evidence]:
        at = clock.normalise(memory.at)
        text = clean_line(memory.text, LONGEST)
        fact = Fact(
            id="",
            text=text,
            kind=memory.kind,
            layer=memory.layer,
            project=None if memory.layer is Layer.USER else self._project(memory),
            confidence=self._confidence,
            tainted=True,
            tags=_all_clean(memory.tags),
            concepts=_all_clean(memory.concepts),
            files=_all_clean(memory.files),
            problem=_part(memory.problem),
            solution=_part(memory.solution),
            created_at=at or "",
            expires_at=clock.normalise(memory.expires_at),
        )
        quoted = Evidence(
            quote=clean_bounded(memory.quote or memory.text, LONGEST_QUOTE),
            session=clean(memory.session) if memory.session else self._source.name,
            source_id=clean_name(memory.source_id),
            role=memory.role,
            agent=self._source.name,
            at=at,
        )
        return fact, quoted

    def _project(self, memory: Memory) -> str | None:
        """The key of a memory's project: what the person says, the session's, its folder's, or the one of this name."""
        if self._options.project:
            return self._options.project
        session = self._store.sessions.find(memory.session) if memory.session else None
        if session and session.project:
            return session.project
        if memory.folder:
            return project_of(memory.folder, self._known_projects).key
        return self._named(clean(memory.project)) if memory.project else None

    def _named(self, name: str) -> str:
        """The one known project whose key ends in this name, or the name itself."""
        alike = [project.key for project in self._known_projects if _last_part(project) == name.casefold()]
        return alike[0] if len(alike) == 1 else name

    def _take(self, batch: Sequence[tuple[Fact, Evidence]]) -> None:
        new: list[tuple[Fact, Evidence]] = []
        taken: list[Fact] = []
        for fact, evidence in batch:
            known = self._known(fact, evidence)
            if known is None:
                new.append((fact, evidence))
            else:
                taken.append(known)
                self._tell(Taken(known, evidence, Action.KNOWN.value))
        if self._dry_run:
            for fact, evidence in new:
                self._tell(Taken(fact, evidence, self._would_be(fact)))
            return
        wanted = [fact for fact in taken if self._options.propose and _may_propose(self._store, fact)]
        if new or wanted:
            self._write(new, wanted)

    def _known(self, fact: Fact, evidence: Evidence) -> Fact | None:
        """The fact this memory became when it was taken over before, or the trusted one that says the same."""
        stored = self._same(fact)
        told = self._store.facts.evidence([one.id for one in stored])
        place = (evidence.session, evidence.source_id, evidence.quote)
        return next(
            (
                one
                for one in stored
                if not one.tainted or any(place == (item.session, item.source_id, item.quote) for item in told[one.id])
            ),
            None,
        )

    def _same(self, fact: Fact) -> list[Fact]:
        return [one for one in self._store.facts.same_text(fact.text) if same_scope(one, fact)]

    def _would_be(self, fact: Fact) -> str:
        """What a run that writes would make of a memory that is not known."""
        mark = f"{said_alike(fact.text)} {fact.layer} {fact.project}"
        again = mark in self._seen or bool(self._same(fact))
        self._seen.add(mark)
        return Action.REINFORCED.value if again else "new"

    def _write(self, new: Sequence[tuple[Fact, Evidence]], wanted: Sequence[Fact]) -> None:
        if self._run is None:
            with self._store.write(_ACTOR) as transaction:
                self._run = self._store.runs.start(transaction, "migration").id
        with self._store.write(_ACTOR, self._run) as transaction:
            for fact in wanted:
                self._propose(transaction, fact)
            for fact, evidence in new:
                outcome = remember(self._store, transaction, fact, [evidence])
                if self._options.propose and _may_propose(self._store, outcome.fact):
                    self._propose(transaction, outcome.fact)
                self._tell(Taken(outcome.fact, evidence, outcome.action.value))

    def _propose(self, transaction: Transaction, fact: Fact) -> None:
        propose(self._store, transaction, fact, because=f"imported from {self._source.name}", sessions=1)
        self._counts["proposed"] += 1

    def _tell(self, taken: Taken) -> None:
        self._taken(taken)
        if taken.action in (Action.KNOWN, Action.REINFORCED):
            self._counts[taken.action] += 1
        else:
            self._counts["added"] += 1
            self._kinds[taken.fact.kind.value] += 1


def _may_propose(store: Store, fact: Fact) -> bool:
    """The person asked for cards; what a file says is tainted, and its card says so."""
    is_open = fact.status is Status.ACTIVE and may_propose(store, fact)
    return fact.kind not in PASSING and is_open


def _last_part(project: Project) -> str:
    return project.key.rstrip("/").rsplit("/", 1)[-1].casefold()


def _part(text: str | None) -> Clean | None:
    cleaned = clean_line(text, _LONGEST_PART) if text else None
    return cleaned or None


def _all_clean(texts: Sequence[str]) -> tuple[Clean, ...]:
    kept = dict.fromkeys(clean_line(text, 200) for text in texts[:_MOST])
    return tuple(text for text in kept if text)
