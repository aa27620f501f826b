INSERT INTO deleted_accounts (user_id, name, email, mobile, deleted_at) VALUES ('gone', 'Gone', 'gone@example.in', '9876543211', '2026-01-16 09:00:00');
