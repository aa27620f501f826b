UPDATE bulk_changes SET of_stock = TRUE;
UPDATE bulk_change_rows SET stock_change = 10, sold_out_until = (SELECT MIN(created_at) FROM products);
