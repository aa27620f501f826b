INSERT INTO counter_devices (id, name, prefix, key, last_sale_at, created_at) VALUES ('device1', 'Counter 1', 'C1', 'a key', '2026-01-15 20:00:00', '2026-01-15 19:00:00');
INSERT INTO counter_keys (device_id, key, request, checkout_id, created_at) VALUES ('device1', 'sale 1', 'hash', 'k1', '2026-01-15 20:00:00');
INSERT INTO counter_lost_numbers (prefix, year, serial, declared_at) VALUES ('C1', '25-26', 7, '2026-01-16 20:00:00');
INSERT INTO counter_refusals (id, device_id, key, kind, number, body, code, message, staff_name, made_at, created_at) VALUES ('refusal1', 'device1', 'sale 2', 'SALE', 'C1/2526/0009', '{}', 'number_gap', 'Not the next number.', 'Asha', '2026-01-15 20:00:00', '2026-01-15 20:00:00');
INSERT INTO checkout_payments (id, checkout_id, paid_by, amount, given, reference, device_id, staff_id, staff_name, created_at) VALUES ('payment1', 'k1', 'CASH', 30000, 50000, '', 'device1', 'asha', 'Asha', '2026-01-15 20:00:00');
INSERT INTO stock_shortfalls (product_id, pieces, since) SELECT MIN(id), 2, '2026-01-15 20:00:00' FROM products;
UPDATE checkouts SET channel = 'COUNTER', device_id = 'device1', bill_number = 'C1/2526/0001' WHERE id = 'k1';
