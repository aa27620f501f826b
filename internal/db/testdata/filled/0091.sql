UPDATE products SET diet = 'VEG' WHERE id = 'milk';
