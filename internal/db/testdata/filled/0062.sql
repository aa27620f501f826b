INSERT INTO users (id, name, email, password_hash, mobile, role, status, created_at, updated_at) VALUES ('sunil', 'Sunil Jadhav', '', '', '9000000058', 'USER', 'Active', '2026-01-15 19:00:00', '2026-01-15 19:00:00');
INSERT INTO users (id, name, email, password_hash, role, status, merged_into, created_at, updated_at) VALUES ('sunil2', 'Merged customer', '', '', 'USER', 'Inactive', 'sunil', '2026-01-15 19:00:00', '2026-01-15 19:00:00');
INSERT INTO customer_mobiles (mobile, user_id, created_at) VALUES ('9000000058', 'sunil', '2026-01-15 19:00:00');
INSERT INTO customer_mobiles (mobile, user_id, created_at) VALUES ('9000000085', 'sunil', '2026-01-15 19:00:00');
INSERT INTO customer_invites (user_id, token_hash, expires_at, created_at) VALUES ('sunil', 'hash', '2026-01-29 19:00:00', '2026-01-15 19:00:00');
