"""What the log tells: events in the words of the domain. `lore.model` hands these names on."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class SubjectKind(StrEnum):
    """What sort of thing an event happened to."""

    FACT = "fact"
    EVIDENCE = "evidence"
    LINK = "link"
    CANDIDATE = "candidate"
    PROJECT = "project"
    SETTING = "setting"
    COLLECTION = "collection"
    DIGEST = "digest"
    SOURCE = "source"  # a transcript file, and how far it was read
    SESSION = "session"
    TURNS = "turns"  # messages of the session that the id names
    LEFT = "left"  # messages of the session that the id names, on branches that the person left
    WORDS = "words"  # of messages and commands of the session that the id names, read again
    EVENTS = "events"  # tool calls, commands … of the session that the id names
    FILE = "file"  # with a managed block of a published target
    MEMORY_FILE = "memory_file"
    SETTINGS_FILE = "settings_file"  # of an agent, that set-up wrote to
    TIMER = "timer"  # of the system, that starts Lore at night
    STORE = "store"
    PURGE = "purge"
    DOCTOR = "doctor"
    DOCUMENTS = "documents"  # of the collection that the id names
    MODEL_CALL = "model_call"  # about the session that the id names


MODEL_ASKED = "model.ask"
"""The action of a question to a model about a session; its state tells how far it was read."""
NOTES = frozenset({SubjectKind.PURGE, SubjectKind.DOCTOR, SubjectKind.DOCUMENTS, SubjectKind.MODEL_CALL})
"""Events of these only say that something happened. Undo passes over them: nothing could come back."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The thing that an event happened to."""

    kind: SubjectKind
    id: str


MERGE = "project.merge"
"""The action of an event that gave a project the names of another one."""
SEE = "folder.see"
"""The action of an event that tells what was seen in a folder: no undo makes that unseen."""
SESSION_MOVE = "session.move"
"""The action of an event that says which project a session went to, and from which."""
SESSION_CLAIM = "session.claim"
"""The action of an event that says that the person typed a message, which was stored as somebody's."""


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """One recorded change of one thing. What undo works on."""

    seq: int
    """Its number in this store: what `lore undo --id` takes."""
    at: str
    actor: str
    """`person`, `agent:<name>`, `hook`, `consolidation`, `import`, `sync` or `doctor`."""
    action: str
    """Noun and verb, such as `fact.add`, `candidate.approve`, `publish.write`."""
    subject: Subject
    before: Mapping[str, Any] | None
    """The fields of the thing before, by the names they have in `lore.model`, with values that JSON can hold."""
    after: Mapping[str, Any] | None
    unit: int
    """Events with the same unit happened in one transaction and are undone together."""
    run: str | None = None
    undoes: int | None = None
    """The unit this event reversed, where it belongs to an undo."""
    installation: str = ""
    """The id of the installation where it happened."""
    number: int = 0
    """The order of what happened there; 0 of an event that is yet to be recorded."""

    @property
    def is_seen(self) -> bool:
        """Whether it only tells what was seen in a folder, which an undo leaves as it is."""
        return self.action == SEE

    @property
    def is_move(self) -> bool:
        """Whether a session changed its project: the one change of a session that an undo takes back by itself."""
        return self.action.rpartition(" ")[2] == SESSION_MOVE

    @property
    def state(self) -> Mapping[str, Any]:
        """The fields as the event left them; as they were, where it removed the thing; none where it only tells."""
        return self.after or self.before or {}
