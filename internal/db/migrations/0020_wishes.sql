-- +goose Up

-- What the shopper wants done about a line that is out of stock: CALL, REPLACE or REMOVE.
ALTER TABLE orders ADD COLUMN wish TEXT NOT NULL DEFAULT 'REMOVE';

-- Who calls, by the whole number.
CREATE INDEX users_mobile ON users (mobile);
CREATE INDEX addresses_mobile ON addresses (mobile);

-- +goose Down
SELECT 1;
