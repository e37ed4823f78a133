"""The dataclasses that every room speaks. All are frozen: a change is a new one, made with `dataclasses.replace`.

Text that people or agents wrote has the type `Clean`: it came through the intake door (`lore.intake.clean`), so it
holds no secret and no terminal escape. Times are ISO 8601 in UTC, as `lore.clock` makes them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from lore.audit import NOTES as NOTES, AuditEvent as AuditEvent, Subject as Subject, SubjectKind as SubjectKind
from lore.clean import NOTHING, Clean as Clean
from lore.kinds import (
    KIND_ALIASES as KIND_ALIASES,
    RULE_KINDS as RULE_KINDS,
    Kind as Kind,
    PassageType as PassageType,
    kind_of as kind_of,
)
from lore.text import searched_text


class Layer(StrEnum):
    """Who owns a fact; the first is the most specific and wins on conflict."""

    USER_PROJECT = "user_project"
    PROJECT = "project"
    USER = "user"
    ORG = "org"


class Status(StrEnum):
    """Where a fact stands in its life. Nothing is deleted by the machine: a status moves."""

    PENDING = "pending"
    ACTIVE = "active"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"


class Tier(StrEnum):
    """An episode fades quickly, semantic knowledge slowly."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"


class Role(StrEnum):
    """Who or what a text came from."""

    USER = "user"
    """The person who uses this store typed it here."""
    SOMEBODY = "somebody"
    """It stands in a user's name, but nothing says that this person typed it: a program's prompt, another's session."""
    ASSISTANT = "assistant"
    TOOL = "tool"
    FILE = "file"
    IMPORT = "import"
    WEB = "web"


UNTRUSTED_ROLES = frozenset(Role) - {Role.USER}
"""Trust follows the speaker: what any other than the person said is tainted, wherever it stands. An assistant may only
repeat what it read. No agent is given it before a person approved it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One atomic, self-contained statement."""

    id: str
    text: Clean
    kind: Kind
    status: Status = Status.ACTIVE
    tier: Tier = Tier.EPISODIC
    layer: Layer = Layer.PROJECT
    project: str | None = None
    """None where it holds everywhere."""
    confidence: float = 0.5
    """Base confidence by provenance, 0 to 1; strength is computed from it, never stored."""
    tainted: bool = False
    pinned: bool = False
    approved_at: str | None = None
    """When a person made it a convention."""
    tags: tuple[Clean, ...] = ()
    wrong: Clean | None = None
    right: Clean | None = None
    problem: Clean | None = None
    solution: Clean | None = None
    because: Clean | None = None
    """Why it holds, as it was said: the clause, where the text does not give it."""
    concepts: tuple[Clean, ...] = ()
    files: tuple[Clean, ...] = ()
    created_at: str = ""
    happened_at: str | None = None
    expires_at: str | None = None
    hash: str = ""
    """Of the normalised text: equal hashes are exact duplicates."""
    rev: int = 1
    """Counts the changes: a decision on an old view is noticed."""

    @property
    def details(self) -> tuple[str, ...]:
        """What it is found by beside its text."""
        several = (*self.concepts, *self.tags, *self.files)
        return details_of(self.text, (self.because, self.problem, self.solution, *several))


def details_of(text: str, fields: Iterable[str | None]) -> tuple[str, ...]:
    """The fields of a fact that say more than its text, once each, in their order."""
    return tuple(dict.fromkeys(field for field in fields if field and field not in text))


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exact quotation a fact rests on, and where it stands."""

    quote: Clean
    session: str | None = None
    source_id: str | None = None
    role: Role = Role.USER
    agent: str | None = None
    at: str | None = None
    id: str = ""
    fact: str = ""


def taints(evidence: Iterable[Evidence]) -> bool:
    """Whether a fact that rests on this is tainted: somebody else than the person said some of it."""
    return any(item.role in UNTRUSTED_ROLES for item in evidence)


class LinkKind(StrEnum):
    SUPERSEDES = "supersedes"
    DERIVED_FROM = "derived_from"
    CONTRADICTS = "contradicts"
    COMPATIBLE = "compatible"  # a person said that both hold
    NARROWS = "narrows"  # an exception, or a part: both hold, and the source wins where it applies
    RELATED = "related"


@dataclass(frozen=True, slots=True)
class Link:
    """A directed relation between two facts."""

    source: str
    kind: LinkKind
    target: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """How a fact was used; strength is computed from it."""

    accesses: int = 0  # times it was recalled, or said again after the first time
    sessions: int = 1
    """Distinct sessions that captured or used it."""
    reinforced_at: str | None = None
    """The last time it was said, confirmed or used."""


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation with an agent."""

    id: str
    agent: str
    project: str | None = None
    cwd: Clean | None = None
    title: Clean | None = None
    started_at: str | None = None
    ended_at: str | None = None
    parent: str | None = None  # the session that started this one as a sub-agent


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a session. `seq` and `position` are given by the store."""

    session: str
    source_id: str
    """The agent's own id of the message: unique within its session."""
    role: Role
    text: Clean
    at: str | None = None
    speaker: Clean | None = None
    seq: int = 0
    """Grows through the whole store."""
    position: int = 0
    """Counts from 0 within the session."""


class EventKind(StrEnum):
    TOOL_CALL = "tool_call"
    FILE_CHANGE = "file_change"
    COMMAND = "command"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing an agent did in a session, in one bounded line and a bounded body."""

    session: str
    source_id: str
    kind: EventKind
    name: Clean
    """The tool, the command's first line or the path of the file."""
    detail: Clean = NOTHING
    at: str | None = None
    seq: int = 0


class CandidateKind(StrEnum):
    CONVENTION = "convention"
    SKILL = "skill"
    QUESTION = "question"  # which of two facts holds: `fact` is the newer, `replaces` the older


class CandidateStatus(StrEnum):
    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"
    SNOOZED = "snoozed"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed convention or skill, or a question about two facts, waiting for a person."""

    id: str
    text: Clean
    fact: str
    """The fact it proposes to make a convention."""
    kind: CandidateKind = CandidateKind.CONVENTION
    status: CandidateStatus = CandidateStatus.WAITING
    layer: Layer = Layer.PROJECT
    project: str | None = None
    because: Clean = NOTHING
    """Why it is proposed: "14 corrections across 9 sessions"."""
    corrections: int = 0
    sessions: int = 0
    replaces: str | None = None
    """The fact it would supersede."""
    reason: Clean | None = None
    """Why a person rejected it; goes back to the agent."""
    fingerprint: str = ""
    """Of the normalised text and scope: a rejected proposal does not come back."""
    snoozed_until: str | None = None
    created_at: str = ""
    decided_at: str | None = None
    rev: int = 1


@dataclass(frozen=True, slots=True)
class Project:
    """A repository, or a folder where there is none."""

    key: str
    reason: str
    """How the key was found: `set`, `remote`, `repository`, `folder`, `transcript`."""
    root: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """One batch of changes with one id: a capture, a consolidation, a bulk decision, an import."""

    id: str
    kind: str
    actor: str
    started_at: str
    finished_at: str | None = None
    summary: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Collection:
    """A folder or file that a person gave to be searched, without links in its path; `code`: outlines of code too."""

    id: str
    name: Clean
    path: Clean
    project: str | None = None
    code: bool = True
    created_at: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a collection as it was read; `hash` is that of its bytes. The store gives `seq`."""

    collection: str
    path: Clean
    """Below the path of the collection, with slashes; the name of the file where the collection is one file."""
    format: str
    hash: str
    modified_at: str | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document that is found by itself. `seq`, `document` and `position` are given by the store."""

    heading: Clean
    """The file and the headings it stands under, from the outside in."""
    text: Clean
    first: int
    """The first line it covers, from 1; of a notebook the first cell."""
    last: int
    seq: int = 0
    document: int = 0
    position: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """Anything searchable, as the indexes see it."""

    id: str
    """The mark of its type and a name, such as `f:3k9x2m` or `t:12`."""
    type: PassageType
    text: Clean
    project: str | None = None
    session: str | None = None
    source_id: str | None = None
    position: int = 0
    kind: str | None = None
    layer: str | None = None
    status: str = Status.ACTIVE.value
    tainted: bool = False
    pinned: bool = False
    role: str | None = None
    agent: str | None = None
    files: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    at: str | None = None
    happened_at: str | None = None
    speaker: str | None = None
    because: Clean | None = None
    """The reason of a fact."""
    details: tuple[str, ...] = ()
    """What a fact is found by beside its text: reason, problem, solution, concepts, tags, files."""

    @property
    def searched(self) -> str:
        """What it is found by: the text and the details."""
        return searched_text(self.text, self.details)


class FoundBy(StrEnum):
    """What led a search to a passage."""

    WORDS = "words"
    """It holds a word of the query, or one that means the same."""
    MEANING = "meaning"
    """It holds none of them, and is near in meaning."""
    LINKS = "links"
    """Another hit led to it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result. `explain` holds every factor; they make up `score`."""

    passage: Passage
    score: float
    strength: float | None = None
    explain: Mapping[str, float] = field(default_factory=dict)
    by: FoundBy | None = None
    """None in a list of the newest, where nothing was looked for."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search answers."""

    query: str
    hits: tuple[Hit, ...]
    mode: str
    """`hybrid` or `lexical`; lexical where no vectors could be had."""
    took_ms: float
    notes: tuple[str, ...] = ()
    """What the person should know: a degraded index, a word that was not understood, what dropping a filter gives."""
