UPDATE checkouts SET paid_by = 'KHATA' WHERE id = 'k1';
INSERT INTO khata_entries (id, user_id, kind, amount, checkout_id, staff_id, staff_name, created_at) VALUES ('e1', 'ravi', 'SALE', 30000, 'k1', 'asha', 'Asha', '2026-01-15 20:00:00');
INSERT INTO khata_entries (id, user_id, kind, amount, paid_by, staff_id, staff_name, created_at) VALUES ('e2', 'ravi', 'PAYMENT', -10000, 'CASH', 'asha', 'Asha', '2026-01-16 20:00:00');
INSERT INTO khata_accounts (user_id, balance, since, credit_limit, updated_at) VALUES ('ravi', 20000, '2026-01-15 20:00:00', 500000, '2026-01-16 20:00:00');
INSERT INTO khata_pages (token_hash, user_id, created_at) VALUES ('hash', 'ravi', '2026-01-16 20:00:00');
