"""The dataclasses that every room speaks. All are frozen: a change is a new one, made with `dataclasses.replace`.

Text that people or agents wrote has the type `Clean`: it came through the intake door (`lore.intake.clean`), so it
holds no secret and no terminal escape. Times are ISO 8601 in UTC, as `lore.clock` makes them.

Making a dataclass takes half a millisecond or more: each module is loaded when the first of its names is used.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.model.digests import Digest, DigestLine, DigestSpan, Heading, written
    from lore.model.documents import Chunk, Collection, Document, Project
    from lore.model.facts import (
        CAME, Clean, Evidence, Fact, KIND_ALIASES, Kind, Link, LinkKind, PassageType, RULE_KINDS, Usage, details_of,
        kind_of, taints,
    )
    from lore.model.journal import Event, EventKind, Session, Turn
    from lore.model.passages import Completion, Completions, FoundBy, Hit, ONLY_NEAR, Passage, SearchResult
    from lore.model.review import (
        AuditEvent, Candidate, CandidateKind, CandidateStatus, NOTES, Run, Subject, SubjectKind,
    )
    from lore.model.words import Band, Layer, Origin, Role, Status, Tier, UNTRUSTED_ROLES
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
