INSERT INTO purchase_lines (id, purchase_id, position, product_id, pieces, step_grams, free, cost) VALUES ('pl88', 'p85', 1, (SELECT MIN(id) FROM products), 4, 250, 0, 700);
