INSERT INTO bulk_changes (id, title, user_name, products, created_at) SELECT 'bulk00000001', 'price raised by 5%', 'Asha', 1, MIN(created_at) FROM products;
INSERT INTO bulk_change_rows (bulk_id, product_id, price_before, price_after, discount_before, discount_after, unit_before, unit_after, publish_before, publish_after, category_id_before, category_id_after, sub_category_id_before, sub_category_id_after)
SELECT 'bulk00000001', MIN(id), 5000, 5250, 0, 0, '1 kg', '1 kg', TRUE, TRUE, 'c', 'c', 's', 's' FROM products;
