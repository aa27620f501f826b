UPDATE logins SET confirmed_at = created_at;
UPDATE tokens SET parent = 'h0' WHERE hash = 'h2';
INSERT INTO email_undos (hash, user_id, email, expires_at, created_at) VALUES ('u1', 'ravi', 'ravi@example.org', '2026-01-22 09:00:00', '2026-01-15 09:00:00');
