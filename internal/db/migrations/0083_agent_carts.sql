-- +goose Up

-- Carts that shopping agents fill; they hold nothing about people.
CREATE TABLE agent_carts (
    id         TEXT PRIMARY KEY,
    lines      TEXT      NOT NULL,   -- JSON: [{"id": PRODUCT, "quantity": PIECES}]
    expires_at TIMESTAMP NOT NULL
);
CREATE INDEX agent_carts_expiring ON agent_carts (expires_at);

-- +goose Down
DROP TABLE agent_carts;
