UPDATE products SET sold_out_until = '2026-01-17 00:00:00' WHERE id = 'milk';
