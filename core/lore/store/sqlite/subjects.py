"""How the log names what its entries are about."""

from collections.abc import Mapping

from lore.errors import StoreError
from lore.model import NOTES, Subject, SubjectKind

TABLES: Mapping[SubjectKind, str] = {
    SubjectKind.FACT: "facts",
    SubjectKind.EVIDENCE: "evidence",
    SubjectKind.LINK: "links",
    SubjectKind.CANDIDATE: "candidates",
    SubjectKind.PROJECT: "projects",
    SubjectKind.SETTING: "settings",
    SubjectKind.COLLECTION: "collections",
    SubjectKind.DIGEST: "digests",
    SubjectKind.SOURCE: "sources",
    SubjectKind.SESSION: "sessions",
    SubjectKind.TURNS: "turns",
    SubjectKind.LEFT: "left",
    SubjectKind.WORDS: "words",
    SubjectKind.EVENTS: "events",
    SubjectKind.FILE: "file",
    SubjectKind.MEMORY_FILE: "memory_file",
    SubjectKind.SETTINGS_FILE: "settings_file",
    SubjectKind.TIMER: "timer",
    SubjectKind.STORE: "store",
    SubjectKind.PURGE: "purged",
    SubjectKind.DOCTOR: "doctor",
    SubjectKind.DOCUMENTS: "documents",
    SubjectKind.MODEL_CALL: "model_call",
}
"""What the column `table` of the log says of each kind of subject."""
NOTED = tuple(sorted(TABLES[kind] for kind in NOTES))
"""Of these the entries of events that only say that something happened."""
_KINDS: Mapping[str, SubjectKind] = {table: kind for kind, table in TABLES.items()}


def subject_of(table: str, target: str) -> Subject:
    """What an entry of the log is about. Raises StoreError for a table that Lore does not write of."""
    if table not in _KINDS:
        raise StoreError(f"the log tells of `{table}`, which this Lore does not know", hint="run `lore doctor`")
    return Subject(_KINDS[table], target)
