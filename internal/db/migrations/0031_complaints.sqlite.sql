-- +goose Up

-- What customers complain about: rule 4(5) of the Consumer Protection (E-Commerce) Rules
-- 2020 gives the shop 48 hours to acknowledge it and a month to settle it.
CREATE TABLE complaints (
    id              TEXT PRIMARY KEY,
    number          BIGINT    NOT NULL UNIQUE,     -- the ticket
    user_id         TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    order_name      TEXT      NOT NULL,            -- as its customer wrote it
    text            TEXT      NOT NULL,
    reply           TEXT      NOT NULL,
    created_at      TIMESTAMP NOT NULL,
    acknowledged_at TIMESTAMP,
    settled_at      TIMESTAMP
);
CREATE INDEX complaints_open ON complaints (number) WHERE settled_at IS NULL;
CREATE INDEX complaints_user ON complaints (user_id);
INSERT INTO counters (name, value) VALUES ('complaint_number', 100);

-- +goose Down
DROP TABLE complaints;
DELETE FROM counters WHERE name = 'complaint_number';
