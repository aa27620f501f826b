-- +goose Up

-- Who takes an order in, and what is near: both optional; '' is not given.
ALTER TABLE addresses ADD COLUMN receiver TEXT NOT NULL DEFAULT '';
ALTER TABLE addresses ADD COLUMN landmark TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
