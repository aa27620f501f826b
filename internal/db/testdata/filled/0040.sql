INSERT INTO passkeys (id, user_id, credential_id, name, credential, created_at) VALUES ('pk1', 'ravi', 'abc', 'Phone', '{}', '2026-01-16 10:00:00');
INSERT INTO passkey_challenges (hash, purpose, user_id, session, expires_at) VALUES ('c1', 'LOGIN', '', '{}', '2026-01-16 10:00:00');
