UPDATE orders SET paid_by = 'UPI', paid_at = '2026-01-15 16:00:00' WHERE id = 'o1';
UPDATE orders SET claimed = total WHERE id = 'o3';
UPDATE day_closes SET sums = '{"cash":30000}';
