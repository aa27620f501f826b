INSERT INTO supplier_packs (supplier_id, words, unit, pack, updated_at) VALUES ('mt', 'dal toor 1kg', 'cs', 12, '2026-01-15 09:00:00');
