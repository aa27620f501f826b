INSERT INTO copy_runs (kind, at, failure) VALUES ('CHECK', '2026-01-16 21:30:00', '');
