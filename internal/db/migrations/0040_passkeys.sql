-- +goose Up

-- Passkeys of staff (WebAuthn): a key that a phone, a computer or a stick keeps, and
-- proves with a finger, a face or a PIN.
CREATE TABLE passkeys (
    id            TEXT PRIMARY KEY,
    user_id       TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id TEXT      NOT NULL UNIQUE,   -- the device's own, base64url
    name          TEXT      NOT NULL,          -- as its owner calls it
    credential    TEXT      NOT NULL,          -- JSON: the public key and the counter of its signatures
    copied_at     TIMESTAMP,                   -- when its counter went back: it may be in two devices
    last_used_at  TIMESTAMP,
    created_at    TIMESTAMP NOT NULL
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- What a device is asked to sign, once.
CREATE TABLE passkey_challenges (
    hash       TEXT PRIMARY KEY,               -- SHA-256 of the name that the browser has, hex
    purpose    TEXT      NOT NULL,             -- ADD, CODE (in place of one) or LOGIN
    user_id    TEXT      NOT NULL,             -- '' of a LOGIN: the device says who it is
    session    TEXT      NOT NULL,             -- JSON of the library
    expires_at TIMESTAMP NOT NULL
);
CREATE INDEX passkey_challenges_age ON passkey_challenges (expires_at);

-- +goose Down
SELECT 1;
