-- +goose Up

-- The one-time link by which the first owner of a shop sets it up: one row, until it
-- is used or the shop has an owner.
CREATE TABLE setup_tokens (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    token_hash TEXT      NOT NULL,
    created_at TIMESTAMP NOT NULL
);

-- +goose Down
SELECT 1;
