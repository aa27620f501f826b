INSERT INTO limits (key, events, ends_at) VALUES ('login abc', '[1768467600000000]', '2026-01-15 10:00:00');
