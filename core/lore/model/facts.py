"""Facts, with what they rest on, how they relate and how they were used."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from lore.clean import NOTHING as NOTHING, Clean as Clean
from lore.kinds import (
    KIND_ALIASES as KIND_ALIASES,
    RULE_KINDS as RULE_KINDS,
    Kind as Kind,
    PassageType as PassageType,
    kind_of as kind_of,
)
from lore.model.words import UNTRUSTED_ROLES, Band, Layer, Origin, Role, Status, Tier


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
    origin: Origin | None = None
    """How it came to be known; None of what somebody else proposed, or an older Lore made."""
    standing: bool = False
    """Whether it holds whatever a session is about: then sessions start with it, unless it is tainted."""
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
    def band(self) -> Band:
        """Its confidence in a word."""
        return Band.of(self.confidence)

    @property
    def details(self) -> tuple[str, ...]:
        """What it is found by beside its text."""
        several = (*self.concepts, *self.tags, *self.files)
        return details_of(self.text, (self.because, self.problem, self.solution, *several))


CAME: Mapping[Origin, str] = {
    Origin.TOLD: "saved by you",
    Origin.READ: "read by a model",
    Origin.STATED: "stated by you",
    Origin.SEEN: "counted",
}
"""How a fact came to be known, in words."""


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
    LEANS_ON = "leans_on"  # the source speaks of what the target was replaced in: it may be outdated


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

    accesses: int = 0  # times it was used, or said again after the first time
    sessions: int = 1
    """Distinct sessions that captured or used it."""
    reinforced_at: str | None = None
    """The last time it was said, confirmed or used."""
    gaps: tuple[float, ...] = ()
    """Days from each time it was said or used to the next one, in that order."""
    said_sessions: int = 0
    """Distinct sessions in which the person said it; a use is not counted."""


# Words of lower modules that belong to the model: what a text is, what a fact states, what can be searched
