CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, sync_id TEXT, session_id TEXT NOT NULL,
 type TEXT NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL, tool_name TEXT, project TEXT,
 scope TEXT NOT NULL DEFAULT 'project', topic_key TEXT, normalized_hash TEXT, revision_count INTEGER NOT NULL DEFAULT 1,
 duplicate_count INTEGER NOT NULL DEFAULT 1, last_seen_at TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
 deleted_at TEXT);
INSERT INTO observations (session_id, type, title, content, project, scope, created_at, updated_at, deleted_at) VALUES
 ('s-1', 'bugfix', 'Fixed N+1 query in the user list',
  '**What**: Load the roles with one join.
**Why**: The list took four seconds.
'
  || '**Where**: src/users/list.py, api.py
**Learned**: The ORM loads lazily by default.', 'shop', 'project',
  '2026-01-05 10:00:00', '2026-01-05 10:00:00', NULL),
 ('s-1', 'preference', 'Answers', 'Keep answers short.', 'shop', 'personal', '2026-01-06 10:00:00', 'x', NULL),
 ('s-1', 'session_summary', 'Session', 'Did things.', 'shop', 'project', '2026-01-06 10:00:00', 'x', NULL),
 ('s-1', 'decision', 'Old', 'We use npm.', 'shop', 'project', '2026-01-01 10:00:00', 'x', '2026-01-02 10:00:00'),
 ('s-2', 'oddity', 'A thing', 'The queue is drained at night.', 'shop', 'project', '2026-01-07 10:00:00', 'x', NULL);
