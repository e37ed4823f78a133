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
