-- The rows that this schema adds to every order.
UPDATE checkouts SET stage_at = created_at, updated_at = created_at, pincode = '411001';
UPDATE checkouts SET number = 1001, stage = 'DONE', item_count = 2, due_total = 30000, paid_by = 'UPI', payment_reference = '123456789012' WHERE id = 'k1';
UPDATE checkouts SET number = 1002, stage = 'DONE', problem = TRUE WHERE id = 'k2';
UPDATE checkouts SET number = 1003, item_count = 1, due_total = 3000, collect = 3000, staff_note = 'Ring twice.' WHERE id = 'k3';
UPDATE orders SET ordered_quantity = quantity;
UPDATE users SET staff_role = 'OWNER' WHERE id = 'asha';
INSERT INTO checkout_events (id, checkout_id, actor, what, created_at) VALUES ('ev1', 'k1', 'shopper', 'placed', '2026-01-15 10:00:00'), ('ev2', 'k3', 'staff', 'stage', '2026-01-15 12:10:00');
INSERT INTO staff_invites (token_hash, email, staff_role, invited_by, expires_at, created_at)
VALUES ('t1', 'packer@example.in', 'PACKER', 'asha', '2026-02-15 09:00:00', '2026-01-15 09:00:00');
INSERT INTO settings (id, value, version, updated_at) VALUES (1, '{"shop":{"name":"Ganesh Stores"}}', 3, '2026-01-15 09:00:00');
INSERT INTO audit_log (id, actor_id, actor_name, what, object, created_at) VALUES ('au1', 'asha', 'Asha', 'settings.update', 'settings', '2026-01-15 09:00:00');
INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, created_at) VALUES ('https://push.example/1', 'asha', 'p', 'a', '2026-01-15 09:00:00');
INSERT INTO day_closes (day, expected, counted, user_id, created_at) VALUES ('2026-01-15', 30000, 29900, 'asha', '2026-01-15 18:00:00');
