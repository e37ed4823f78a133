"""The face of a memory, as protocols: what the rooms above rest on, and what another backend has to keep.

A memory has rooms that speak the domain. They read at once, and write inside `with memory.write(who) as change`, which
is one transaction and one undo unit. What each method promises stands at the method of the same name in
`lore.store.sqlite`; `tests/store_contract` asks it of any backend.

`W` is the kind of transaction that a backend hands out: a room takes only those of its own memory.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, TypeVar

from lore.model import (
    AuditEvent,
    Candidate,
    CandidateStatus,
    Chunk,
    Clean,
    Collection,
    Document,
    Event,
    Evidence,
    Fact,
    Link,
    LinkKind,
    Passage,
    PassageType,
    Project,
    Run,
    Session,
    Turn,
    Usage,
)
from lore.presence import Person
from lore.store.filters import FactFilter, SessionFilter
from lore.store.records import Announcement, Holding, SourcePosition, VectorRow, Vitals


class Transaction(Protocol):
    """One running write: who does it, and in which run. Of no use after it."""

    actor: str
    run: str | None
    unit: int
    """The number of what was done, once something was; undone together."""

    def record(
        self,
        action: str,
        table: str,
        target: str,
        before: Mapping[str, object] | None,
        after: Mapping[str, object] | None,
    ) -> int: ...


W = TypeVar("W", bound=Transaction)
W_contra = TypeVar("W_contra", bound=Transaction, contravariant=True)


class Facts(Protocol[W_contra]):
    """Facts with their evidence, links and use."""

    def get(self, fact_id: str) -> Fact: ...

    def has(self, fact_id: str) -> bool: ...

    def many(self, ids: Sequence[str]) -> list[Fact]: ...

    def ids(
        self, wanted: FactFilter | None = None, *, newest_first: bool = True, limit: int | None = None
    ) -> list[str]: ...

    def select(self, wanted: FactFilter | None = None, *, limit: int | None = None) -> list[Fact]: ...

    def texts(self, wanted: FactFilter | None = None, *, limit: int | None = None) -> dict[str, Clean]: ...

    def count(self, wanted: FactFilter | None = None) -> int: ...

    def same_text(self, text: str) -> list[Fact]: ...

    def evidence(self, ids: Sequence[str]) -> dict[str, list[Evidence]]: ...

    def links(self, fact_id: str) -> list[Link]: ...

    def usage(self, ids: Sequence[str]) -> dict[str, Usage]: ...

    def damaged(self, ids: Sequence[str]) -> list[str]: ...

    def vitals(self, ids: Sequence[str]) -> list[Vitals]: ...

    def uses(self, ids: Sequence[str]) -> dict[str, list[dict[str, str | None]]]: ...

    def add_uses(self, change: W_contra, fact_id: str, uses: Sequence[Mapping[str, str | None]]) -> None: ...

    def expired(self, now: str) -> list[str]: ...

    def contradicted(self) -> list[str]: ...

    def add(self, change: W_contra, fact: Fact, evidence: Sequence[Evidence] = ()) -> Fact: ...

    def update(
        self, change: W_contra, fact_id: str, *, action: str = "fact.edit", rev: int | None = None, **fields: object
    ) -> Fact: ...

    def add_evidence(self, change: W_contra, fact_id: str, evidence: Evidence) -> Evidence | None: ...

    def link(self, change: W_contra, source: str, kind: LinkKind, target: str) -> Link: ...

    def settle(self, change: W_contra, link: Link) -> Link: ...


class Candidates(Protocol[W_contra]):
    """The review queue: proposals that wait for a person."""

    def get(self, candidate_id: str) -> Candidate: ...

    def many(self, ids: Sequence[str]) -> list[Candidate]: ...

    def ids(self, statuses: Sequence[CandidateStatus] = ...) -> list[str]: ...

    def select(self, statuses: Sequence[CandidateStatus] = ...) -> list[Candidate]: ...

    def of_fact(self, fact_id: str) -> list[Candidate]: ...

    def with_fingerprint(self, fingerprint: str) -> list[Candidate]: ...

    def add(self, change: W_contra, candidate: Candidate) -> Candidate: ...

    def update(
        self, change: W_contra, candidate_id: str, *, action: str, rev: int | None = None, **fields: object
    ) -> Candidate: ...


class Sessions(Protocol[W_contra]):
    """The journal. What an undo withdrew is not seen."""

    def get(self, session_id: str) -> Session: ...

    def find(self, session_id: str) -> Session | None: ...

    def select(self, wanted: SessionFilter | None = None, *, limit: int | None = None) -> list[Session]: ...

    def count(self, wanted: SessionFilter | None = None) -> int: ...

    def turns(self, session_id: str) -> list[Turn]: ...

    def turn(self, session_id: str, source_id: str) -> Turn | None: ...

    def first_prompts(self, ids: Sequence[str]) -> dict[str, Clean]: ...

    def with_prefix(self, text: str, *, limit: int = 2) -> list[Session]: ...

    def events(self, session_id: str) -> list[Event]: ...

    def known_ids(self, session_id: str) -> set[str]: ...

    def put(self, change: W_contra, session: Session) -> Session: ...

    def add_turns(self, change: W_contra, session_id: str, turns: Sequence[Turn]) -> list[Turn]: ...

    def add_events(self, change: W_contra, session_id: str, events: Sequence[Event]) -> int: ...


class Sources(Protocol[W_contra]):
    """How far each transcript file was read."""

    def position(self, path: str) -> SourcePosition | None: ...

    def put(self, change: W_contra, position: SourcePosition) -> None: ...


class Documents(Protocol[W_contra]):
    """Collections of documents, and what was read from their files."""

    def collections(self) -> list[Collection]: ...

    def any(self) -> bool: ...

    def named(self, name: str) -> Collection: ...

    def id_of(self, name: str) -> str | None: ...

    def holdings(self) -> list[Holding]: ...

    def add(self, change: W_contra, collection: Collection) -> Collection: ...

    def remove(self, change: W_contra, collection: Collection) -> None: ...

    def of(self, collection: Collection) -> list[Document]: ...

    def chunks(self, document: Document) -> list[Chunk]: ...

    def chunk(self, name: str) -> tuple[Document, Chunk]: ...

    def ending(self, path: str) -> list[Document]: ...

    def put(self, change: W_contra, document: Document, chunks: Sequence[Chunk]) -> Document: ...

    def drop(self, change: W_contra, documents: Sequence[Document]) -> None: ...

    def say_synced(self, change: W_contra, collection: Collection, counts: dict[str, int]) -> None: ...


class Projects(Protocol[W_contra]):
    """The projects that were seen."""

    def get(self, key: str) -> Project: ...

    def all_known(self) -> list[Project]: ...

    def keys_in_use(self) -> dict[str, int]: ...

    def has(self, key: str) -> bool: ...

    def is_in_use(self, key: str) -> bool: ...

    def put(self, change: W_contra, project: Project) -> Project: ...

    def meet(self, change: W_contra, project: Project) -> None: ...


class Settings(Protocol[W_contra]):
    """Named values that a person set; anything JSON holds."""

    def get(self, key: str, default: object = None) -> object: ...

    def many(self, keys: Iterable[str]) -> Mapping[str, object]:
        """The values of those of the keys that have one."""
        ...

    def put(self, change: W_contra, key: str, value: object) -> None: ...


class Roots(Protocol[W_contra]):
    """The folders that a project is known to live in. A folder that only says so itself is none of them."""

    def of(self, key: str) -> frozenset[str]: ...

    def is_known(self, project: Project) -> bool: ...

    def is_elsewhere(self, project: Project) -> bool: ...

    def add(self, change: W_contra, project: Project) -> None: ...


class Audit(Protocol):
    """Who changed what, when, and how it was before."""

    def select(
        self,
        *,
        actor: str | None = None,
        action: str | None = None,
        target: str | None = None,
        run: str | None = None,
        after: str | None = None,
        before: str | None = None,
        limit: int | None = None,
        below_seq: int | None = None,
    ) -> list[AuditEvent]: ...

    def retired(self, run: str) -> list[str]: ...

    def get(self, seq: int) -> AuditEvent: ...

    def seqs(self, limit: int | None = None) -> list[int]: ...

    def count(self) -> int: ...

    def count_after(self, seq: int) -> int: ...

    def first_at(self) -> str | None: ...

    def touched_by(self, actor: str, ids: Sequence[str], actions: Sequence[str]) -> set[str]: ...

    def was_purged(self, name: str) -> bool: ...


class Runs(Protocol[W_contra]):
    """Batches of changes under one id."""

    def start(self, change: W_contra, kind: str) -> Run: ...

    def finish(self, change: W_contra, run_id: str, summary: Mapping[str, int]) -> None: ...

    def get(self, run_id: str) -> Run: ...

    def latest(self, kind: str | None = None) -> Run | None: ...


class Passages(Protocol):
    """Everything searchable. A fact of any status is a passage; what is withdrawn, or in no collection, is none."""

    def many(self, ids: Sequence[str]) -> dict[str, Passage]: ...

    def pages(self, size: int = 2000) -> Iterator[list[Passage]]: ...

    def count(self) -> dict[PassageType, int]: ...

    def longer_than(self, characters: int) -> int: ...


class Vectors(Protocol):
    """The vectors of every model; those of models no longer used stay until a rebuild."""

    def put(self, rows: Sequence[VectorRow]) -> None: ...

    def drop(self, passages: Sequence[str]) -> None: ...

    def hashes(self, passages: Sequence[str], model: str) -> dict[str, str]: ...

    def of(self, passages: Sequence[str], model: str) -> list[VectorRow]: ...

    def pages(self, model: str, size: int = 2000, *, after: int = 0) -> Iterator[list[VectorRow]]: ...

    def missing(self, model: str, size: int = 2000) -> Iterator[list[str]]: ...

    def count(self, model: str) -> int: ...

    def last_seq(self, model: str) -> int: ...

    def pending(self, model: str) -> int: ...


class Accesses(Protocol):
    """Records use without ever making a read wait: what cannot be written at once is left for the next writer."""

    def record(self, facts: Sequence[str], *, session: str | None = None, kind: str = "search") -> None: ...


class Memory(Protocol[W]):
    """What can be remembered, wherever it is kept."""

    @property
    def facts(self) -> Facts[W]: ...

    @property
    def candidates(self) -> Candidates[W]: ...

    @property
    def sessions(self) -> Sessions[W]: ...

    @property
    def sources(self) -> Sources[W]: ...

    @property
    def documents(self) -> Documents[W]: ...

    @property
    def projects(self) -> Projects[W]: ...

    @property
    def settings(self) -> Settings[W]: ...

    @property
    def roots(self) -> Roots[W]: ...

    @property
    def audit(self) -> Audit: ...

    @property
    def runs(self) -> Runs[W]: ...

    @property
    def passages(self) -> Passages: ...

    @property
    def vectors(self) -> Vectors: ...

    @property
    def accesses(self) -> Accesses: ...

    def write(self, who: str | Person, run: str | None = None) -> AbstractContextManager[W]:
        """One transaction and one undo unit. Nothing is written when the body raises. Raises Busy, NeedsPerson."""
        ...

    def changes_since(self, cursor: int, limit: int) -> list[Announcement]:
        """What passages changed, appeared or went after a cursor (0: ever), oldest first, at most `limit`."""
        ...

    def cursor(self) -> int:
        """What `changes_since` would go on from after everything that was announced until now."""
        ...

    def close(self) -> None: ...


class LocalStore(Memory[W], Protocol[W]):
    """A memory in a folder of this machine, which can be copied, replaced and cleaned as a whole."""

    @property
    def folder(self) -> Path: ...

    def alone(self) -> AbstractContextManager[None]:
        """No other process writes during the body, nor may `write` be called in it. Raises Busy."""
        ...

    def drain_spool(self) -> int:
        """Take over the lines that other processes had to leave. Returns their number. Raises Busy, StoreError."""
        ...

    def generation(self) -> int:
        """Counts how often the store went back to a copy: an index of another generation must be made anew."""
        ...

    def copy_into(self, target: Path) -> None:
        """Write a compact copy into an empty file. Raises StoreError."""
        ...

    def overwrite_from(self, source: Path) -> None:
        """Replace the whole content by that of a checked copy, as one write. Raises Busy, StoreError."""
        ...

    def scrub(self) -> None:
        """Rewrite the file so that nothing that was purged is left in it or its log. Raises Busy."""
        ...
