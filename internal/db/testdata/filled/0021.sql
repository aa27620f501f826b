UPDATE checkouts SET sold = 30000 WHERE id = 'k1';
UPDATE checkouts SET sold = 3000 WHERE id = 'k3';
