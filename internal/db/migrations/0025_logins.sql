-- +goose Up

-- When the user last typed the password in a login: what only they may do asks for it
-- again a while later.
ALTER TABLE logins ADD COLUMN confirmed_at TIMESTAMP;
UPDATE logins SET confirmed_at = created_at;

-- The refresh token that a token was issued for: of two that were issued for one, only
-- one can be the browser's.
ALTER TABLE tokens ADD COLUMN parent TEXT NOT NULL DEFAULT ''; -- SHA-256, hex; '' at a login's begin
CREATE INDEX tokens_parent ON tokens (parent) WHERE parent <> '';

-- Links that take a change of email back, mailed to the address before.
CREATE TABLE email_undos (
    hash       TEXT PRIMARY KEY,               -- SHA-256 of the link's code, hex
    user_id    TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT      NOT NULL,             -- the address before, lower case
    expires_at TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX email_undos_user ON email_undos (user_id);
CREATE INDEX email_undos_email ON email_undos (email);
CREATE INDEX email_undos_expiry ON email_undos (expires_at);

-- +goose Down
SELECT 1;
