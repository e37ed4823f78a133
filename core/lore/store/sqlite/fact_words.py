"""The words of the facts that a prompt may recall: an FTS5 table beside them, which `lore.lookup.recalling` asks.

A row is written with its fact, in the same transaction. It holds terms that are split and stemmed already, so that
every SQLite that is met reads the same out of it, and no option that an older one does not know. A purge makes the
table anew: FTS5 leaves words behind of what is removed.
"""

from lore.lazy import TYPE_CHECKING
from lore.lookup import words_of

if TYPE_CHECKING:
    from lore.store.sqlite.connection import Connection
    from lore.store.sqlite.hashes import Values

NAME = "fact_words"
SCHEMA = f"CREATE VIRTUAL TABLE {NAME} USING fts5(words, tokenize = 'ascii', detail = 'none')"
_HELD = "FROM facts WHERE status = 'active' AND tainted = 0"


def is_there(connection: "Connection") -> bool:
    """Whether a database has the table: none of before schema 10 does."""
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", [NAME]).fetchone() is not None


def is_part(name: str) -> bool:
    """Whether a table is this one, or one of those in which FTS5 keeps it."""
    return name == NAME or name.startswith(f"{NAME}_")


def follow(connection: "Connection", before: "Values | None", after: "Values | None") -> None:
    """Keep the words of a fact as it now is; none of one that no agent may be given. None: there was, or is none."""
    if before and after and all(before[name] == after[name] for name in ("text", "project", "status", "tainted")):
        return
    if before:
        connection.execute(f"DELETE FROM {NAME} WHERE rowid = ?", [before["seq"]])
    if after and after["status"] == "active" and not after["tainted"]:
        _insert(connection, after["seq"], after["text"], after["project"])


def make(connection: "Connection") -> int:
    """Make the table anew from the facts. Returns how many it holds. The caller holds the transaction."""
    if is_there(connection):
        connection.execute(f"DROP TABLE {NAME}")
    connection.execute(SCHEMA)
    facts = connection.execute(f"SELECT seq, text, project {_HELD} ORDER BY seq").fetchall()
    for seq, text, project in facts:
        _insert(connection, seq, text, project)
    connection.execute(f"INSERT INTO {NAME} ({NAME}) VALUES ('optimize')")  # a hook looks into one part, not into many
    return len(facts)


def wrong(connection: "Connection") -> int:
    """How many facts the table lacks, has otherwise, or has too much; all where it is damaged. Reads every fact."""
    kept: dict[int, str] = dict(connection.execute(f"SELECT rowid, words FROM {NAME}").fetchall())
    is_sound = connection.execute(f"PRAGMA integrity_check({NAME})").fetchone()[0] == "ok"
    wrong = 0
    for seq, text, project in connection.execute(f"SELECT seq, text, project {_HELD}"):
        wrong += kept.pop(seq, None) != _words_of(text, project) or not is_sound
    return wrong + len(kept)


def _insert(connection: "Connection", seq: object, text: object, project: object) -> None:
    connection.execute(f"INSERT INTO {NAME} (rowid, words) VALUES (?, ?)", [seq, _words_of(text, project)])


def _words_of(text: object, project: object) -> str:
    """The words of a fact; none of a damaged row, which is told where the fact itself is read."""
    return words_of(text if isinstance(text, str) else "", project if isinstance(project, str) else None)
