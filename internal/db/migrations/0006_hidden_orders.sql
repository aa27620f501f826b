-- +goose Up

-- An order whose payment page never opened: the shopper was told that there is no
-- order, so that no list shows it. It stays, since money may come all the same.
ALTER TABLE orders ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;

-- The lists read all that they need from their index, this column as well.
DROP INDEX orders_age;
CREATE INDEX orders_age ON orders (attention DESC, created_at DESC, checkout_id DESC, id, delivery_status, user_id, search, hidden);
DROP INDEX orders_status;
CREATE INDEX orders_status ON orders (delivery_status, attention DESC, created_at DESC, checkout_id DESC, id, hidden);

-- +goose Down
SELECT 1;
