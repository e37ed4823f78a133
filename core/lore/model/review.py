"""What waits for a person."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from lore.audit import NOTES as NOTES, AuditEvent as AuditEvent, Subject as Subject, SubjectKind as SubjectKind
from lore.clean import NOTHING, Clean
from lore.model.words import Layer


class CandidateKind(StrEnum):
    CONVENTION = "convention"
    SKILL = "skill"
    STATEMENT = "statement"  # what only agents, tools, files or counts said: is it true?
    QUESTION = "question"  # which of two facts holds: `fact` is the newer, `replaces` the older


class CandidateStatus(StrEnum):
    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"
    SNOOZED = "snoozed"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed convention or skill, a statement to confirm, or a question about two facts, waiting for a person."""

    id: str
    text: Clean
    fact: str
    """The fact it proposes to make a convention, or asks about."""
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

    @property
    def asks(self) -> bool:
        """Whether it asks about two facts."""
        return self.kind is CandidateKind.QUESTION


# What was done: runs, and the events that `lore.audit` tells


@dataclass(frozen=True, slots=True)
class Run:
    """One batch of changes with one id: a capture, a consolidation, a bulk decision, an import."""

    id: str
    kind: str
    actor: str
    started_at: str
    finished_at: str | None = None
    summary: Mapping[str, int] = field(default_factory=dict)
