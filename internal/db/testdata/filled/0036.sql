INSERT INTO audit_log (id, actor_id, actor_name, what, object, object_id, created_at) VALUES ('a34', 'ravi', 'Ravi', 'customer.note', 'Ravi', 'ravi', '2026-01-16 09:00:00');
