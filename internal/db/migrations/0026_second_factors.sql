-- +goose Up

-- The second factor of staff who switched one on: a code that an app on their phone
-- shows (TOTP, RFC 6238).
CREATE TABLE second_factors (
    user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret     TEXT      NOT NULL,             -- of the app, encrypted with the shop's key
    enabled_at TIMESTAMP,                      -- NULL: offered, and no code of it was typed yet
    last_step  BIGINT    NOT NULL DEFAULT 0,   -- the 30 seconds of the last code that was taken: each counts once
    created_at TIMESTAMP NOT NULL
);

-- Codes on paper for who has lost the phone, each for one login.
CREATE TABLE recovery_codes (
    hash    TEXT PRIMARY KEY,                  -- SHA-256 of the user's id and the code, hex
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_user ON recovery_codes (user_id);

-- +goose Down
SELECT 1;
