-- +goose Up

-- The outbox: what is still to be told to the world. A job that is done is gone.
CREATE TABLE jobs (
    id          TEXT PRIMARY KEY,
    kind        TEXT      NOT NULL,
    payload     TEXT      NOT NULL,            -- JSON; secrets in it are sealed
    attempts    INTEGER   NOT NULL DEFAULT 0,
    due_at      TIMESTAMP NOT NULL,            -- not before; while a worker has it: when its lease ends
    last_error  TEXT      NOT NULL DEFAULT '', -- why the last attempt failed, without secrets
    given_up_at TIMESTAMP,                     -- no attempt follows
    created_at  TIMESTAMP NOT NULL
);
CREATE INDEX jobs_due ON jobs (due_at, id) WHERE given_up_at IS NULL;

-- Asking for a new password: one row an email, whether or not anyone has it, so
-- that nothing tells the two apart.
CREATE TABLE password_resets (
    email            TEXT PRIMARY KEY,         -- lower case
    asked            TEXT      NOT NULL,       -- JSON list of the last day's times of asking
    otp_hash         TEXT      NOT NULL,       -- HMAC-SHA256 of the OTP, hex; '' once it is spent
    otp_expires_at   TIMESTAMP NOT NULL,
    tries            INTEGER   NOT NULL,
    token_hash       TEXT,                     -- SHA-256 of the reset token, hex, once the OTP was right
    token_expires_at TIMESTAMP,
    updated_at       TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX password_resets_token ON password_resets (token_hash);
CREATE INDEX password_resets_age ON password_resets (updated_at);

-- Links that confirm an address: a user's own, or the one they want to change to.
CREATE TABLE email_codes (
    hash       TEXT PRIMARY KEY,               -- SHA-256 of the link's code, hex
    user_id    TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT      NOT NULL,             -- lower case
    expires_at TIMESTAMP NOT NULL
);
CREATE INDEX email_codes_user ON email_codes (user_id);
CREATE INDEX email_codes_expiry ON email_codes (expires_at);

-- Keys that every node must agree on, when the nodes share nothing but the database.
CREATE TABLE keys (
    name       TEXT PRIMARY KEY,
    value      TEXT      NOT NULL,             -- 256 bits, hex
    created_at TIMESTAMP NOT NULL
);

-- +goose Down
SELECT 1;
