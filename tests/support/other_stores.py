"""Stores of other memory tools: the tables as their own source code makes them, filled with a few rows."""

import sqlite3
from contextlib import closing
from pathlib import Path

ENGRAM = """
CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, sync_id TEXT, session_id TEXT NOT NULL,
 type TEXT NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL, tool_name TEXT, project TEXT,
 scope TEXT NOT NULL DEFAULT 'project', topic_key TEXT, normalized_hash TEXT, revision_count INTEGER NOT NULL DEFAULT 1,
 duplicate_count INTEGER NOT NULL DEFAULT 1, last_seen_at TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
 deleted_at TEXT);
INSERT INTO observations (session_id, type, title, content, project, scope, created_at, updated_at, deleted_at) VALUES
 ('s-1', 'bugfix', 'Fixed N+1 query in the user list',
  '**What**: Load the roles with one join.\n**Why**: The list took four seconds.\n'
  || '**Where**: src/users/list.py, api.py\n**Learned**: The ORM loads lazily by default.', 'shop', 'project',
  '2026-01-05 10:00:00', '2026-01-05 10:00:00', NULL),
 ('s-1', 'preference', 'Answers', 'Keep answers short.', 'shop', 'personal', '2026-01-06 10:00:00', 'x', NULL),
 ('s-1', 'session_summary', 'Session', 'Did things.', 'shop', 'project', '2026-01-06 10:00:00', 'x', NULL),
 ('s-1', 'decision', 'Old', 'We use npm.', 'shop', 'project', '2026-01-01 10:00:00', 'x', '2026-01-02 10:00:00'),
 ('s-2', 'oddity', 'A thing', 'The queue is drained at night.', 'shop', 'project', '2026-01-07 10:00:00', 'x', NULL);
"""
CLAUDE_MEM = """
CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, content_session_id TEXT UNIQUE NOT NULL, memory_session_id TEXT,
 project TEXT NOT NULL, started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL, status TEXT NOT NULL);
CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL,
 text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT,
 files_modified TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
CREATE TABLE directives (id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL DEFAULT 'global', project TEXT,
 content TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'active', source TEXT NOT NULL, created_at TEXT NOT NULL);
INSERT INTO sdk_sessions VALUES (1, 'claude-session', 'memory-session', 'shop', '2026-01-05T10:00:00Z', 0, 'completed');
INSERT INTO observations (memory_session_id, project, type, title, subtitle, facts, concepts, files_modified,
 created_at, created_at_epoch) VALUES
 ('memory-session', 'shop', 'discovery', 'Login', 'How it works',
  '["Login tokens live for 15 minutes", "The refresh endpoint is rate limited"]', '["auth"]', '["src/auth.py"]',
  '2026-01-05T10:00:00.000Z', 0),
 ('memory-session', 'shop', 'change', 'Renamed the worker', 'In one file', '["a", "b"]', NULL, NULL,
  '2026-01-05T11:00:00.000Z', 0),
 ('memory-session', 'shop', 'bugfix', NULL, NULL, 'broken json', NULL, NULL, '2026-01-05T12:00:00.000Z', 0);
INSERT INTO directives (scope, project, content, status, source, created_at) VALUES
 ('global', NULL, 'Always answer in English.', 'active', 'manual', '2026-01-05T10:00:00Z'),
 ('project', 'shop', 'Deploy on Tuesdays only.', 'active', 'manual', '2026-01-05T10:00:00Z'),
 ('project', 'shop', 'Deploy on Fridays only.', 'archived', 'manual', '2026-01-05T10:00:00Z');
"""
NAN_FORGET = """
CREATE TABLE memories (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, content TEXT NOT NULL, summary TEXT NOT NULL,
 type TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'active', project TEXT NOT NULL, tags TEXT DEFAULT '[]',
 source TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, expires_at TEXT, access_count INTEGER,
 last_accessed TEXT NOT NULL, embedding_provider TEXT NOT NULL, embedding_model TEXT NOT NULL, consolidated_from TEXT,
 problem TEXT, solution TEXT, files TEXT, concepts TEXT);
INSERT INTO memories VALUES
 ('m1', 'u', 'Sessions are stored in Redis.', 'Redis', 'decision', 'active', 'shop', '["infra"]', 'agent',
  '2026-02-01T10:00:00Z', 'x', '2027-01-01T00:00:00Z', 3, 'x', 'ollama', 'n', NULL, 'Logins were lost', 'Use Redis',
  '["app.py"]', '["auth"]'),
 ('m2', 'u', 'I like short answers.', 's', 'preference', 'active', 'shop', '[]', 'user', '2026-02-02T10:00:00Z', 'x',
  NULL, 0, 'x', 'ollama', 'n', NULL, NULL, NULL, NULL, NULL),
 ('m3', 'u', 'Old.', 's', 'fact', 'archived', 'shop', NULL, 'user', '2026-02-02T10:00:00Z', 'x', NULL, 0, 'x', 'o', 'n',
  NULL, NULL, NULL, NULL, NULL);
"""
MEM0 = """
CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,
 created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT);
INSERT INTO history VALUES
 ('h1', 'a', NULL, 'Likes npm', 'ADD', '2026-01-01T00:00:00+00:00', NULL, 0, NULL, 'user'),
 ('h2', 'a', 'Likes npm', 'Likes pnpm better than npm', 'UPDATE', '2026-01-01T00:00:00+00:00',
  '2026-01-03T00:00:00+00:00', 0, NULL, 'user'),
 ('h3', 'b', NULL, 'Lives in Berlin', 'ADD', '2026-01-01T00:00:00+00:00', NULL, 0, NULL, 'user'),
 ('h4', 'b', 'Lives in Berlin', NULL, 'DELETE', '2026-01-01T00:00:00+00:00', '2026-01-04T00:00:00+00:00', 1, NULL,
  'user');
"""


def database(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path
