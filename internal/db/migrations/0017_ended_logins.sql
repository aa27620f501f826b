-- +goose Up

-- A browser is woken while the login lasts by which it was subscribed; '': by one
-- before this was kept.
ALTER TABLE push_subscriptions ADD COLUMN login_id TEXT NOT NULL DEFAULT '';

-- The open event streams of logins that have ended are ended by it.
CREATE INDEX logins_ended ON logins (ended_at) WHERE ended_at IS NOT NULL;

-- +goose Down
SELECT 1;
