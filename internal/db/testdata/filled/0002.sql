INSERT INTO jobs (id, kind, payload, due_at, created_at) VALUES ('j1', 'mail.order', '{}', '2026-01-15 10:00:00', '2026-01-15 10:00:00');
INSERT INTO password_resets (email, asked, otp_hash, otp_expires_at, tries, updated_at) VALUES ('ravi@example.in', '[]', '', '2026-01-15 10:00:00', 0, '2026-01-15 10:00:00');
INSERT INTO email_codes (hash, user_id, email, expires_at) VALUES ('e1', 'ravi', 'ravi@example.com', '2026-01-16 10:00:00');
INSERT INTO keys (name, value, created_at) VALUES ('account', 'abcd', '2026-01-15 09:00:00');
