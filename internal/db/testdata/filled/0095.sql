INSERT INTO khata_unconfirmed (entry_id, created_at) VALUES ('e2', '2026-01-16 20:00:00');
