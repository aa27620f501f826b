INSERT INTO cash_given_back (id, checkout_id, amount, created_at) VALUES ('cg1', 'k1', 500, '2026-01-15 17:00:00');
