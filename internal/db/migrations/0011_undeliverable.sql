-- +goose Up

-- A mail about the checkout was given up: its shopper has to be called.
ALTER TABLE checkouts ADD COLUMN undeliverable BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
SELECT 1;
