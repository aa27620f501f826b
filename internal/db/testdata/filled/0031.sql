INSERT INTO complaints (id, number, user_id, order_name, text, reply, created_at) VALUES ('co1', 101, 'ravi', '1001', 'One was broken.', '', '2026-01-16 09:00:00');
