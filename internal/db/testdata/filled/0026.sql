INSERT INTO second_factors (user_id, secret, enabled_at, last_step, created_at) VALUES ('asha', 'sealed', '2026-01-15 09:00:00', 58948920, '2026-01-15 09:00:00');
INSERT INTO recovery_codes (hash, user_id) VALUES ('r1', 'asha');
