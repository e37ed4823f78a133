"""What was done: runs, and the events that `lore.audit` tells."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lore.audit import NOTES as NOTES, AuditEvent as AuditEvent, Subject as Subject, SubjectKind as SubjectKind


@dataclass(frozen=True, slots=True)
class Run:
    """One batch of changes with one id: a capture, a consolidation, a bulk decision, an import."""

    id: str
    kind: str
    actor: str
    started_at: str
    finished_at: str | None = None
    summary: Mapping[str, int] = field(default_factory=dict)
