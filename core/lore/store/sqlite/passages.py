"""The store as the derived indexes see it: passages, what changed of them, and their vectors."""

import json
from collections.abc import Iterator, Sequence

from lore.model import Clean, Passage, PassageType, Role
from lore.store.sqlite.connection import Row
from lore.store.sqlite.reading import Reader, batches, marks


def type_of(passage_id: str) -> PassageType:
    """What an id names: `t:<number>` a turn, `k:<number>` a part of a document, anything else a fact."""
    numbered = 2 < len(passage_id) < _LONGEST_ID and passage_id[2:].isdecimal()
    return _NUMBERED.get(passage_id[:2], PassageType.FACT) if numbered else PassageType.FACT


_NUMBERED = {"t:": PassageType.TURN, "k:": PassageType.CHUNK}
_LONGEST_ID = 20
"""Characters of an id with a number in it: what is longer is no number of SQLite's."""


class Passages(Reader):
    """Everything searchable. A fact of any status is a passage; what is withdrawn, or in no collection, is none."""

    def many(self, ids: Sequence[str]) -> dict[str, Passage]:
        """The passages with these ids; what is gone is left out."""
        named: dict[PassageType, list[str]] = {kind: [] for kind in PassageType}
        for name in ids:
            named[type_of(name)].append(name)
        facts = named[PassageType.FACT]
        turns, chunks = ([int(name[2:]) for name in named[kind]] for kind in (PassageType.TURN, PassageType.CHUNK))
        found: dict[str, Passage] = {}
        for batch in batches(facts):
            for row in self._all(f"{_FACTS} WHERE facts.id IN ({marks(batch)})", *batch):
                found[row["id"]] = _fact(row)
        for numbers in batches(turns):
            for row in self._all(f"{_TURNS} AND turns.seq IN ({marks(numbers)})", *numbers):
                found[f"t:{row['seq']}"] = _turn(row)
        for numbers in batches(chunks):
            for row in self._all(f"{_CHUNKS} WHERE chunks.seq IN ({marks(numbers)})", *numbers):
                found[f"k:{row['seq']}"] = _chunk(row)
        return found

    def pages(self, size: int = 2000) -> Iterator[list[Passage]]:
        """Every passage, in pages of at most `size`: facts, turns, chunks. Each page is a read of its own."""
        for sql, column, build in (
            (f"{_FACTS} WHERE facts.seq > ? ORDER BY facts.seq LIMIT ?", "seq", _fact),
            (f"{_TURNS} AND turns.seq > ? ORDER BY turns.seq LIMIT ?", "seq", _turn),
            (f"{_CHUNKS} WHERE chunks.seq > ? ORDER BY chunks.seq LIMIT ?", "seq", _chunk),
        ):
            last = 0
            while found := self._all(sql, last, size):
                last = found[-1][column]
                yield [build(row) for row in found]

    def count(self) -> dict[PassageType, int]:
        """How many passages of each type there are."""
        return {
            PassageType.FACT: int(self._value("SELECT count(*) FROM facts")),
            PassageType.TURN: int(self._value("SELECT count(*) FROM turns WHERE withdrawn = 0")),
            PassageType.CHUNK: int(self._value(f"SELECT count(*) FROM ({_CHUNKS})")),
        }

    def longer_than(self, characters: int) -> int:
        """How many facts and messages are longer; parts of documents never are."""
        return int(
            self._value(
                "SELECT (SELECT count(*) FROM facts WHERE length(text) > ?1)"
                " + (SELECT count(*) FROM turns WHERE withdrawn = 0 AND length(text) > ?1)",
                characters,
            )
        )


_FACTS = (
    "SELECT facts.*, proof.session, proof.source_id, proof.agent, proof.role FROM facts LEFT JOIN evidence AS proof"
    " ON proof.seq = (SELECT min(seq) FROM evidence WHERE fact = facts.id)"
)
_TURNS = (
    "SELECT turns.*, sessions.project, sessions.agent FROM turns JOIN sessions ON sessions.id = turns.session"
    " WHERE turns.withdrawn = 0"
)
_CHUNKS = (
    "SELECT chunks.*, documents.path, documents.format, documents.modified_at, collections.name,"
    " collections.path AS root, collections.project FROM chunks JOIN documents ON documents.seq = chunks.document"
    " JOIN collections ON collections.id = documents.collection"
)


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
        files=_several(row["files"]),
        tags=_several(row["tags"]),
        at=row["created_at"],
        happened_at=row["happened_at"],
    )


def _words(text: object) -> Clean:
    """A text; of a damaged row that holds none, nothing: it is left out where the fact itself is read."""
    return Clean(text if isinstance(text, str) else "")


def _several(column: str) -> tuple[str, ...]:
    """A list; none where the row is damaged, which is told where the fact itself is read."""
    try:
        found = [] if column == "[]" else json.loads(column)
    except ValueError:
        return ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def _turn(row: Row) -> Passage:
    return Passage(
        id=f"t:{row['seq']}",
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
        id=f"k:{row['seq']}",
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
