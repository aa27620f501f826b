-- +goose Up

-- What may happen only so often: failed logins, registrations, mails, checkouts …
CREATE TABLE limits (
    key     TEXT PRIMARY KEY,       -- the limit's name and SHA-256 of what is counted, hex
    events  TEXT      NOT NULL,     -- JSON list of times in microseconds since 1970, the oldest first
    ends_at TIMESTAMP NOT NULL      -- when none of them counts any more
);
CREATE INDEX limits_end ON limits (ends_at);

-- +goose Down
SELECT 1;
