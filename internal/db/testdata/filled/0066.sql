INSERT INTO product_requests (id, key, text, times, last_at) SELECT 'request00001', 'maggi', 'Maggi', 3, MIN(created_at) FROM products;
