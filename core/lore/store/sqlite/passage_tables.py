"""Where the passages of each type stand, and how SQL asks for them: one entry a type, for the rooms of the store.

`lore.kinds.PassageType` holds what everybody may know of a type.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lore.model import Clean, Passage, PassageType, Role
from lore.store.sqlite.connection import SEARCHED_HASH, Row
from lore.store.sqlite.details import DETAILS, PLAIN, details_in, several

WHOLE = "typeof(vector) = 'blob' AND length(vector) = 2 * dimension"
"""What a row of `embeddings` holds that Lore wrote; any other counts as missing, and is made anew."""


@dataclass(frozen=True, slots=True)
class PassageTable:
    """One type of passage in the database."""

    type: PassageType
    table: str
    whole: str
    """The query of whole passages, up to its conditions."""
    build: Callable[[Row], Passage]
    """Makes a passage of a row of `whole`."""
    joins: str = ""
    """What else has to be there for one to be found."""
    stands: str = "1"
    """The condition on a row that has not been withdrawn."""
    same_text: str = ""
    """The condition on a vector of the text as it is now, where texts change."""

    @property
    def key(self) -> str:
        """The column that names a row: its id, or its number where ids are made of it."""
        return f"{self.table}.{'seq' if self.type.numbered else 'id'}"

    @property
    def name(self) -> str:
        """The id of a passage, in SQL."""
        return f"'{self.type.mark}:' || {self.key}" if self.type.numbered else self.key

    @property
    def visible(self) -> str:
        """The tables and the condition of all that can be found."""
        return f"{self.table} {self.joins} WHERE {self.stands}"

    @property
    def lacking(self) -> str:
        """The condition on one without vectors of a model, which is its parameter."""
        made = f"passage = {self.name} AND model = ? AND {WHOLE}{self.same_text}"
        return f"NOT EXISTS (SELECT 1 FROM embeddings WHERE {made})"

    @property
    def is_of_vector(self) -> str:
        """The condition that joins one to a row of `embeddings`."""
        return f"{self.key} = {'CAST(substr(passage, 3) AS INTEGER)' if self.type.numbered else 'passage'}"

    def key_of(self, passage_id: str) -> str | int:
        """What `key` holds in the row of a passage."""
        return self.type.number_in(passage_id) if self.type.numbered else passage_id


def _fact(row: Row) -> Passage:
    return Passage(
        id=row["id"],
        type=PassageType.FACT,
        text=_words(row["text"]),
        project=row["project"],
        session=row["session"],
        source_id=row["source_id"],
        kind=row["kind"],
        layer=row["layer"],
        status=row["status"],
        tainted=bool(row["tainted"]),
        pinned=bool(row["pinned"]),
        role=row["role"],
        agent=row["agent"],
        files=several(row["files"]),
        tags=several(row["tags"]),
        at=row["created_at"],
        happened_at=row["happened_at"],
        because=None if row["because"] is None else _words(row["because"]),
        details=details_in(_words(row["text"]), *(row[name] for name in DETAILS)),
    )


def _words(text: object) -> Clean:
    """A text; of a damaged row that holds none, nothing: it is left out where the fact itself is read."""
    return Clean(text if isinstance(text, str) else "")


def _turn(row: Row) -> Passage:
    return Passage(
        id=PassageType.TURN.id_of(row["seq"]),
        type=PassageType.TURN,
        text=_words(row["text"]),
        project=row["project"],
        session=row["session"],
        source_id=row["source_id"],
        position=row["position"],
        role=row["role"],
        agent=row["agent"],
        at=row["at"],
        speaker=row["speaker"],
    )


def _chunk(row: Row) -> Passage:
    lines = f"{row['first']}" if row["first"] == row["last"] else f"{row['first']}-{row['last']}"
    return Passage(
        id=PassageType.CHUNK.id_of(row["seq"]),
        type=PassageType.CHUNK,
        text=Clean(f"{row['heading']}\n{row['text']}"),
        project=row["project"],
        source_id=f"{row['path']}:{lines}",
        position=row["position"],
        tainted=True,  # what a file says reaches no agent by itself
        role=Role.FILE.value,
        files=(f"{row['root']}/{row['path']}",),
        tags=(row["name"],),
        at=row["modified_at"],
    )


def _digest(row: Row) -> Passage:
    return Passage(
        id=row["id"],
        type=PassageType.DIGEST,
        text=_words(row["text"]),
        project=row["project"],
        session=row["session"],
        source_id=row["span"],
        tainted=bool(row["tainted"]),
        at=row["ends_at"],
    )


_IN_COLLECTION = (
    "JOIN documents ON documents.seq = chunks.document JOIN collections ON collections.id = documents.collection"
)
DIGESTED = "(digests.session IS NULL OR EXISTS (SELECT 1 FROM turns WHERE session = digests.session AND withdrawn = 0))"
"""The condition on a digest of what has not been withdrawn."""
PASSAGE_TABLES: Mapping[PassageType, PassageTable] = {
    one.type: one
    for one in (
        PassageTable(
            PassageType.FACT,
            "facts",
            "SELECT facts.*, proof.session, proof.source_id, proof.agent, proof.role FROM facts"
            " LEFT JOIN evidence AS proof"
            " ON proof.seq = (SELECT min(seq) FROM evidence WHERE fact = facts.id)",
            _fact,
            same_text=f" AND text_hash = CASE WHEN {PLAIN} THEN facts.hash"
            f" ELSE {SEARCHED_HASH}({', '.join(f'facts.{name}' for name in ('text', *DETAILS))}) END",
        ),
        PassageTable(
            PassageType.TURN,
            "turns",
            "SELECT turns.*, sessions.project, sessions.agent FROM turns JOIN sessions ON sessions.id = turns.session",
            _turn,
            stands="turns.withdrawn = 0",
        ),
        PassageTable(
            PassageType.CHUNK,
            "chunks",
            "SELECT chunks.*, documents.path, documents.format, documents.modified_at, collections.name,"
            f" collections.path AS root, collections.project FROM chunks {_IN_COLLECTION}",
            _chunk,
            joins=_IN_COLLECTION,
        ),
        PassageTable(
            PassageType.DIGEST,
            "digests",
            "SELECT digests.* FROM digests",
            _digest,
            stands=DIGESTED,
            same_text=" AND text_hash = digests.hash",
        ),
    )
}
BY_TABLE: Mapping[str, PassageTable] = {one.table: one for one in PASSAGE_TABLES.values()}
EVERY = tuple(PASSAGE_TABLES[kind] for kind in PassageType)
"""In the order of the types."""
