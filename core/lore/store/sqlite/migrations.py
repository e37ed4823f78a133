"""The schema, as an append-only list of changes. `user_version` counts those that were applied, from `OLDEST` on.

A released migration is never edited: the next change is a new function at the end of this file.
"""

from typing import TYPE_CHECKING

from lore.store.sqlite.connection import Connection
from lore.store.sqlite.hashes import content, row_hash
from lore.store.sqlite.version import OLDEST

if TYPE_CHECKING:
    from sqlite_utils.db import Database


def migrate(connection: Connection, *, version: int | None = None) -> None:
    """Apply what is missing. The caller holds the store's lock and an open transaction: all or nothing.

    version: how far to go, for a database of an older release, from `OLDEST` on; default all the way.
    """
    from sqlite_utils import Database, Migrations  # 116 ms: only a new or an outdated store pays it

    migrations = Migrations("lore")
    steps = STEPS if version is None else STEPS[: version - OLDEST + 1]
    for step in steps:
        migrations()(step)
    migrations.apply(Database(connection))
    connection.execute(f"PRAGMA user_version = {OLDEST - 1 + len(steps)}")


def first_schema(db: "Database") -> None:
    """The tables of the oldest release whose stores are opened: schema 7."""
    for statement in FIRST_SCHEMA.split(";"):
        if statement.strip():
            db.execute(statement)


FIRST_SCHEMA = """
CREATE TABLE facts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    tier TEXT NOT NULL,
    layer TEXT NOT NULL,
    project TEXT,
    confidence REAL NOT NULL,
    tainted INTEGER NOT NULL,
    pinned INTEGER NOT NULL,
    approved_at TEXT,
    tags TEXT NOT NULL,
    wrong TEXT,
    right TEXT,
    problem TEXT,
    solution TEXT,
    concepts TEXT NOT NULL,
    files TEXT NOT NULL,
    created_at TEXT NOT NULL,
    happened_at TEXT,
    expires_at TEXT,
    hash TEXT NOT NULL,
    rev INTEGER NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE INDEX facts_by_hash ON facts (hash);
CREATE INDEX facts_by_age ON facts (status, created_at);

CREATE TABLE evidence (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    fact TEXT NOT NULL REFERENCES facts (id),
    session TEXT,
    source_id TEXT,
    role TEXT NOT NULL,
    agent TEXT,
    at TEXT,
    quote TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE INDEX evidence_by_fact ON evidence (fact);
CREATE INDEX evidence_by_session ON evidence (session);

CREATE TABLE links (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL REFERENCES facts (id),
    kind TEXT NOT NULL,
    target TEXT NOT NULL REFERENCES facts (id),
    row_hash TEXT NOT NULL,
    UNIQUE (source, kind, target)
);
CREATE INDEX links_by_target ON links (target);

CREATE TABLE candidates (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    fact TEXT NOT NULL REFERENCES facts (id),
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    layer TEXT NOT NULL,
    project TEXT,
    because TEXT NOT NULL,
    corrections INTEGER NOT NULL,
    sessions INTEGER NOT NULL,
    replaces TEXT REFERENCES facts (id),
    reason TEXT,
    fingerprint TEXT NOT NULL,
    snoozed_until TEXT,
    created_at TEXT NOT NULL,
    decided_at TEXT,
    rev INTEGER NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE INDEX candidates_by_status ON candidates (status);
CREATE INDEX candidates_by_fingerprint ON candidates (fingerprint);
CREATE INDEX candidates_by_fact ON candidates (fact);

CREATE TABLE projects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    reason TEXT NOT NULL,
    root TEXT,
    aliases TEXT NOT NULL,
    row_hash TEXT NOT NULL
);

CREATE TABLE sources (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    session TEXT,
    row_hash TEXT NOT NULL
);

CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    agent TEXT NOT NULL,
    project TEXT,
    cwd TEXT,
    title TEXT,
    started_at TEXT,
    ended_at TEXT,
    parent TEXT
);
CREATE INDEX sessions_by_age ON sessions (started_at);

CREATE TABLE turns (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL REFERENCES sessions (id),
    source_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    role TEXT NOT NULL,
    speaker TEXT,
    at TEXT,
    text TEXT NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0,
    UNIQUE (session, source_id)
);
CREATE INDEX turns_by_position ON turns (session, position);

CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL REFERENCES sessions (id),
    source_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    detail TEXT NOT NULL,
    at TEXT,
    withdrawn INTEGER NOT NULL DEFAULT 0,
    UNIQUE (session, source_id)
);

CREATE TABLE accesses (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT UNIQUE,
    fact TEXT NOT NULL,
    session TEXT,
    kind TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX accesses_by_fact ON accesses (fact);

CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    summary TEXT NOT NULL
);

CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    "table" TEXT NOT NULL,
    target TEXT NOT NULL,
    before TEXT,
    after TEXT,
    unit INTEGER NOT NULL,
    run TEXT,
    undoes INTEGER
);
CREATE INDEX audit_by_target ON audit (target);
CREATE INDEX audit_by_unit ON audit (unit);
CREATE INDEX audit_by_run ON audit (run);
CREATE INDEX audit_by_undoes ON audit (undoes) WHERE undoes IS NOT NULL;

CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage TEXT NOT NULL
);

CREATE TABLE embeddings (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage TEXT NOT NULL,
    part INTEGER NOT NULL,
    model TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    text_hash TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (passage, part, model)
);

CREATE TABLE settings (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL,
    row_hash TEXT NOT NULL
);

CREATE TABLE fitness (seq INTEGER PRIMARY KEY AUTOINCREMENT, day TEXT NOT NULL UNIQUE, measures TEXT NOT NULL);
CREATE TABLE collections (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL,
    project TEXT,
    code INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE TABLE documents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    path TEXT NOT NULL,
    format TEXT NOT NULL,
    hash TEXT NOT NULL,
    modified_at TEXT,
    UNIQUE (collection, path)
);
CREATE TABLE chunks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (seq),
    position INTEGER NOT NULL,
    heading TEXT NOT NULL,
    text TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL
);
CREATE INDEX chunks_by_document ON chunks (document, position)
;
ALTER TABLE audit ADD COLUMN row_hash TEXT;
ALTER TABLE turns ADD COLUMN row_hash TEXT;
ALTER TABLE events ADD COLUMN row_hash TEXT;
CREATE TABLE aliases (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    alias TEXT NOT NULL UNIQUE,
    id TEXT NOT NULL
);
CREATE INDEX aliases_by_id ON aliases (id);
ALTER TABLE runs ADD COLUMN id TEXT;
CREATE UNIQUE INDEX runs_by_id ON runs (id);
ALTER TABLE audit ADD COLUMN installation TEXT;
ALTER TABLE audit ADD COLUMN number INTEGER;
CREATE UNIQUE INDEX audit_by_number ON audit (installation, number)
;
ALTER TABLE facts ADD COLUMN because TEXT;
CREATE TABLE digests (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    span TEXT NOT NULL,
    project TEXT,
    session TEXT,
    starts_at TEXT NOT NULL,
    ends_at TEXT NOT NULL,
    text TEXT NOT NULL,
    lines TEXT NOT NULL,
    sources TEXT NOT NULL,
    tainted INTEGER NOT NULL,
    stamp TEXT NOT NULL,
    hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE INDEX digests_by_time ON digests (span, project, starts_at);
CREATE INDEX digests_by_session ON digests (session)
"""


def what_stands(db: "Database") -> None:
    """What sessions start with is found by an index, in the order of what it is worth: hooks read it at each start."""
    db.execute(STANDS)


STANDS = """
CREATE INDEX facts_that_stand ON facts (
    project,
    CASE WHEN approved_at IS NOT NULL OR pinned = 1 THEN 0 WHEN kind = 'correction' THEN 1
    WHEN kind IN ('convention', 'preference', 'identity') THEN 2 WHEN kind = 'decision' THEN 3 ELSE 4 END,
    confidence DESC
) WHERE status = 'active' AND tainted = 0 AND (approved_at IS NOT NULL OR pinned = 1 OR tier = 'semantic'
    OR kind IN ('correction', 'convention', 'preference', 'identity', 'decision'))
"""


def how_facts_came(db: "Database") -> None:
    """How a fact came to be known, and whether it holds whatever a session is about. What a person saved was told."""
    for statement in HOW_FACTS_CAME.split(";"):
        db.execute(statement)
    for row in db.conn.execute("SELECT * FROM facts").fetchall():
        now = content(row)
        before = {name: value for name, value in now.items() if name not in ("origin", "standing")}
        if row_hash(before) == row["row_hash"]:  # else damage would be hidden
            db.execute("UPDATE facts SET row_hash = ? WHERE seq = ?", [row_hash(now), row["seq"]])


HOW_FACTS_CAME = """
ALTER TABLE facts ADD COLUMN origin TEXT;
ALTER TABLE facts ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;
UPDATE facts SET origin = 'told', standing = kind IN ('correction', 'convention', 'preference', 'identity')
    WHERE tainted = 0 AND EXISTS (SELECT 1 FROM evidence
        WHERE evidence.fact = facts.id AND evidence.role = 'user' AND evidence.session IS NULL);
DROP INDEX facts_that_stand;
CREATE INDEX facts_that_stand ON facts (
    project,
    CASE WHEN approved_at IS NOT NULL OR pinned = 1 THEN 0 WHEN kind = 'correction' THEN 1
    WHEN kind IN ('convention', 'preference', 'identity') THEN 2 ELSE 3 END,
    confidence DESC
) WHERE status = 'active' AND tainted = 0 AND (approved_at IS NOT NULL OR pinned = 1 OR standing = 1)
"""


def words_of_facts(db: "Database") -> None:
    """The words of the facts that a prompt may recall, beside them: hooks had a file of their own for that."""
    from lore.store.sqlite import fact_words  # only an outdated store needs it

    fact_words.make(db.conn)


STEPS = (first_schema, what_stands, how_facts_came, words_of_facts)
