-- +goose Up

-- What shoppers ask the shop for because it does not have it, counted.
CREATE TABLE product_requests (
    id      TEXT PRIMARY KEY,
    key     TEXT      NOT NULL UNIQUE,         -- the text in lower case
    text    TEXT      NOT NULL,                -- as it was typed last
    times   BIGINT    NOT NULL,                -- networks, each once a day
    last_at TIMESTAMP NOT NULL
);

-- +goose Down
DROP TABLE product_requests;
