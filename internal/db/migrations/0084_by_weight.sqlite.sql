-- +goose Up

-- Goods sold by weight (docs/adr/0064-stock-in-steps-and-grams.md): stock counts steps of step_grams, loose_grams is what is left beside them.
ALTER TABLE products ADD COLUMN step_grams BIGINT NOT NULL DEFAULT 0 CHECK (step_grams >= 0);   -- weight of the unit; 0: sold by the piece
ALTER TABLE products ADD COLUMN loose_grams BIGINT NOT NULL DEFAULT 0 CHECK (loose_grams >= 0); -- less than a step
ALTER TABLE orders ADD COLUMN step_grams BIGINT NOT NULL DEFAULT 0;                             -- weight of one unit of goods sold by weight

-- A few grams may change no whole step. SQLite changes no CHECK in place.
ALTER TABLE stock_movements ADD COLUMN grams BIGINT NOT NULL DEFAULT 0;                         -- by which loose_grams changed
DROP INDEX stock_movements_product;
ALTER TABLE stock_movements ADD COLUMN change_next BIGINT NOT NULL DEFAULT 0;
UPDATE stock_movements SET change_next = change;
ALTER TABLE stock_movements DROP COLUMN change;
ALTER TABLE stock_movements RENAME COLUMN change_next TO change;
CREATE INDEX stock_movements_product ON stock_movements (product_id, created_at, id, change);

-- +goose Down
SELECT 1;
