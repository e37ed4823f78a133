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
