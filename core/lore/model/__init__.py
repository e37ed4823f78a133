"""The dataclasses that every room speaks. All are frozen: a change is a new one, made with `dataclasses.replace`.

Text that people or agents wrote has the type `Clean`: it came through the intake door (`lore.intake.clean`), so it
holds no secret and no terminal escape. Times are ISO 8601 in UTC, as `lore.clock` makes them.

Making a dataclass takes half a millisecond or more: each module is loaded when the first of its names is used.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.model.digests import (
        Digest as Digest, DigestLine as DigestLine, DigestSpan as DigestSpan, Heading as Heading, written as written,
    )
    from lore.model.documents import (
        Chunk as Chunk, Collection as Collection, Document as Document,
    )
    from lore.model.facts import (
        CAME as CAME, Evidence as Evidence, Fact as Fact, Link as Link, LinkKind as LinkKind, Usage as Usage,
        details_of as details_of, taints as taints,
    )
    from lore.model.journal import (
        Event as Event, EventKind as EventKind, Session as Session, Turn as Turn,
    )
    from lore.model.log import (
        AuditEvent as AuditEvent, NOTES as NOTES, Run as Run, Subject as Subject, SubjectKind as SubjectKind,
    )
    from lore.model.names import (
        Clean as Clean, KIND_ALIASES as KIND_ALIASES, Kind as Kind, PassageType as PassageType,
        RULE_KINDS as RULE_KINDS, kind_of as kind_of,
    )
    from lore.model.passages import (
        Completion as Completion, Completions as Completions, FoundBy as FoundBy, Hit as Hit, ONLY_NEAR as ONLY_NEAR,
        Passage as Passage, SearchResult as SearchResult,
    )
    from lore.model.projects import (
        Project as Project,
    )
    from lore.model.review import (
        Candidate as Candidate, CandidateKind as CandidateKind, CandidateStatus as CandidateStatus,
    )
    from lore.model.words import (
        Band as Band, Layer as Layer, Origin as Origin, Role as Role, Status as Status, Tier as Tier,
        UNTRUSTED_ROLES as UNTRUSTED_ROLES,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "digests": "Digest DigestLine DigestSpan Heading written",
        "documents": "Chunk Collection Document",
        "facts": "CAME Evidence Fact Link LinkKind Usage details_of taints",
        "journal": "Event EventKind Session Turn",
        "log": "AuditEvent NOTES Run Subject SubjectKind",
        "names": "Clean KIND_ALIASES Kind PassageType RULE_KINDS kind_of",
        "passages": "Completion Completions FoundBy Hit ONLY_NEAR Passage SearchResult",
        "projects": "Project",
        "review": "Candidate CandidateKind CandidateStatus",
        "words": "Band Layer Origin Role Status Tier UNTRUSTED_ROLES",
    },
)
