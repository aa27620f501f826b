INSERT INTO purchases (id, kind, supplier_id, bill, bill_key, year, bill_day, created_at, updated_at) VALUES ('p85', 'PURCHASE', 'mt', 'MT/85', 'mt/85', '25-26', '2026-01-17', '2026-01-17 09:00:00', '2026-01-17 09:00:00');
INSERT INTO purchase_lines (id, purchase_id, position, product_id, pieces, grams, free, cost) VALUES ('pl85', 'p85', 0, (SELECT MIN(id) FROM products), 0, 25500, 500, 2800);
