-- +goose Up

-- Goods that came in, were damaged or counted, with a word about it. SQLite changes no CHECK in place.
CREATE TABLE stock_movements_next (
    id         TEXT PRIMARY KEY,
    product_id TEXT      NOT NULL REFERENCES products (id),
    change     BIGINT    NOT NULL CHECK (change <> 0),
    reason     TEXT      NOT NULL CHECK (reason IN ('opening', 'order', 'cancel', 'expiry', 'edit', 'import', 'received', 'damaged', 'counted')),
    order_id   TEXT,
    created_at TIMESTAMP NOT NULL,
    user_id    TEXT      NOT NULL DEFAULT '',
    note       TEXT      NOT NULL DEFAULT ''
);
INSERT INTO stock_movements_next (id, product_id, change, reason, order_id, created_at, user_id)
SELECT id, product_id, change, reason, order_id, created_at, user_id FROM stock_movements;
DROP TABLE stock_movements;
ALTER TABLE stock_movements_next RENAME TO stock_movements;
CREATE INDEX stock_movements_product ON stock_movements (product_id, created_at);

-- +goose Down
SELECT 1;
