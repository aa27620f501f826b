UPDATE products SET step_grams = 1000, loose_grams = 400 WHERE id = (SELECT MIN(id) FROM products);
INSERT INTO stock_movements (id, product_id, change, grams, reason, created_at) VALUES ('bygrams00001', (SELECT MIN(id) FROM products), 0, 400, 'counted', '2026-01-15 12:30:00');
