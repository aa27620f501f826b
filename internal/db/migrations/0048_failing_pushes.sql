-- +goose Up

-- Since when the push service takes no message for a browser; NULL while it does.
ALTER TABLE push_subscriptions ADD COLUMN failing_since TIMESTAMP;

-- +goose Down
SELECT 1;
