CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,
 created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT);
INSERT INTO history VALUES
 ('h1', 'a', NULL, 'Likes npm', 'ADD', '2026-01-01T00:00:00+00:00', NULL, 0, NULL, 'user'),
 ('h2', 'a', 'Likes npm', 'Likes pnpm better than npm', 'UPDATE', '2026-01-01T00:00:00+00:00',
  '2026-01-03T00:00:00+00:00', 0, NULL, 'user'),
 ('h3', 'b', NULL, 'Lives in Berlin', 'ADD', '2026-01-01T00:00:00+00:00', NULL, 0, NULL, 'user'),
 ('h4', 'b', 'Lives in Berlin', NULL, 'DELETE', '2026-01-01T00:00:00+00:00', '2026-01-04T00:00:00+00:00', 1, NULL,
  'user');
