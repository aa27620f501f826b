-- +goose Up

-- The credentials of programs: they count while their maker is an owner.
CREATE TABLE program_tokens (
    id           TEXT PRIMARY KEY,
    user_id      TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- who made it
    name         TEXT      NOT NULL,
    scope        TEXT      NOT NULL CHECK (scope IN ('READ', 'CATALOG', 'ORDERS', 'ALL')),
    hash         TEXT      NOT NULL UNIQUE,   -- SHA-256 of the token, hex
    created_at   TIMESTAMP NOT NULL,
    expires_at   TIMESTAMP,                   -- NULL: never
    last_used_at TIMESTAMP                    -- to the minute
);
CREATE INDEX program_tokens_user ON program_tokens (user_id);

-- A repeated call may be a program's, whose id is its token's.
CREATE TABLE idempotency_keys_next (
    user_id    TEXT      NOT NULL,
    key        TEXT      NOT NULL,             -- SHA-256 of the Idempotency-Key, hex
    request    TEXT      NOT NULL,             -- SHA-256 of what was asked
    answer     TEXT      NOT NULL,             -- JSON of the data answered
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (user_id, key)
);
INSERT INTO idempotency_keys_next SELECT user_id, key, request, answer, created_at FROM idempotency_keys;
DROP TABLE idempotency_keys;
ALTER TABLE idempotency_keys_next RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- +goose Down
SELECT 1;
