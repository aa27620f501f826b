INSERT INTO bill_links (bill_id, generation, linked_at) VALUES ('b1', 2, '2026-01-15 12:30:00');
