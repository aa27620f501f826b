INSERT INTO payment_attempts (id, checkout_id, user_id, email, provider, state, amount, currency, cart, ref, taken, taken_currency, expires_at, created_at, updated_at)
VALUES ('a1', 'k2', 'ravi', 'ravi@example.in', 'stripe', 'PAID', 3000, 'inr', 'hash', 'cs_1', 3000, 'inr', '2026-01-15 11:30:00', '2026-01-15 11:00:00', '2026-01-15 11:10:00');
INSERT INTO payment_events (provider, event_id, attempt_id, received_at) VALUES ('stripe', 'evt_1', 'a1', '2026-01-15 11:10:00');
INSERT INTO payment_changes (id, order_id, source, from_status, to_status, created_at) VALUES ('pc1', 'o2', 'event', 'PENDING', 'PAID', '2026-01-15 11:10:00');
INSERT INTO payment_refunds (id, attempt_id, order_id, amount, state, user_id, created_at, updated_at)
VALUES ('pr1', 'a1', 'o2', 3000, 'ASKED', 'asha', '2026-01-15 11:40:00', '2026-01-15 11:40:00');
UPDATE orders SET attention = TRUE, flag = 'Paid twice.' WHERE id = 'o2';
